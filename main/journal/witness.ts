import { closeSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';

/** The last event of the history. */
export interface Head {
  readonly seq: number;
  /** In hexadecimal. */
  readonly hash: string;
}

/**
 * `known`: the journal contains the event that the witness noted last. `older`: it does not, because an older copy was
 * restored or synchronised. `unknown`: there is no witness.
 */
export type Testimony = 'known' | 'older' | 'unknown';

const head = z.object({ seq: z.number().int(), hash: z.string().regex(/^[0-9a-f]{64}$/) });

/** The file has two places, written in turn, so that a power cut damages one at most. */
const placeBytes = 128;
const places = 2;

export interface Witness {
  /** Compares its note with the journal. `hashAt` returns the hash of an event, or null if there is none. */
  testify(hashAt: (seq: number) => string | null): Testimony;
  /** Notes the newest event, after the journal has stored it. */
  note(head: Head): void;
  close(): void;
}

/**
 * Remembers the last event outside of the journal, to detect a restored older journal, which does not know what was sent
 * since. The witness may be behind the journal, but never ahead.
 */
export function openWitness(path: string): Witness {
  let file: number | null = null;
  try {
    mkdirSync(dirname(path), { recursive: true });
    file = openSync(path, 'a+', 0o600);
    closeSync(file);
    file = openSync(path, 'r+', 0o600);
  } catch {
    // We cannot write the file, so there is no witness. The next start will say `unknown`.
    file = null;
  }

  function read(): Head | null {
    if (file === null) return null;
    const bytes = Buffer.alloc(placeBytes * places);
    const length = readSync(file, bytes, 0, bytes.length, 0);
    const found = Array.from({ length: places }, (_, at) =>
      headIn(bytes.toString('latin1', at * placeBytes, Math.min((at + 1) * placeBytes, length)).trim()),
    ).filter((one) => one !== null);
    return found.toSorted((a, b) => b.seq - a.seq)[0] ?? null;
  }

  function write(place: number, text: string): void {
    if (file !== null) writeSync(file, Buffer.from(`${text}\n`, 'latin1'), 0, placeBytes, place * placeBytes);
  }

  let newest = read()?.seq ?? 0;

  return {
    testify(hashAt) {
      const seen = read();
      if (seen === null) return 'unknown';
      return hashAt(seen.seq) === seen.hash ? 'known' : 'older';
    },
    note({ seq, hash }) {
      const text = JSON.stringify({ seq, hash }).padEnd(placeBytes - 1);
      try {
        write(seq % places, text);
        // The history began anew: overwrite the other place as well, which has a higher number of the former journal.
        if (seq < newest) write((seq + 1) % places, text);
        newest = seq;
      } catch {
        // On a full disk the witness stays behind, which is allowed.
      }
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

const headIn = (text: string): Head | null => head.safeParse(parseJson(text)).data ?? null;
