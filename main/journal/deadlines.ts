import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DeadlineName } from '../tracking/store.ts';

export function createDeadlines(database: DatabaseSync) {
  const read = database.prepare('SELECT at FROM deadline WHERE connection_id = ? AND name = ?');
  const write = database.prepare(
    `INSERT INTO deadline (connection_id, name, at) VALUES (?, ?, ?)
     ON CONFLICT (connection_id, name) DO UPDATE SET at = excluded.at`,
  );
  const found = z.object({ at: z.number() }).optional();
  return {
    get: (connectionId: string, name: DeadlineName): number | null =>
      found.parse(read.get(connectionId, name))?.at ?? null,
    set: (connectionId: string, name: DeadlineName, at: number): void => void write.run(connectionId, name, at),
  };
}
