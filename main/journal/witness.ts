import { closeSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';

/** The last link of the history. */
export interface Head {
  readonly seq: number;
  /** In hexadecimal. */
  readonly hash: string;
}

/**
 * `known`: the journal holds what the witness has seen. `older`: it does not, it was restored or synchronised back.
 * `unknown`: there is no witness to say so.
 */
export type Testimony = 'known' | 'older' | 'unknown';

const head = z.object({ seq: z.number().int(), hash: z.string().regex(/^[0-9a-f]{64}$/) });

/** Two places, written in turn: a power cut damages one of them at most. */
const placeBytes = 128;
const places = 2;

export interface Witness {
  /** Says what it has seen of this journal. `hashAt`: the hash of a link, null where there is none. */
  testify(hashAt: (seq: number) => string | null): Testimony;
  /** Notes the newest link, after it is durable in the journal. */
  note(head: Head): void;
  close(): void;
}

/**
 * Remembers outside of the journal how far the history has come: a journal that was put back to an earlier state does not
 * know what was sent since. It may lag behind the journal, never be ahead of it.
 */
export function openWitness(path: string): Witness {
  let file: number | null = null;
  try {
    mkdirSync(dirname(path), { recursive: true });
    file = openSync(path, 'a+', 0o600);
    closeSync(file);
    file = openSync(path, 'r+', 0o600);
  } catch {
    // Without a place to write to there is no witness; the next start says so.
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
        // The history began anew: the other place still holds a higher number, of the journal that is gone.
        if (seq < newest) write((seq + 1) % places, text);
        newest = seq;
      } catch {
        // A full disk: the witness lags behind, which is no contradiction.
      }
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

const headIn = (text: string): Head | null => head.safeParse(parseJson(text)).data ?? null;
