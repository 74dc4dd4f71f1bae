import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { inspect } from 'node:util';

export interface Log {
  error(place: string, error: unknown): void;
}

const limit = 1_000_000;

/** A file for support. Secrets print as [secret] by their type; documents and pasted texts are never handed in. */
export function createLog(path: string): Log {
  return {
    error(place, error) {
      const line = JSON.stringify({ at: new Date().toISOString(), place, error: inspect(error, { depth: 3 }) });
      try {
        mkdirSync(dirname(path), { recursive: true });
        if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > limit) renameSync(path, `${path}.1`);
        appendFileSync(path, `${line}\n`);
      } catch {
        // A full disk or a profile that cannot be written must not turn a logged problem into a crash.
      }
    },
  };
}
