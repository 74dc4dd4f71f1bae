import { type FileHandle, open } from 'node:fs/promises';
import { errorCode } from '../error-code.ts';
import { openFlags } from '../intake/take-file.ts';

export type UntrustedFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' }
  /** A link, a pipe, or too large: nobody waits for it, and no memory is spent on it. */
  | { readonly kind: 'unusable' };

const none: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);
/** Links are not followed, and sockets cannot be opened. */
const unusable: ReadonlySet<string> = new Set(['ELOOP', 'EMLINK', 'ENXIO', 'EISDIR']);

/** Reads a small file that anybody who may write in the folder can have replaced. */
export async function readUntrustedFile(path: string, mostBytes: number): Promise<UntrustedFile> {
  let file: FileHandle;
  try {
    file = await open(path, openFlags);
  } catch (error) {
    const code = errorCode(error);
    if (none.has(code)) return { kind: 'none' };
    if (unusable.has(code)) return { kind: 'unusable' };
    throw error;
  }
  try {
    const seen = await file.stat();
    if (!seen.isFile() || seen.size > mostBytes) return { kind: 'unusable' };
    // It may grow after the look.
    const { bytesRead, buffer } = await file.read(Buffer.alloc(seen.size + 1), 0, seen.size + 1, 0);
    if (bytesRead > seen.size) return { kind: 'unusable' };
    return { kind: 'text', text: buffer.toString('utf8', 0, bytesRead) };
  } finally {
    await file.close();
  }
}
