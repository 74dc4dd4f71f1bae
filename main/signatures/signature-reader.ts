import type { SignatureReport } from '../../preload/contract/signature-report.ts';
import type { Bytes } from '../intake/zip-directory.ts';

/** Says what is in a signed PDF. The app does it in a thread, because a hostile file may take all time and memory. */
export interface SignatureReader {
  /**
   * `sent`: the document that the file should be the signed copy of. Null: unknown. Returns null for a file that takes too
   * much time or memory.
   */
  signatures(bytes: Bytes, sent: Bytes | null): Promise<SignatureReport | null>;
}
