import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Reading } from '../tracking/reading.ts';
import { flag, statementsOf } from './statements.ts';
import { transaction } from './transaction.ts';

const header = z.object({
  account: z.string().nullable(),
  beganAt: z.number(),
  read: z.number(),
  largest: z.number(),
  total: z.number(),
  steady: flag,
  mixed: flag,
  rounds: z.number(),
  unreadable: z.number(),
});
const document = z.object({ documentId: z.string(), name: z.string(), status: z.string() });

/** Stores unfinished readings of the overview. A reading may need several checks, so it has to survive a restart. */
export function createReadings(database: DatabaseSync) {
  const { ask, read, change } = statementsOf(database);
  const one = read(header, 'FROM reading WHERE connection_id = ?');
  const documents = ask(
    document,
    'SELECT id AS documentId, name, status FROM reading_document WHERE connection_id = ? ORDER BY rowid',
  );
  const put = database.prepare(`
    INSERT OR REPLACE INTO reading
      (connection_id, account, began_at, read, largest, total, steady, mixed, rounds, unreadable)
    VALUES (:connectionId, :account, :beganAt, :read, :largest, :total, :steady, :mixed, :rounds, :unreadable)`);
  const putDocument = change(
    'INSERT OR IGNORE INTO reading_document (connection_id, id, name, status) VALUES (?, ?, ?, ?)',
  );
  const remove = change('DELETE FROM reading WHERE connection_id = ?');
  const removeDocuments = change('DELETE FROM reading_document WHERE connection_id = ?');
  return {
    find(connectionId: string): Reading | null {
      const found = one.get(connectionId);
      const listed = documents.all(connectionId).map((shown) => [shown.documentId, shown] as const);
      return found && { ...found, documents: new Map(listed), whole: false };
    },
    /** Stores the reading. `before` is its part that is already stored. */
    save(connectionId: string, reading: Reading, before: Reading | null): void {
      const { documents: _documents, whole: _whole, steady, mixed, ...columns } = reading;
      const kept = before !== null && beginsWith(reading, before) ? before : null;
      transaction(database, () => {
        if (kept === null) removeDocuments(connectionId);
        put.run({ connectionId, ...columns, steady: steady ? 1 : 0, mixed: mixed ? 1 : 0 });
        for (const { documentId, name, status } of reading.documents.values())
          if (!kept?.documents.has(documentId)) putDocument(connectionId, documentId, name, status);
      });
    },
    clear(connectionId: string): void {
      transaction(database, () => {
        remove(connectionId);
        removeDocuments(connectionId);
      });
    },
  };
}

/**
 * Tells whether the reading still begins with the stored documents. New documents come before them, as the overview is
 * newest first.
 */
function beginsWith({ documents }: Reading, before: Reading): boolean {
  const [first] = documents.keys();
  return first === undefined || before.documents.has(first);
}
