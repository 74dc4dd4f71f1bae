import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { baseOf } from './connections.ts';
import type { Events } from './events.ts';
import { statementsOf } from './statements.ts';
import { transaction } from './transaction.ts';

const row = z.object({
  connectionId: z.string(),
  documentId: z.string(),
  path: z.string(),
  sha256: z.string(),
  size: z.number(),
  at: z.number(),
});
export type SavedCopy = z.infer<typeof row>;

/** `number`: its place in the order in which all copies were saved. */
const numbered = row.extend({ number: z.number() });
export type NumberedCopy = z.infer<typeof numbered>;

interface Place {
  readonly table: 'saved_copy' | 'rescued_file';
  /** The kind of the event that a new file adds to the history of its document. */
  readonly event: 'saved' | 'rescued';
}

/** Stores which verified files of documents are on disk. */
export function createSavedFiles(database: DatabaseSync, events: Events, { table, event }: Place) {
  const { read } = statementsOf(database);
  const insert = database.prepare(`
    INSERT INTO ${table} (connection_id, document_id, path, sha256, size, at, service, account)
    VALUES (:connectionId, :documentId, :path, :sha256, :size, :at,
      (SELECT ${baseOf('connection')} FROM connection WHERE id = :connectionId),
      (SELECT account FROM document_fact WHERE connection_id = :connectionId AND id = :documentId))`);
  const elsewhere = read(
    row,
    `FROM ${table} AS copy WHERE document_id = ?2 AND connection_id <> ?1
       AND service = (SELECT ${baseOf('connection')} FROM connection WHERE id = ?1)
       AND account = (SELECT fact.account FROM document_fact AS fact WHERE fact.connection_id = ?1 AND fact.id = ?2)
     ORDER BY number DESC`,
  );
  const ofDocument = read(row, `FROM ${table} WHERE connection_id = ? AND document_id = ? ORDER BY number`);
  const ofPath = read(row, `FROM ${table} WHERE path = ? ORDER BY number DESC LIMIT 1`);
  return {
    /** Returns the document whose file was saved under this path last. */
    ownerOf: (path: string): string | null => ofPath.get(path)?.documentId ?? null,
    of: (connectionId: string, documentId: string): readonly SavedCopy[] => ofDocument.all(connectionId, documentId),
    /** Returns files of this document that its account saved through other connections, the newest first. */
    ofOtherConnections: (connectionId: string, documentId: string): readonly SavedCopy[] =>
      elsewhere.all(connectionId, documentId),
    add(copy: SavedCopy): void {
      transaction(database, () => {
        insert.run(copy);
        const { documentId, at, ...content } = copy;
        events.append({ at, subject: `document:${documentId}`, kind: event, content });
      });
    },
  };
}

export type SavedFiles = ReturnType<typeof createSavedFiles>;

/** Stores which verified signed files are on disk. */
export function createSavedCopies(database: DatabaseSync, events: Events) {
  const { ask, read } = statementsOf(database);
  const ofContent = read(row, 'FROM saved_copy WHERE sha256 = ? ORDER BY number LIMIT 1');
  const count = ask(
    z.object({ count: z.number() }),
    'SELECT count(DISTINCT document_id) AS count FROM saved_copy WHERE connection_id = ?',
  );
  const page = read(
    numbered,
    `FROM saved_copy AS copy WHERE connection_id = ? AND number > ? AND NOT EXISTS (
       SELECT 1 FROM saved_copy AS later
       WHERE later.connection_id = copy.connection_id AND later.document_id = copy.document_id
         AND later.number > copy.number)
     ORDER BY number LIMIT ?`,
  );
  return {
    ...createSavedFiles(database, events, { table: 'saved_copy', event: 'saved' }),
    count: (connectionId: string): number => count.get(connectionId)?.count ?? 0,
    /** Returns the next copies after the copy with this number, in the order in which they were saved. */
    newestAfter: (connectionId: string, number: number, limit: number): readonly NumberedCopy[] =>
      page.all(connectionId, number, limit),
    /** Returns the time at which a copy with this content was first saved. Null: this content is no copy of ours. */
    savedAt: (sha256: string): number | null => ofContent.get(sha256)?.at ?? null,
  };
}
