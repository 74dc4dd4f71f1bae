import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type ListedDocument, listedDocument } from '../../preload/contract/document.ts';
import type { Events } from './events.ts';
import { lazyTransaction } from './transaction.ts';

const row = z.object({ entry: z.string() }).optional();
const seenRow = z.object({ last_seen: z.number() }).optional();

/** Each document by its id as it was seen last; it stays when the service has long deleted it. */
export function createDocuments(database: DatabaseSync, events: Events) {
  const stored = database.prepare('SELECT entry FROM document WHERE connection_id = ? AND id = ?');
  const seen = database.prepare('SELECT last_seen FROM document WHERE connection_id = ? AND id = ? AND status = ?');
  const put = database.prepare(`
    INSERT INTO document (connection_id, id, status, entry, first_seen, last_seen) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (connection_id, id) DO UPDATE SET status = excluded.status, entry = excluded.entry,
      last_seen = excluded.last_seen`);
  const remove = database.prepare('DELETE FROM document WHERE connection_id = ? AND id = ?');
  return {
    find(connectionId: string, id: string): ListedDocument | null {
      const found = row.parse(stored.get(connectionId, id));
      return found ? listedDocument.parse(JSON.parse(found.entry)) : null;
    },
    /** The check that showed it with this status last, if it shows no other one since. */
    lastSeenAs: (connectionId: string, id: string, status: string): number | null =>
      seenRow.parse(seen.get(connectionId, id, status))?.last_seen ?? null,
    /** A deleted draft whose submission has a row of its own. Its history stays. */
    forget: (connectionId: string, id: string): void => void remove.run(connectionId, id),
    /** Stores the documents that a check showed. Only changes become history. */
    see(connectionId: string, entries: readonly ListedDocument[], at: number): void {
      lazyTransaction(database, () => {
        for (const entry of entries) {
          const known = row.parse(stored.get(connectionId, entry.id))?.entry;
          const now = JSON.stringify(entry);
          put.run(connectionId, entry.id, entry.documentStatus, now, at, at);
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
