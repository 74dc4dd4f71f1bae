import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { writeWholeNow } from '../files/safe-file.ts';

/**
 * A computer that writes a journal. Its id is in the witness, which never travels: a copy elsewhere is another writer.
 */
export interface Writer {
  readonly id: string;
  readonly name: string;
}

/** The time that another computer waits for one that went without a word. */
export const LEASE_MS = 10 * 60_000;
/** The time between renewals, short enough that a busy minute, or a synchronisation, ends no lease. */
export const LEASE_RENEWED_MS = 3 * 60_000;

export const turnSchema = z.object({ id: z.string().min(1), name: z.string(), turn: z.number().int() });
/** The writer of a journal, and how often it has changed hands. The higher turn is the later writer. */
export type Turn = z.infer<typeof turnSchema>;

/**
 * The note of a writer. `until`: by the clock of that computer, it continues writing until then; 0 when it has ended.
 * `outlived`: the ends of others that stayed unchanged for a whole lease, by their ids, so that the next start does not
 * wait for them again.
 */
const noteSchema = turnSchema.extend({ until: z.number(), outlived: z.record(z.string(), z.number()).default({}) });
type Note = z.infer<typeof noteSchema>;

/** The largest error of a clock. With a larger one certificates would not be valid, and the computer could not send. */
const MOST_SKEW_MS = 24 * 60 * 60_000;
/** The most time that counts between two looks. While we slept, nobody brought us the note of another computer. */
const LOOK_COUNTS_MS = 5_000;

/**
 * Watches the notes of other computers over all tries of one start. The time in a note comes from another clock, so only
 * a note that stays the same for a whole lease, by our own clock, is one of a computer that has stopped.
 */
export function createLeaseWatch(monotonic: () => number) {
  const watched = new Map<string, { readonly until: number; readonly at: number; readonly ms: number }>();
  return {
    isSilent({ id, until }: Pick<Note, 'id' | 'until'>): boolean {
      const at = monotonic();
      const before = watched.get(id);
      const ms = before?.until === until ? before.ms + Math.min(at - before.at, LOOK_COUNTS_MS) : 0;
      watched.set(id, { until, at, ms });
      return ms >= LEASE_MS;
    },
  };
}

export type LeaseWatch = ReturnType<typeof createLeaseWatch>;

/** Compares turns, then ids. Two computers that take the same turn do not see each other's note in time. */
const isLater = (one: Turn, other: Turn): boolean =>
  one.turn > other.turn || (one.turn === other.turn && one.id > other.id);

/**
 * Opens the notes of all computers that have written this journal, in a folder beside it that travels with it. Each
 * writes one file of its own, so a synchronised folder has no conflict about them, also while the journal itself cannot
 * travel.
 */
export function openWriters(folder: string, own: Writer, watch: LeaseWatch) {
  const ownName = `${own.id}.json`;
  let outlived: Readonly<Record<string, number>> = read(ownName)?.outlived ?? {};

  function read(name: string): Note | null {
    const text = unlessItFails(() => readFileSync(join(folder, name), 'utf8'), '');
    return noteSchema.safeParse(parseJson(text)).data ?? null;
  }

  function others(): readonly Note[] {
    const names = unlessItFails(() => readdirSync(folder), []);
    return names.flatMap((name) => {
      const found = name.endsWith('.json') && name !== ownName ? read(name) : null;
      return found === null || found.id === own.id ? [] : [found];
    });
  }

  function mayWrite(note: Note, now: number): boolean {
    const { id, until } = note;
    if (until === 0 || until < now - MOST_SKEW_MS || outlived[id] === until) return false;
    if (!watch.isSilent(note)) return true;
    outlived = { ...outlived, [id]: until };
    return false;
  }

  return {
    own,
    laterThan: (turn: Turn): Writer | null => others().find((one) => isLater(one, turn)) ?? null,
    nextTurn: (turn: number): number => 1 + Math.max(turn, ...others().map((one) => one.turn)),
    /** Returns the computer that may write now, or null if each one has ended or was silent as long as a lease runs. */
    writingAt: (now: number): Writer | null => others().filter((note) => mayWrite(note, now))[0] ?? null,
    note(turn: number, until: number): void {
      const text = JSON.stringify({ ...own, turn, until, outlived } satisfies Note);
      unlessItFails(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeWholeNow(join(folder, ownName), text);
      }, undefined);
    },
  };
}

export type Writers = ReturnType<typeof openWriters>;

/**
 * Runs the work and ignores a failure. The notes only help to notice another computer early: the journal itself names
 * its writer.
 */
function unlessItFails<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
