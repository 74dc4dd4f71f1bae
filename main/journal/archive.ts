import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { statementsOf } from './statements.ts';
import { lazyTransaction } from './transaction.ts';

const archivedRow = z.object({
  key: z.string(),
  /** The end of its submission. Null: it has none. */
  end: z.string().nullable(),
  /** The status of its document. Null: it was unknown. */
  status: z.string().nullable(),
});
/** A row that a person put out of sight, with the end that it had then. */
export type ArchivedRow = z.infer<typeof archivedRow>;

/** Returns the status as the archive stores it. An alarm about the copy that comes later brings the row back. */
export const archivedStatus = (status: string, isAlarm: boolean): string => (isAlarm ? `${status} alarm` : status);

/** Stores which rows a person put out of sight. Their history stays. */
export function createArchive(database: DatabaseSync) {
  const { ask, part, put, change } = statementsOf(database);
  const columns = 'row_key AS key, submission_end AS end, document_status AS status';
  const sql = {
    // Without the plus, SQLite would sort all rows of the connection for each part.
    part: part(
      archivedRow,
      `SELECT number, ${columns} FROM archived_row WHERE number > ? AND +connection_id = ? ORDER BY number LIMIT ?`,
    ),
    one: ask(archivedRow, `SELECT ${columns} FROM archived_row WHERE connection_id = ? AND row_key = ?`),
    put: put('archived_row', ['connection_id', 'row_key'], ['submission_end', 'document_status']),
    remove: change('DELETE FROM archived_row WHERE connection_id = ? AND row_key = ?'),
  };
  return {
    part: (connectionId: string, after: number, limit: number) => sql.part(after, connectionId, limit),
    find: (connectionId: string, key: string): ArchivedRow | null => sql.one.get(connectionId, key),
    add(connectionId: string, rows: readonly ArchivedRow[]): void {
      lazyTransaction(database, () => {
        for (const { key, end, status } of rows) sql.put(connectionId, key, end, status);
      });
    },
    remove(connectionId: string, keys: readonly string[]): void {
      lazyTransaction(database, () => {
        for (const key of keys) sql.remove(connectionId, key);
      });
    },
  };
}
