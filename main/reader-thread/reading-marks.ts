import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const keyBytes = 64;
const noKey = ' '.repeat(keyBytes);
const key = /[0-9a-f]{64}/g;

/** Reads which documents were being read when the app ended, and which at the end before it. */
function readMarks(path: string): { readonly last: readonly string[]; readonly before: readonly string[] } {
  try {
    const [before = '', last = ''] = readFileSync(path, 'latin1').split('\n');
    return { last: last.match(key) ?? [], before: before.match(key) ?? [] };
  } catch {
    // There is no such file after an orderly end.
    return { last: [], before: [] };
  }
}

/**
 * Opens a small file with the documents that are being read now. When a document ends the whole app, its key stays
 * there and the next start finds it. A computer that loses its power ends the app as well, so a document is blamed for
 * the second end in a row. Nothing is flushed: what a process has written survives its end.
 */
export function openReadingMarks(path: string) {
  let file: number | null = null;
  const { last, before } = readMarks(path);
  const head = `${last.join('')}\n`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    file = openSync(path, 'w', 0o600);
    writeSync(file, head, 0, 'latin1');
  } catch {
    // Without the file we read all the same: a document seldom ends the app.
  }

  function write(place: number, text: string): void {
    try {
      if (file !== null) writeSync(file, text, head.length + place * keyBytes, 'latin1');
    } catch {
      // A full disk must not keep us from reading.
    }
  }

  return {
    /** The documents during whose reading the app ended twice in a row. */
    left: last.filter((one) => before.includes(one)),
    begin: (place: number, one: string): void => write(place, one),
    end: (place: number): void => write(place, noKey),
    /** Removes the file. Call this at an orderly end. */
    close(): void {
      if (file === null) return;
      closeSync(file);
      file = null;
      rmSync(path, { force: true });
    },
  };
}

export type ReadingMarks = ReturnType<typeof openReadingMarks>;
