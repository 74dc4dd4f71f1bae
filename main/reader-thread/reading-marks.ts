import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const keyBytes = 64;
const noKey = ' '.repeat(keyBytes);
const key = /[0-9a-f]{64}/g;

/**
 * A small file with the documents that are being read now. When a document ends the whole app, its key stays there and
 * the next start finds it. Nothing is flushed: what a process has written survives its end.
 */
export function openReadingMarks(path: string) {
  let file: number | null = null;
  let left: readonly string[] = [];
  try {
    left = readFileSync(path, 'latin1').match(key) ?? [];
  } catch {
    // There is no such file after an orderly end.
  }
  try {
    mkdirSync(dirname(path), { recursive: true });
    file = openSync(path, 'w', 0o600);
  } catch {
    // Without the file we read all the same: a document seldom ends the app.
  }

  function write(place: number, text: string): void {
    try {
      if (file !== null) writeSync(file, text, place * keyBytes, 'latin1');
    } catch {
      // A full disk must not keep us from reading.
    }
  }

  return {
    /** The documents during whose reading the app ended. */
    left,
    begin: (place: number, one: string): void => write(place, one),
    end: (place: number): void => write(place, noKey),
    /** Call this at an orderly end. */
    close(): void {
      if (file === null) return;
      closeSync(file);
      file = null;
      rmSync(path, { force: true });
    },
  };
}

export type ReadingMarks = ReturnType<typeof openReadingMarks>;
