import type { DatabaseSync } from 'node:sqlite';
import type { Submission } from '../submission/submission.ts';
import { type Part, statementsOf } from './statements.ts';
import { submissionRow } from './submissions.ts';
import { noteDamage } from './transaction.ts';

interface PageQuery {
  readonly connectionId: string;
  /** The `next` of the page before. */
  readonly before?: number | null;
  readonly limit: number;
}

const newest = Number.MAX_SAFE_INTEGER;

/** Reads the submissions in pages, newest first. Each page begins where the last one ended, so deep pages are fast. */
export function createSubmissionPages(database: DatabaseSync) {
  const { part, exists } = statementsOf(database);
  const page = part(
    submissionRow,
    'SELECT number, content FROM submission WHERE connection_id = ? AND number < ? ORDER BY number DESC LIMIT ?',
  );
  const hasMore = exists('SELECT 1 FROM submission WHERE connection_id = ? AND number < ?');

  return {
    page({ connectionId, before, limit }: PageQuery): Part<Submission> {
      try {
        const found = page(connectionId, before ?? newest, limit);
        const isLast = found.next !== null && !hasMore(connectionId, found.next);
        return isLast ? { ...found, next: null } : found;
      } catch (error) {
        noteDamage(database, error);
        throw error;
      }
    },
  };
}
