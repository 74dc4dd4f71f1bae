import { readSignees, type Signee } from './signees.ts';

/** A person in copy. The record is not documented, and may hold a secret address, which is never read. */
export type Observer = Pick<Signee, 'id' | 'email' | 'name' | 'language'>;

export const readObserverRecords = (value: unknown): Observer[] =>
  readSignees(value, undefined).map(({ id, email, name, language }) => ({
    ...(id !== undefined && { id }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(language !== undefined && { language }),
  }));

/** Returns the address or name of each person in copy. */
export const readObservers = (value: unknown): string[] =>
  readObserverRecords(value).map(({ email, name }) => email ?? name ?? '?');
