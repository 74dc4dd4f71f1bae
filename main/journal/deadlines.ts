import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DeadlineName } from '../tracking/store.ts';
import { statementsOf } from './statements.ts';

/** Says how far the list of documents was read. Where the list goes, these go with it. */
export const READING_DEADLINES = `('read-whole', 'list-longer', 'unlisted', 'newest-before', 'running-before')`;

export function createDeadlines(database: DatabaseSync) {
  const { read, put } = statementsOf(database);
  const one = read(z.object({ at: z.number() }), 'FROM deadline WHERE connection_id = ? AND name = ?');
  const set = put('deadline', ['connection_id', 'name'], ['at']);
  return {
    get: (connectionId: string, name: DeadlineName): number | null => one.get(connectionId, name)?.at ?? null,
    set: (connectionId: string, name: DeadlineName, at: number): void => set(connectionId, name, at),
  };
}
