import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const number = z.object({ value: z.number() });

/** Measures the journal, only by questions that SQLite answers without reading the rows. */
export function createStatistics(database: DatabaseSync) {
  const ask = (sql: string): number => number.parse(database.prepare(sql).get()).value;
  /** Reads the highest number of a row. Deleted rows count, too. */
  const highest = (table: string) => ask(`SELECT ifnull(max(rowid), 0) AS value FROM ${table}`);
  return () => ({
    version: ask('SELECT user_version AS value FROM pragma_user_version'),
    bytes:
      ask('SELECT page_count AS value FROM pragma_page_count') * ask('SELECT page_size AS value FROM pragma_page_size'),
    freePages: ask('SELECT freelist_count AS value FROM pragma_freelist_count'),
    events: highest('journal_event'),
    submissions: highest('submission'),
    documents: highest('document'),
    savedCopies: highest('saved_copy'),
    people: highest('person'),
    reminders: highest('reminder'),
  });
}
