import { readFileSync, statSync } from 'node:fs';

/** The content of a file a person named. Null: it is missing, too long, or no plain file. */
export function readSmallFile(path: string, limit: number): Uint8Array | null {
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= limit ? readFileSync(path) : null;
  } catch {
    return null;
  }
}
