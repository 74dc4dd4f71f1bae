import { type FileHandle, open } from 'node:fs/promises';
import { BodyFailure, type BodySource, type HttpProblem } from './http-port.ts';
import type { LocalFile } from './requests.ts';

export interface OpenFile {
  /** A reading of its own from the first byte. */
  body(): BodySource;
  close(): Promise<void>;
}

/** Opens the file once, so that a resend after a renewed token sends the same bytes whatever its name means by then. */
export async function openFile(file: LocalFile): Promise<OpenFile | HttpProblem> {
  let handle: FileHandle;
  try {
    handle = await open(file.path, 'r');
  } catch (cause) {
    return { kind: 'file-unreadable', details: `The file cannot be opened: ${reason(cause)}`, cause };
  }
  try {
    const found = await handle.stat();
    if (found.isFile() && found.size === file.size) {
      return { body: () => fileBody(handle, file.size), close: () => handle.close() };
    }
    await handle.close();
    if (!found.isFile()) return { kind: 'file-unreadable', details: 'This is not a file.' };
    return { kind: 'file-changed', details: `The file has ${found.size} bytes instead of ${file.size}.` };
  } catch (cause) {
    await handle.close();
    return { kind: 'file-unreadable', details: `The file cannot be read: ${reason(cause)}`, cause };
  }
}

function fileBody(handle: FileHandle, length: number): BodySource {
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
      return bytes;
    },
  };
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'unknown';
}
