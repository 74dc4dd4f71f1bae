import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { BrokenLink, Events } from './events.ts';
import { statementsOf } from './statements.ts';
import type { Witness } from './witness.ts';

const pair = z.object({ number: z.number(), id: z.string(), content: z.string(), event: z.number(), said: z.string() });
const said = z.object({ row: z.string() });
const head = z.object({ seq: z.number() });
const unwitnessed = head.extend({ by: z.string() });

export type Verified =
  | { readonly ok: true }
  | { readonly ok: false; readonly broken: BrokenLink }
  /** The chain is sound, but a submission differs from its last event. */
  | { readonly ok: false; readonly changedRow: string };

/**
 * Verifies the history: checks the whole chain, the note of the witness outside of it, then each submission against its
 * last event. Somebody who can write all files of this person can write a new chain and a new note. A saved PDF of the
 * evidence names an event with its hash, which such a chain has not.
 */
export function createVerification(database: DatabaseSync, events: Events, witness: Witness | null) {
  const slice = statementsOf(database).ask(
    pair,
    `SELECT number, id, submission.content, event, journal_event.content AS said
     FROM submission JOIN journal_event ON journal_event.seq = submission.event
     WHERE number > ? ORDER BY number LIMIT 200`,
  );

  /** Compares the witness with the history. Null: they agree. */
  function unlikeNote({ newest }: Witness): BrokenLink | null {
    const noted = newest();
    if (noted === null) return { seq: events.head()?.seq ?? 0, what: 'unwitnessed' };
    return events.hashAt(noted.seq) === noted.hash ? null : { seq: noted.seq, what: 'witness' };
  }

  /** Finds a time at which the history was replaced or had no witness. The witness has followed the history since. */
  function unlikeEarlier(): BrokenLink | null {
    const [replaced] = events.latestOf('journal', ['replaced'], 1);
    if (replaced !== undefined) return { seq: head.parse(JSON.parse(replaced.content)).seq, what: 'witness' };
    const without = events.latestOf('journal', ['unwitnessed'], 100).map(({ content }) => JSON.parse(content));
    const own = unwitnessed
      .array()
      .parse(without)
      .find(({ by }) => by === witness?.writer.id);
    return own === undefined ? null : { seq: own.seq, what: 'unwitnessed' };
  }

  return async (): Promise<Verified> => {
    const broken =
      (await events.firstBroken(() => setImmediate())) ?? (witness && unlikeNote(witness)) ?? unlikeEarlier();
    if (broken) return { ok: false, broken };
    let from = 0;
    for (;;) {
      const rows = slice.all(from);
      for (const { id, content, said: text } of rows) {
        const hash = createHash('sha256').update(content).digest('hex');
        if (said.parse(JSON.parse(text)).row !== hash) return { ok: false, changedRow: id };
      }
      const last = rows.at(-1);
      if (!last) return { ok: true };
      from = last.number;
      // oxlint-disable-next-line no-await-in-loop -- pauses after each slice
      await setImmediate();
    }
  };
}
