import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type ListedDocument, listedDocument } from '../../preload/contract/document.ts';
import type { Events } from './events.ts';
import { transaction } from './transaction.ts';

const row = z
  .object({ entry: z.string(), first_seen: z.number(), last_seen: z.number() })
  .transform(({ entry, first_seen, last_seen }) => ({
    entry: listedDocument.parse(JSON.parse(entry)),
    firstSeen: first_seen,
    lastSeen: last_seen,
  }));
export type DocumentLastSeen = z.infer<typeof row>;

const text = z.object({ entry: z.string() }).optional();

/** Each document by its id as it was seen last; it stays when the service has long deleted it. */
export function createDocuments(database: DatabaseSync, events: Events) {
  const find = database.prepare('SELECT entry, first_seen, last_seen FROM document WHERE connection_id = ? AND id = ?');
  const before = database.prepare('SELECT entry FROM document WHERE connection_id = ? AND id = ?');
  const put = database.prepare(`
    INSERT INTO document (connection_id, id, status, entry, first_seen, last_seen) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (connection_id, id) DO UPDATE SET status = excluded.status, entry = excluded.entry,
      last_seen = excluded.last_seen`);
  return {
    find(connectionId: string, id: string): DocumentLastSeen | null {
      const found = find.get(connectionId, id);
      return found ? row.parse(found) : null;
    },
    /** What a check showed. Only what changed becomes history. */
    see(connectionId: string, entries: readonly ListedDocument[], at: number): void {
      transaction(database, () => {
        for (const entry of entries) {
          const known = text.parse(before.get(connectionId, entry.id))?.entry;
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
