import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type ListedDocument, listedDocument } from '../../preload/contract/document.ts';
import type { Placed } from '../tracking/listed-places.ts';
import { jsonText } from './connections.ts';
import { inPartsById } from './parts.ts';
import { lazyTransaction } from './transaction.ts';

const row = z.object({ entry: jsonText.pipe(listedDocument) });
const placed = z.array(z.object({ id: z.string(), position: z.number() }));
const stored = z.object({ position: z.number(), entry: z.string() }).optional();

/** The documents of a connection as its last check listed them, so that the list is there before the next one. */
export function createDocumentsSeen(database: DatabaseSync) {
  const read = database.prepare('SELECT entry FROM document_seen WHERE connection_id = ? ORDER BY position');
  const remove = database.prepare('DELETE FROM document_seen WHERE connection_id = ?');
  const insert = database.prepare(
    `INSERT INTO document_seen (connection_id, id, position, entry) VALUES (?, ?, ?, ?)
     ON CONFLICT (connection_id, id) DO UPDATE SET entry = excluded.entry`,
  );
  const places = database.prepare(
    'SELECT id, position FROM document_seen WHERE connection_id = ? AND id > ? ORDER BY id LIMIT ?',
  );
  const one = database.prepare('SELECT position, entry FROM document_seen WHERE connection_id = ? AND id = ?');
  const left = database.prepare(
    'SELECT id FROM document_seen WHERE connection_id = ? AND id NOT IN (SELECT value FROM json_each(?)) LIMIT 1',
  );
  const put = database.prepare(
    `INSERT INTO document_seen (connection_id, id, position, entry) VALUES (?, ?, ?, ?)
     ON CONFLICT (connection_id, id) DO UPDATE SET entry = excluded.entry, position = excluded.position`,
  );
  const changeOne = database.prepare('UPDATE document_seen SET entry = ? WHERE connection_id = ? AND id = ?');
  const removeOne = database.prepare('DELETE FROM document_seen WHERE connection_id = ? AND id = ?');

  return {
    find(connectionId: string, id: string): ListedDocument | null {
      return row.safeParse(one.get(connectionId, id)).data?.entry ?? null;
    },
    /** The place of each document, without its content. */
    places: (connectionId: string): Generator<Placed> =>
      inPartsById((after, limit) => placed.parse(places.all(connectionId, after, limit))),
    /** Whether a document is new or other than the last check listed it. */
    isChanged(connectionId: string, document: ListedDocument): boolean {
      const found = stored.parse(one.get(connectionId, document.id));
      return found?.entry !== JSON.stringify(document);
    },
    /** Whether the last check listed a document that is not among these. */
    leavesOut: (connectionId: string, ids: readonly string[]): boolean =>
      left.get(connectionId, JSON.stringify(ids)) !== undefined,
    put(connectionId: string, documents: readonly { document: ListedDocument; position: number }[]): void {
      lazyTransaction(database, () => {
        for (const { document, position } of documents) {
          const entry = JSON.stringify(document);
          const found = stored.parse(one.get(connectionId, document.id));
          if (found?.entry !== entry || found.position !== position)
            put.run(connectionId, document.id, position, entry);
        }
      });
    },
    /** Another state of a document that is listed already. */
    change(connectionId: string, document: ListedDocument): void {
      changeOne.run(JSON.stringify(document), connectionId, document.id);
    },
    drop(connectionId: string, ids: readonly string[]): void {
      lazyTransaction(database, () => {
        for (const id of ids) removeOne.run(connectionId, id);
      });
    },
    /** Leaves out entries that this version cannot read: the next check lists them again. */
    list: (connectionId: string): ListedDocument[] =>
      read.all(connectionId).flatMap((found) => row.safeParse(found).data?.entry ?? []),
    replace(connectionId: string, documents: readonly ListedDocument[]): void {
      lazyTransaction(database, () => {
        remove.run(connectionId);
        for (const [position, document] of documents.entries())
          insert.run(connectionId, document.id, position, JSON.stringify(document));
      });
    },
  };
}
