import type { AloneReason } from '../../preload/contract/sending.ts';
import type { Bytes } from '../intake/zip-directory.ts';

export type JoinedBytes =
  | { readonly kind: 'joined'; readonly bytes: Uint8Array }
  | { readonly kind: 'alone'; readonly files: readonly { readonly at: number; readonly why: AloneReason }[] }
  | { readonly kind: 'too-large' };

/** Joins PDFs into one. The app does it in a thread, because a hostile file may take all time and memory. */
export interface PdfJoiner {
  /**
   * `bytes`: all files one after the other, with these sizes. Returns null for files that take too much time or memory.
   */
  join(bytes: Bytes, sizes: readonly number[]): Promise<JoinedBytes | null>;
}
