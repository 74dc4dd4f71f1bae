import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Submission } from '../outbox/submission.ts';
import { readSubmission, type SubmissionState } from './submissions.ts';
import { searchQuery } from './words.ts';

export interface PageWish {
  readonly connectionId: string;
  /** None: all of them. */
  readonly states?: readonly SubmissionState[];
  /** Every word of it begins a word of the name, the people or the comments. */
  readonly text?: string;
  /** `next` of the page before. */
  readonly before?: number | null;
  readonly limit: number;
}

export interface Page {
  readonly rows: readonly Submission[];
  /** Null: that was the last page. */
  readonly next: number | null;
}

const row = z.object({ number: z.number(), content: z.string() });
type Row = z.infer<typeof row>;
const numberRow = z.object({ number: z.number() });

const newest = Number.MAX_SAFE_INTEGER;
/** As many matches are looked at in one go; rarer ones are then looked for from the other side. */
const looked = 2_000;

/** The list, newest first, a page at a time from where the page before ended. No page reads what it does not show. */
export function createSubmissionPages(database: DatabaseSync) {
  const all = database.prepare(
    'SELECT number, content FROM submission WHERE connection_id = ? AND number < ? ORDER BY number DESC LIMIT ?',
  );
  const ofState = database.prepare(`
    SELECT number, content FROM submission WHERE connection_id = ? AND state = ? AND number < ?
    ORDER BY number DESC LIMIT ?`);
  const matching = database.prepare(
    'SELECT rowid AS number FROM submission_words WHERE submission_words MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
  );
  const wanted = database.prepare(`
    SELECT number, content FROM submission WHERE connection_id = ?
      AND number IN (SELECT value FROM json_each(?)) AND (? IS NULL OR state IN (SELECT value FROM json_each(?)))
    ORDER BY number DESC LIMIT ?`);

  function unfiltered({ connectionId, states }: PageWish, before: number, limit: number): Row[] {
    if (!states) return all.all(connectionId, before, limit).map((found) => row.parse(found));
    return states
      .flatMap((state) => ofState.all(connectionId, state, before, limit).map((found) => row.parse(found)))
      .toSorted((a, b) => b.number - a.number)
      .slice(0, limit);
  }

  function searched({ connectionId, states }: PageWish, query: string, before: number, limit: number): Row[] {
    const rows: Row[] = [];
    const stateList = states ? JSON.stringify(states) : null;
    let from = before;
    while (rows.length < limit) {
      const numbers = matching.all(query, from, looked).map((found) => numberRow.parse(found).number);
      const found = wanted.all(connectionId, JSON.stringify(numbers), stateList, stateList, limit - rows.length);
      rows.push(...found.map((one) => row.parse(one)));
      const last = numbers.at(-1);
      if (last === undefined || numbers.length < looked) break;
      from = last;
    }
    return rows;
  }

  return {
    page(wish: PageWish): Page {
      const before = wish.before ?? newest;
      const query = wish.text === undefined ? null : searchQuery(wish.text);
      // One more than asked for tells whether there is a next page.
      const limit = wish.limit + 1;
      const rows = query === null ? unfiltered(wish, before, limit) : searched(wish, query, before, limit);
      const shown = rows.slice(0, wish.limit);
      return {
        rows: shown.map(readSubmission),
        next: rows.length > shown.length ? (shown.at(-1)?.number ?? null) : null,
      };
    },
  };
}
