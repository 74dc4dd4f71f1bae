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
