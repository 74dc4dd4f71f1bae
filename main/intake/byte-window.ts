import { limits } from '../../preload/contract/limits.ts';
import type { Bytes } from './zip-directory.ts';

const usualBytes = 256 * 1024;

/** Serves small reads near each other from one larger read: each read of the thread is a message to main. */
export function createWindow(bytes: Bytes, windowBytes = usualBytes): Bytes['read'] {
  let window: Buffer = Buffer.alloc(0);
  let windowAt = 0;
  return async (at, length) => {
    const wanted = Math.max(0, Math.min(length, bytes.size - at));
    if (at < windowAt || at + wanted > windowAt + window.length) {
      windowAt = at;
      window = await bytes.read(at, Math.max(0, Math.min(Math.max(wanted, windowBytes), bytes.size - at)));
    }
    return window.subarray(at - windowAt, at - windowAt + wanted);
  };
}

/** Reads a whole file into one buffer, for a reader that goes back and forth in it. */
export async function readAll(bytes: Bytes): Promise<Buffer> {
  const all = Buffer.alloc(bytes.size);
  for (let at = 0; at < bytes.size; ) {
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other keeps the memory small
    const piece = await bytes.read(at, Math.min(limits.pieceBytes, bytes.size - at));
    if (piece.length === 0) return all.subarray(0, at);
    piece.copy(all, at);
    at += piece.length;
  }
  return all;
}
