import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Listed, Reading } from '../tracking/reading.ts';
import { transaction } from './transaction.ts';

/** SQLite has no booleans. */
const flag = z.number().transform((stored) => stored !== 0);
const header = z
  .object({
    account: z.string().nullable(),
    began_at: z.number(),
    read: z.number(),
    largest: z.number(),
    total: z.number(),
    steady: flag,
    mixed: flag,
    rounds: z.number(),
    unreadable: z.number(),
  })
  .transform(({ began_at, ...rest }) => ({ ...rest, beganAt: began_at }))
  .optional();
const document = z
  .object({ id: z.string(), name: z.string(), status: z.string() })
  .transform(({ id, name, status }): Listed => ({ documentId: id, name, status }));

/** Unfinished readings of the overview. A reading may need several checks, so it has to survive a restart. */
export function createReadings(database: DatabaseSync) {
  const read = database.prepare(
    'SELECT account, began_at, read, largest, total, steady, mixed, rounds, unreadable FROM reading WHERE connection_id = ?',
  );
  const documents = database.prepare(
    'SELECT id, name, status FROM reading_document WHERE connection_id = ? ORDER BY rowid',
  );
  const put = database.prepare(`
    INSERT OR REPLACE INTO reading
      (connection_id, account, began_at, read, largest, total, steady, mixed, rounds, unreadable)
    VALUES (:connectionId, :account, :beganAt, :read, :largest, :total, :steady, :mixed, :rounds, :unreadable)`);
  const putDocument = database.prepare(
    'INSERT OR IGNORE INTO reading_document (connection_id, id, name, status) VALUES (?, ?, ?, ?)',
  );
  const remove = database.prepare('DELETE FROM reading WHERE connection_id = ?');
  const removeDocuments = database.prepare('DELETE FROM reading_document WHERE connection_id = ?');
  return {
    find(connectionId: string): Reading | null {
      const found = header.parse(read.get(connectionId));
      if (!found) return null;
      const listed = documents.all(connectionId).map((one) => document.parse(one));
      return { ...found, documents: new Map(listed.map((one) => [one.documentId, one])), whole: false };
    },
    /** `before`: the stored part of this reading. */
    save(connectionId: string, reading: Reading, before: Reading | null): void {
      const { documents: _documents, whole: _whole, steady, mixed, ...columns } = reading;
      const kept = before !== null && beginsWith(reading, before) ? before : null;
      transaction(database, () => {
        if (kept === null) removeDocuments.run(connectionId);
        put.run({ connectionId, ...columns, steady: steady ? 1 : 0, mixed: mixed ? 1 : 0 });
        for (const { documentId, name, status } of reading.documents.values())
          if (!kept?.documents.has(documentId)) putDocument.run(connectionId, documentId, name, status);
      });
    },
    clear(connectionId: string): void {
      transaction(database, () => {
        remove.run(connectionId);
        removeDocuments.run(connectionId);
      });
    },
  };
}

/** Does the reading still begin with the stored documents? New documents come before them, as the overview is newest first. */
function beginsWith({ documents }: Reading, before: Reading): boolean {
  const [first] = documents.keys();
  return first === undefined || before.documents.has(first);
}
