import type { UpdateSource } from './updates.ts';

/**
 * The source of releases, and the keys of their signers. The address is a reserved example name, and there is no key
 * until the owner makes one with `npm run sign-feed -- --new-key`: a build without a key never looks for updates.
 */
export const releaseSource: Pick<UpdateSource, 'address' | 'keys'> = {
  address: 'https://updates.countersign.example/',
  keys: [],
};
