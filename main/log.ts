import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { inspect } from 'node:util';

export interface Log {
  error(place: string, error: unknown): void;
}

const maxBytes = 1_000_000;

/** Writes a log file for support. Secrets print as [secret]. Never log documents or pasted texts. */
export function createLog(path: string): Log {
  return {
    error(place, error) {
      const line = JSON.stringify({ at: new Date().toISOString(), place, error: inspect(error, { depth: 3 }) });
      try {
        mkdirSync(dirname(path), { recursive: true });
        if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(path, `${path}.1`);
        appendFileSync(path, `${line}\n`);
      } catch {
        // A full disk or a read-only profile must not turn a logged problem into a crash.
      }
    },
  };
}
