import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { BrokenLink, Events } from './events.ts';

const pair = z.object({ number: z.number(), id: z.string(), content: z.string(), event: z.number(), said: z.string() });
const said = z.object({ row: z.string() });

export type Verified =
  | { readonly ok: true }
  | { readonly ok: false; readonly broken: BrokenLink }
  /** The chain is sound, but a submission differs from its last event. */
  | { readonly ok: false; readonly changedRow: string };

/** "Verify history": checks the whole chain, then each submission against its last event. */
export function createVerification(database: DatabaseSync, events: Events) {
  const slice = database.prepare(`
    SELECT number, id, submission.content, event, journal_event.content AS said
    FROM submission JOIN journal_event ON journal_event.seq = submission.event
    WHERE number > ? ORDER BY number LIMIT 200`);
  return async (): Promise<Verified> => {
    const broken = await events.firstBroken(() => setImmediate());
    if (broken) return { ok: false, broken };
    let from = 0;
    for (;;) {
      const rows = slice.all(from).map((found) => pair.parse(found));
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
