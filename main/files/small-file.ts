import { readFileSync, statSync } from 'node:fs';

/** Reads a file that a person named. Null when it is missing, larger than `limit` bytes, or no regular file. */
export function readSmallFile(path: string, limit: number): Uint8Array | null {
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= limit ? readFileSync(path) : null;
  } catch {
    return null;
  }
}
