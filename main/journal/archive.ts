import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { lazyTransaction } from './transaction.ts';

const archivedRow = z.object({
  /** The key of the row in the list. */
  key: z.string(),
  /** How its submission had ended. Null: it has none. */
  end: z.string().nullable(),
  /** The status of its document. Null: it was unknown. */
  status: z.string().nullable(),
});
/** A row that a person put out of sight, with the end that it had then. */
export type ArchivedRow = z.infer<typeof archivedRow>;

const numbered = z.object({ number: z.number() });

/** Rows of the list that a person put out of sight. Their history stays. */
export function createArchive(database: DatabaseSync) {
  const columns = 'row_key AS key, submission_end AS end, document_status AS status';
  // Without the plus, SQLite would sort all rows of the connection for each part.
  const part = database.prepare(
    `SELECT number, ${columns} FROM archived_row WHERE number > ? AND +connection_id = ? ORDER BY number LIMIT ?`,
  );
  const one = database.prepare(`SELECT ${columns} FROM archived_row WHERE connection_id = ? AND row_key = ?`);
  const put = database.prepare(
    `INSERT INTO archived_row (connection_id, row_key, submission_end, document_status) VALUES (?, ?, ?, ?)
     ON CONFLICT (connection_id, row_key) DO UPDATE SET submission_end = excluded.submission_end,
       document_status = excluded.document_status`,
  );
  const remove = database.prepare('DELETE FROM archived_row WHERE connection_id = ? AND row_key = ?');
  return {
    /** A part of all rows. `next`: where the next part begins; null for the last one. */
    part(connectionId: string, after: number, limit: number) {
      const found = part.all(after, connectionId, limit);
      const next = numbered.safeParse(found.at(-1)).data?.number ?? null;
      return { rows: found.map((row) => archivedRow.parse(row)), next };
    },
    find(connectionId: string, key: string): ArchivedRow | null {
      const found = one.get(connectionId, key);
      return found ? archivedRow.parse(found) : null;
    },
    add(connectionId: string, rows: readonly ArchivedRow[]): void {
      lazyTransaction(database, () => {
        for (const { key, end, status } of rows) put.run(connectionId, key, end, status);
      });
    },
    remove(connectionId: string, keys: readonly string[]): void {
      lazyTransaction(database, () => {
        for (const key of keys) remove.run(connectionId, key);
      });
    },
  };
}
