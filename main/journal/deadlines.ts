import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/**
 * Moments that must survive a restart: when a connection was asked (`asked-there`: by the service's clock), last answered,
 * and may be asked again; and since when it is known that the service counts every page.
 */
export type DeadlineName = 'asked' | 'asked-there' | 'checked' | 'next-check' | 'pages-counted';

export function createDeadlines(database: DatabaseSync) {
  const read = database.prepare('SELECT at FROM deadline WHERE connection_id = ? AND name = ?');
  const write = database.prepare(
    `INSERT INTO deadline (connection_id, name, at) VALUES (?, ?, ?)
     ON CONFLICT (connection_id, name) DO UPDATE SET at = excluded.at`,
  );
  const remove = database.prepare('DELETE FROM deadline WHERE connection_id = ?');
  const found = z.object({ at: z.number() }).optional();
  return {
    get: (connectionId: string, name: DeadlineName): number | null =>
      found.parse(read.get(connectionId, name))?.at ?? null,
    clear: (connectionId: string): void => void remove.run(connectionId),
    set: (connectionId: string, name: DeadlineName, at: number): void => void write.run(connectionId, name, at),
  };
}
