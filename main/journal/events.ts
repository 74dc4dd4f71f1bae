import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { canonicalJson } from './canonical-json.ts';
import { statementsOf } from './statements.ts';
import type { Head } from './witness.ts';

export interface NewEvent {
  readonly at: number;
  /** The subject of the event: `submission:…`, `document:…`, `person:…`. */
  readonly subject: string;
  readonly kind: string;
  readonly content: unknown;
}

const bytes = z.instanceof(Uint8Array);
const headRow = z.object({ seq: z.number(), hash: bytes });
const eventRow = z.object({
  seq: z.number(),
  at: z.number(),
  subject: z.string(),
  kind: z.string(),
  content: z.string(),
  previous: bytes,
  hash: bytes,
});
export type JournalEvent = Omit<z.infer<typeof eventRow>, 'previous' | 'hash'>;

const beginning = new Uint8Array(32);

function hashOf(previous: Uint8Array, { seq, at, subject, kind, content }: JournalEvent): Buffer {
  return createHash('sha256')
    .update(previous)
    .update(canonicalJson([seq, at, subject, kind, content]))
    .digest();
}

export type BrokenLink = {
  readonly seq: number;
  /**
   * The damage: changed content, a wrong hash of the event before, a missing event, a missing end, another one than the
   * witness noted, or no note of a witness.
   */
  readonly what: 'content' | 'previous' | 'missing' | 'cut-off' | 'witness' | 'unwitnessed';
};

/** Stores the history: a chain of events with hashes. Each change of the journal adds its event in one transaction. */
export function createEvents(database: DatabaseSync) {
  const { read } = statementsOf(database);
  const head = read(headRow, 'FROM journal_event ORDER BY seq DESC LIMIT 1');
  const one = read(headRow, 'FROM journal_event WHERE seq = ?');
  const insert = database.prepare(
    'INSERT INTO journal_event (seq, at, subject, kind, content, previous, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const slice = read(eventRow, 'FROM journal_event WHERE seq > ? ORDER BY seq LIMIT ?');
  const latest = read(eventRow, 'FROM journal_event WHERE subject = ? ORDER BY seq DESC LIMIT ?');
  const latestOf = read(
    eventRow,
    'FROM journal_event WHERE subject = ? AND kind IN (SELECT value FROM json_each(?)) ORDER BY seq DESC LIMIT ?',
  );
  const longest = read(z.object({ seq: z.number() }), `FROM sqlite_sequence WHERE name = 'journal_event'`);

  return {
    /** Appends an event and returns its number. Must run inside a transaction. */
    append({ at, subject, kind, content }: NewEvent): number {
      const last = head.get();
      const seq = (last?.seq ?? 0) + 1;
      const previous = last?.hash ?? beginning;
      const text = canonicalJson(content);
      const hash = hashOf(previous, { seq, at, subject, kind, content: text });
      insert.run(seq, at, subject, kind, text, previous, hash);
      return seq;
    },
    head(): Head | null {
      const last = head.get();
      return last && { seq: last.seq, hash: Buffer.from(last.hash).toString('hex') };
    },
    hashAt(seq: number): string | null {
      const found = one.get(seq);
      return found && Buffer.from(found.hash).toString('hex');
    },
    /** Returns the latest events of a subject (`submission:…`, `document:…`), oldest first. */
    latest: (subject: string, limit = 200): readonly JournalEvent[] => latest.all(subject, limit).toReversed(),
    latestOf: (subject: string, kinds: readonly string[], limit: number): readonly JournalEvent[] =>
      latestOf.all(subject, JSON.stringify(kinds), limit),
    /** Finds the first broken event. Reads in slices and pauses between them, so that other work can run. */
    async firstBroken(pause: () => Promise<void>): Promise<BrokenLink | null> {
      let previous: Uint8Array = beginning;
      let seq = 0;
      for (;;) {
        const rows = slice.all(seq, 200);
        for (const row of rows) {
          seq += 1;
          if (row.seq !== seq) return { seq, what: 'missing' };
          if (Buffer.compare(row.previous, previous) !== 0) return { seq, what: 'previous' };
          if (!hashOf(previous, row).equals(row.hash)) return { seq, what: 'content' };
          previous = row.hash;
        }
        if (rows.length === 0) break;
        // oxlint-disable-next-line no-await-in-loop -- pauses after each slice
        await pause();
      }
      const expected = longest.get()?.seq ?? 0;
      return expected > seq ? { seq: seq + 1, what: 'cut-off' } : null;
    },
  };
}

export type Events = ReturnType<typeof createEvents>;
