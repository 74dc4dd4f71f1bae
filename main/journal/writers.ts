import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';

/** A computer that writes a journal. Its id lies in the witness, which never travels: a copy elsewhere is another writer. */
export interface Writer {
  readonly id: string;
  readonly name: string;
}

/** How long another computer waits for one that went without a word. */
export const LEASE_MS = 10 * 60_000;
/** Often enough that a busy minute, and the time of a synchronisation, end no lease. */
export const LEASE_RENEWED_MS = 3 * 60_000;

export const turnSchema = z.object({ id: z.string().min(1), name: z.string(), turn: z.number().int() });
/** The writer of a journal, and how often it has changed hands. The higher turn is the later writer. */
export type Turn = z.infer<typeof turnSchema>;

/** `until`: by the clock of that computer, it goes on writing until then. */
const noteSchema = turnSchema.extend({ until: z.number() });
type Note = z.infer<typeof noteSchema>;

/** Two computers that take the same turn do not see each other's note in time: the ids decide for both. */
const isLater = (one: Turn, other: Turn): boolean =>
  one.turn > other.turn || (one.turn === other.turn && one.id > other.id);

/**
 * The notes of all computers that have written this journal, in a folder beside it that travels with it. Each writes one
 * file of its own, so a synchronised folder has no conflict about them, also while the journal itself cannot travel.
 */
export function openWriters(folder: string, own: Writer) {
  function others(): readonly Note[] {
    const names = unlessItFails(() => readdirSync(folder), []);
    return names.flatMap((name) => {
      if (!name.endsWith('.json') || name === `${own.id}.json`) return [];
      const text = unlessItFails(() => readFileSync(join(folder, name), 'utf8'), '');
      const found = noteSchema.safeParse(parseJson(text));
      return found.success && found.data.id !== own.id ? [found.data] : [];
    });
  }

  return {
    own,
    /** The computer that has written later than this turn. Null: none has. */
    laterThan: (turn: Turn): Writer | null => others().find((one) => isLater(one, turn)) ?? null,
    nextTurn: (turn: number): number => 1 + Math.max(turn, ...others().map((one) => one.turn)),
    /** The computer that writes now. A time that no lease has comes from a clock that is wrong, so nobody waits for it. */
    writingAt: (now: number): Writer | null =>
      others().find(({ until }) => until > now && until <= now + LEASE_MS) ?? null,
    note(turn: number, until: number): void {
      const path = join(folder, `${own.id}.json`);
      unlessItFails(() => {
        mkdirSync(folder, { recursive: true });
        writeFileSync(`${path}.new`, JSON.stringify({ ...own, turn, until } satisfies Note));
        renameSync(`${path}.new`, path);
      }, undefined);
    },
  };
}

export type Writers = ReturnType<typeof openWriters>;

/** The notes help to see another computer early. The journal itself names its writer, so it can be opened without them. */
function unlessItFails<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
