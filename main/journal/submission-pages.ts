import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Submission } from '../submission/submission.ts';
import { readSubmission } from './submissions.ts';
import { noteDamage } from './transaction.ts';

export interface PageQuery {
  readonly connectionId: string;
  /** The `next` of the page before. */
  readonly before?: number | null;
  readonly limit: number;
}

export interface Page {
  readonly rows: readonly Submission[];
  /** Null: this is the last page. */
  readonly next: number | null;
}

const row = z.object({ number: z.number(), content: z.string() });

const newest = Number.MAX_SAFE_INTEGER;

/** The submissions in pages, newest first. Each page begins where the one before ended, so deep pages are fast as well. */
export function createSubmissionPages(database: DatabaseSync) {
  const all = database.prepare(
    'SELECT number, content FROM submission WHERE connection_id = ? AND number < ? ORDER BY number DESC LIMIT ?',
  );

  function page(query: PageQuery): Page {
    const before = query.before ?? newest;
    // Read one more to know whether there is a next page.
    const found = all.all(query.connectionId, before, query.limit + 1);
    const rows = found.map((one) => row.parse(one));
    const shown = rows.slice(0, query.limit);
    return {
      rows: shown.flatMap((one) => readSubmission(one) ?? []),
      next: rows.length > shown.length ? (shown.at(-1)?.number ?? null) : null,
    };
  }

  return {
    page(query: PageQuery): Page {
      try {
        return page(query);
      } catch (error) {
        noteDamage(database, error);
        throw error;
      }
    },
  };
}
