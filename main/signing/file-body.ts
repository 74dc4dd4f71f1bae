import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { BodyFailure, type BodySource, type HttpProblem } from './http-port.ts';
import type { LocalFile } from './requests.ts';

const OTHER_CONTENT = 'The content of the file changed: its SHA-256 is not the expected one.';

export interface OpenFile {
  /** Creates a new body that starts at the first byte. */
  body(): BodySource;
  close(): Promise<void>;
}

/** Opens the file once. A resend uses the same open file, even if another file has taken its name meanwhile. */
export async function openFile(file: LocalFile): Promise<OpenFile | HttpProblem> {
  let handle: FileHandle;
  try {
    handle = await (file.open?.() ?? open(file.path, 'r'));
  } catch (cause) {
    return { kind: 'file-unreadable', details: `The file cannot be opened: ${reason(cause)}`, cause };
  }
  try {
    const found = await handle.stat();
    const problem = unfitness(file, found);
    if (problem === null) return { body: () => fileBody(handle, file), close: () => handle.close() };
    await handle.close();
    return problem;
  } catch (cause) {
    await handle.close();
    return { kind: 'file-unreadable', details: `The file cannot be read: ${reason(cause)}`, cause };
  }
}

function unfitness({ size, sha256 }: LocalFile, found: Stats): HttpProblem | null {
  if (!found.isFile()) return { kind: 'file-unreadable', details: 'This is not a file.' };
  if (found.size !== size) return changed(`The file has ${found.size} bytes instead of ${size}.`);
  // The transport never reads an empty body, so check the hash of an empty file here.
  if (size === 0 && sha256 !== undefined && createHash('sha256').digest('hex') !== sha256)
    return changed(OTHER_CONTENT);
  return null;
}

/** Hashes the bytes in the buffer that is sent, so the hash is of exactly those bytes. */
function fileBody(handle: FileHandle, { size: length, sha256 }: LocalFile): BodySource {
  const hash = sha256 === undefined ? null : createHash('sha256');
  let at = 0;
  return {
    length,
    async read(into) {
      const wanted = Math.min(into.length, length - at);
      if (wanted === 0) return 0;
      let bytes: number;
      try {
        ({ bytesRead: bytes } = await handle.read(into, 0, wanted, at));
      } catch (cause) {
        throw new BodyFailure('file-unreadable', `The file cannot be read: ${reason(cause)}`, cause);
      }
      if (bytes === 0) throw new BodyFailure('file-changed', `The file ended after ${at} of ${length} bytes.`);
      at += bytes;
      hash?.update(into.subarray(0, bytes));
      // Throw before the last bytes leave: without them the service cannot have the whole request.
      if (at === length && hash !== null && hash.digest('hex') !== sha256) {
        throw new BodyFailure('file-changed', OTHER_CONTENT);
      }
      return bytes;
    },
  };
}

function changed(details: string): HttpProblem {
  return { kind: 'file-changed', details };
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'unknown';
}
