import type { SignatureReader } from '../signature-reader.ts';

/** A reader whose files cannot be read any more. */
export const createLostReader = (): SignatureReader => ({
  signatures: () => Promise.reject(new Error('EIO')),
});
