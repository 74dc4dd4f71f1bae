import { readFileSync, statSync } from 'node:fs';
import type { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { writeWholeNow } from './safe-file.ts';

/** Reads a file that a person named. Null when it is missing, larger than `limit` bytes, or no regular file. */
export function readSmallFile(path: string, limit: number): Uint8Array | null {
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= limit ? readFileSync(path) : null;
  } catch {
    return null;
  }
}

/** Stores a small file of the app itself. A lost or damaged one reads as `usual`. */
export function createSmallState<T>(path: string, schema: z.ZodType<T>, usual: T) {
  return {
    read(): T {
      try {
        return schema.catch(usual).parse(parseJson(readFileSync(path, 'utf8')));
      } catch {
        return usual;
      }
    },
    write(state: T): void {
      try {
        writeWholeNow(path, JSON.stringify(state));
      } catch {
        // A full disk must not stop the person, or keep the window from closing.
      }
    },
  };
}
