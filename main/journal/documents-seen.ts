import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type ListedDocument, listedDocument } from '../../preload/contract/document.ts';
import { jsonText } from './connections.ts';
import { transaction } from './transaction.ts';

const row = z.object({ entry: jsonText.pipe(listedDocument) });

/** The documents of a connection as its last check listed them, so that the list is there before the next one. */
export function createDocumentsSeen(database: DatabaseSync) {
  const read = database.prepare('SELECT entry FROM document_seen WHERE connection_id = ? ORDER BY position');
  const remove = database.prepare('DELETE FROM document_seen WHERE connection_id = ?');
  const insert = database.prepare(
    `INSERT INTO document_seen (connection_id, id, position, entry) VALUES (?, ?, ?, ?)
     ON CONFLICT (connection_id, id) DO UPDATE SET entry = excluded.entry`,
  );
  return {
    /** Leaves out entries that this version cannot read: the next check lists them again. */
    list: (connectionId: string): ListedDocument[] =>
      read.all(connectionId).flatMap((found) => row.safeParse(found).data?.entry ?? []),
    replace(connectionId: string, documents: readonly ListedDocument[]): void {
      transaction(database, () => {
        remove.run(connectionId);
        for (const [position, document] of documents.entries())
          insert.run(connectionId, document.id, position, JSON.stringify(document));
      });
    },
  };
}
