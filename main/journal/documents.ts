import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type ListedDocument, listedDocument } from '../../preload/contract/document.ts';
import type { Events } from './events.ts';
import { statementsOf } from './statements.ts';
import { lazyTransaction } from './transaction.ts';

/** Stores each document as it was seen last. A document stays after the service has deleted it. */
export function createDocuments(database: DatabaseSync, events: Events) {
  const { read, put, change } = statementsOf(database);
  const stored = read(z.object({ entry: z.string() }), 'FROM document WHERE connection_id = ? AND id = ?');
  const seen = read(
    z.object({ lastSeen: z.number() }),
    'FROM document WHERE connection_id = ? AND id = ? AND status = ?',
  );
  const save = put('document', ['connection_id', 'id'], ['status', 'entry', 'last_seen'], ['first_seen']);
  const remove = change('DELETE FROM document WHERE connection_id = ? AND id = ?');
  return {
    find(connectionId: string, id: string): ListedDocument | null {
      const found = stored.get(connectionId, id);
      return found && listedDocument.parse(JSON.parse(found.entry));
    },
    /** Returns the time of the last check that showed this status, or null if a later check showed another one. */
    lastSeenAs: (connectionId: string, id: string, status: string): number | null =>
      seen.get(connectionId, id, status)?.lastSeen ?? null,
    /** Forgets a deleted draft whose submission has a row of its own. Its history stays. */
    forget: (connectionId: string, id: string): void => void remove(connectionId, id),
    /** Stores a document that no check has shown. What nobody has read is no history. */
    assume(connectionId: string, entry: ListedDocument, at: number): void {
      save(connectionId, entry.id, entry.documentStatus, JSON.stringify(entry), at, at);
    },
    /** Stores the documents that a check showed. Only changes become history. */
    see(connectionId: string, entries: readonly ListedDocument[], at: number): void {
      lazyTransaction(database, () => {
        for (const entry of entries) {
          const known = stored.get(connectionId, entry.id)?.entry;
          const now = JSON.stringify(entry);
          save(connectionId, entry.id, entry.documentStatus, now, at, at);
          if (known === now) continue;
          const { documentStatus, signStatus, name } = entry;
          events.append({
            at,
            subject: `document:${entry.id}`,
            kind: known === undefined ? 'document-seen' : 'document-changed',
            content: { connectionId, name, documentStatus, signStatus },
          });
        }
      });
    },
  };
}
