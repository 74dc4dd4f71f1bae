import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type ListedDocument, listedDocument } from '../../preload/contract/document.ts';
import type { Placed } from '../tracking/listed-places.ts';
import { jsonText, statementsOf } from './statements.ts';
import { lazyTransaction } from './transaction.ts';

const entry = z.object({ entry: jsonText.pipe(listedDocument) }).transform((found) => found.entry);
const placed = z.object({ id: z.string(), position: z.number() });
const stored = z.object({ position: z.number(), entry: z.string() });

/** Stores the documents as the last check listed them, so that the list is there before the next check. */
export function createDocumentsSeen(database: DatabaseSync) {
  const { ask, read, each, put, exists, change } = statementsOf(database);
  const key = ['connection_id', 'id'];
  const sql = {
    all: ask(entry, 'SELECT entry FROM document_seen WHERE connection_id = ? ORDER BY position'),
    one: ask(entry, 'SELECT entry FROM document_seen WHERE connection_id = ? AND id = ?'),
    stored: read(stored, 'FROM document_seen WHERE connection_id = ? AND id = ?'),
    places: each(
      'id',
      placed,
      'SELECT id, position FROM document_seen WHERE connection_id = ? AND id > ? ORDER BY id LIMIT ?',
    ),
    has: exists('SELECT 1 FROM document_seen WHERE connection_id = ? AND id = ?'),
    count: ask(z.object({ count: z.number() }), 'SELECT count(*) AS count FROM document_seen WHERE connection_id = ?'),
    left: exists('SELECT 1 FROM document_seen WHERE connection_id = ? AND id NOT IN (SELECT value FROM json_each(?))'),
    put: put('document_seen', key, ['entry', 'position']),
    replace: put('document_seen', key, ['entry'], ['position']),
    change: change('UPDATE document_seen SET entry = ? WHERE connection_id = ? AND id = ?'),
    remove: change('DELETE FROM document_seen WHERE connection_id = ? AND id = ?'),
    clear: change('DELETE FROM document_seen WHERE connection_id = ?'),
  };

  return {
    find: (connectionId: string, id: string): ListedDocument | null => sql.one.find(connectionId, id),
    has: (connectionId: string, id: string): boolean => sql.has(connectionId, id),
    count: (connectionId: string): number => sql.count.find(connectionId)?.count ?? 0,
    /** Returns the place of each document, without its content. */
    places: (connectionId: string): Generator<Placed> => sql.places(connectionId),
    /** Tells whether a document is new or differs from the last check's entry. */
    isChanged: (connectionId: string, document: ListedDocument): boolean =>
      sql.stored.get(connectionId, document.id)?.entry !== JSON.stringify(document),
    /** Tells whether the last check listed a document that is not among these. */
    leavesOut: (connectionId: string, ids: readonly string[]): boolean => sql.left(connectionId, JSON.stringify(ids)),
    put(connectionId: string, documents: readonly { document: ListedDocument; position: number }[]): void {
      lazyTransaction(database, () => {
        for (const { document, position } of documents) {
          const text = JSON.stringify(document);
          const found = sql.stored.get(connectionId, document.id);
          if (found?.entry !== text || found.position !== position) sql.put(connectionId, document.id, text, position);
        }
      });
    },
    /** Stores another state of a document that is already listed. */
    change: (connectionId: string, document: ListedDocument): void =>
      void sql.change(JSON.stringify(document), connectionId, document.id),
    drop(connectionId: string, ids: readonly string[]): void {
      lazyTransaction(database, () => {
        for (const id of ids) sql.remove(connectionId, id);
      });
    },
    /** Leaves out entries that this version cannot read: the next check lists them again. */
    list: (connectionId: string): ListedDocument[] => sql.all.readable(connectionId),
    replace(connectionId: string, documents: readonly ListedDocument[]): void {
      lazyTransaction(database, () => {
        sql.clear(connectionId);
        for (const [position, document] of documents.entries())
          sql.replace(connectionId, document.id, JSON.stringify(document), position);
      });
    },
  };
}
