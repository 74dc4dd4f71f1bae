import type { Bytes } from '../../intake/zip-directory.ts';
import { checkSignatures } from '../check-signatures.ts';
import type { SignatureReader } from '../signature-reader.ts';

const whole = async (bytes: Bytes): Promise<Buffer> => bytes.read(0, bytes.size);

/** Reads signatures in this thread. */
export const directSignatureReader: SignatureReader = {
  signatures: async (bytes, sent) => checkSignatures(await whole(bytes), sent === null ? null : await whole(sent)),
};
