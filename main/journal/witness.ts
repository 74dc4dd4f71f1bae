import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import type { Writer } from './writers.ts';

/** The last event of the history. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

/**
 * `known`: the journal contains the event that the witness noted last, and this computer was its last writer. `older`:
 * an older copy was restored or synchronised, or another computer has written since. `unknown`: there is no witness.
 */
export type Testimony = 'known' | 'older' | 'unknown';

const head = z.object({ seq: z.number().int(), hash: z.string().regex(/^[0-9a-f]{64}$/) });

const ownId = z.object({ id: z.string().min(8).max(64) });

/** The file has two places for notes, written in turn, so that a power cut damages one at most, and one for the id. */
const placeBytes = 128;
const places = 2;
const placeOfId = places;

/**
 * Remembers the last event outside of the journal, to detect a restored older journal, which does not know what was sent
 * since. The witness may be behind the journal, but never ahead.
 */
export function openWitness(path: string) {
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

  function textAt(place: number): string {
    if (file === null) return '';
    const bytes = Buffer.alloc(placeBytes);
    const length = readSync(file, bytes, 0, placeBytes, place * placeBytes);
    return bytes.toString('latin1', 0, length).trim();
  }

  function read(): Head | null {
    const found = Array.from({ length: places }, (_, at) => head.safeParse(parseJson(textAt(at))).data).filter(
      (one) => one !== undefined,
    );
    return found.toSorted((a, b) => b.seq - a.seq)[0] ?? null;
  }

  function write(place: number, text: string): void {
    if (file !== null) writeSync(file, Buffer.from(`${text}\n`, 'latin1'), 0, placeBytes, place * placeBytes);
  }

  function readId(): string {
    const found = ownId.safeParse(parseJson(textAt(placeOfId)));
    if (found.success) return found.data.id;
    const id = randomUUID();
    try {
      write(placeOfId, asPlace({ id }));
    } catch {
      // On a full disk the next start makes another id, and treats the journal as another computer's.
    }
    return id;
  }

  let newest = read()?.seq ?? 0;

  return {
    /** This computer, as other computers know it. The id is lost with the witness, and then our journal is a stranger's. */
    writer: { id: readId(), name: hostname().slice(0, 120) } satisfies Writer,
    /** Returns the event that the witness noted last, or null. */
    // An open file can still be read when somebody has deleted it. The next start would find none.
    newest: (): Head | null => (existsSync(path) ? read() : null),
    /** Compares its note with the journal. `hashAt` returns the hash of an event, or null if there is none. */
    testify(hashAt: (seq: number) => string | null): Testimony {
      const seen = read();
      if (seen === null) return 'unknown';
      return hashAt(seen.seq) === seen.hash ? 'known' : 'older';
    },
    /** Notes the newest event, after the journal has stored it. */
    note({ seq, hash }: Head): void {
      const text = asPlace({ seq, hash });
      try {
        write(seq % places, text);
        // The history began anew: overwrite the other place as well, which has a higher number of the former journal.
        if (seq < newest) write((seq + 1) % places, text);
        newest = seq;
      } catch {
        // On a full disk the witness stays behind, which is allowed.
      }
    },
    close(): void {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

export type Witness = ReturnType<typeof openWitness>;

const asPlace = (content: unknown): string => JSON.stringify(content).padEnd(placeBytes - 1);
