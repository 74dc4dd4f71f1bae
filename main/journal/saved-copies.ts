import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { baseOf } from './connections.ts';
import type { Events } from './events.ts';
import { transaction } from './transaction.ts';

const row = z
  .object({
    connection_id: z.string(),
    document_id: z.string(),
    path: z.string(),
    sha256: z.string(),
    size: z.number(),
    at: z.number(),
  })
  .transform(({ connection_id, document_id, ...rest }) => ({
    connectionId: connection_id,
    documentId: document_id,
    ...rest,
  }));
export type SavedCopy = z.infer<typeof row>;

/** `number`: its place in the order in which all copies were saved. */
export type NumberedCopy = SavedCopy & { readonly number: number };

const numberRow = z.object({ number: z.number() });
const countRow = z.object({ count: z.number() });
const atRow = z.object({ at: z.number() }).optional();
const ownerRow = z.object({ document_id: z.string() }).optional();

/** Verified signed files on disk. */
export function createSavedCopies(database: DatabaseSync, events: Events) {
  const insert = database.prepare(`
    INSERT INTO saved_copy (connection_id, document_id, path, sha256, size, at, service, account)
    VALUES (:connectionId, :documentId, :path, :sha256, :size, :at,
      (SELECT ${baseOf('connection')} FROM connection WHERE id = :connectionId),
      (SELECT account FROM document_fact WHERE connection_id = :connectionId AND id = :documentId))`);
  const elsewhere = database.prepare(`
    SELECT copy.* FROM saved_copy AS copy
      JOIN connection AS here ON here.id = :connectionId
      JOIN document_fact AS fact ON fact.connection_id = :connectionId AND fact.id = :documentId
    WHERE copy.document_id = :documentId AND copy.connection_id <> :connectionId
      AND copy.service = ${baseOf('here')} AND copy.account = fact.account
    ORDER BY copy.number DESC`);
  const latest = database.prepare('SELECT * FROM saved_copy WHERE connection_id = ? ORDER BY number');
  const read = database.prepare('SELECT * FROM saved_copy WHERE connection_id = ? AND document_id = ? ORDER BY number');
  const owner = database.prepare('SELECT document_id FROM saved_copy WHERE path = ? ORDER BY number DESC LIMIT 1');
  const known = database.prepare('SELECT at FROM saved_copy WHERE sha256 = ? ORDER BY number LIMIT 1');
  const count = database.prepare('SELECT count(DISTINCT document_id) AS count FROM saved_copy WHERE connection_id = ?');
  const page = database.prepare(`
    SELECT * FROM saved_copy AS copy WHERE connection_id = ? AND number > ? AND NOT EXISTS (
      SELECT 1 FROM saved_copy AS later
      WHERE later.connection_id = copy.connection_id AND later.document_id = copy.document_id
        AND later.number > copy.number)
    ORDER BY number LIMIT ?`);
  return {
    /** How many documents have a copy. */
    count: (connectionId: string): number => countRow.parse(count.get(connectionId)).count,
    /** The newest copies of documents, in the order in which they were saved, after the copy with this number. */
    newestAfter: (connectionId: string, number: number, limit: number): readonly NumberedCopy[] =>
      page.all(connectionId, number, limit).map((found) => ({ ...row.parse(found), ...numberRow.parse(found) })),
    /** The document whose copy was saved under this path last. */
    ownerOf: (path: string): string | null => ownerRow.parse(owner.get(path))?.document_id ?? null,
    /** When a copy with this content was first saved. Null: this content is no copy of ours. */
    savedAt: (sha256: string): number | null => atRow.parse(known.get(sha256))?.at ?? null,
    of: (connectionId: string, documentId: string): readonly SavedCopy[] =>
      read.all(connectionId, documentId).map((found) => row.parse(found)),
    /** Copies of this document that its account saved through other connections, the newest first. */
    ofOtherConnections: (connectionId: string, documentId: string): readonly SavedCopy[] =>
      elsewhere.all({ connectionId, documentId }).map((found) => row.parse(found)),
    /** The newest copy of each document. */
    latest: (connectionId: string): ReadonlyMap<string, SavedCopy> =>
      new Map(
        latest
          .all(connectionId)
          .map((found) => row.parse(found))
          .map((copy) => [copy.documentId, copy]),
      ),
    add(copy: SavedCopy): void {
      transaction(database, () => {
        insert.run(copy);
        const { documentId, at, ...content } = copy;
        events.append({ at, subject: `document:${documentId}`, kind: 'saved', content });
      });
    },
  };
}
