import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Events } from './events.ts';
import { jsonText, statementsOf } from './statements.ts';
import { transaction } from './transaction.ts';

const row = z.object({ id: z.string(), connectionId: z.string(), label: z.string(), content: jsonText });
/** A stored profile or watched folder. The label of a profile is its name, that of a folder its path. */
export type Arrangement = z.infer<typeof row>;

const columns = { profile: 'name', folder: 'path' } as const;

/** Stores profiles or watched folders: choices that a person saved for many hand-overs. */
export function createArrangements(database: DatabaseSync, events: Events, table: keyof typeof columns) {
  const { ask, put, change } = statementsOf(database);
  const label = columns[table];
  const every = `SELECT id, connection_id AS connectionId, ${label} AS label, content FROM ${table}`;
  const sql = {
    of: ask(row, `${every} WHERE connection_id = ? ORDER BY number`),
    every: ask(row, every),
    put: put(table, ['id'], ['connection_id', label, 'content']),
    remove: change(`DELETE FROM ${table} WHERE id = ?`),
  };
  return {
    of: (connectionId: string): readonly Arrangement[] => sql.of.readable(connectionId),
    /** Counts what this version cannot read, on all connections. It stays in the journal and is not listed. */
    unreadable: (): number => sql.every.unreadable(),
    /** Saves the arrangement. `told` is the kind of event that a person will read about. */
    save({ id, connectionId, label: text, content }: Arrangement, at: number, told?: string): void {
      const subject = `${table}:${id}`;
      transaction(database, () => {
        sql.put(id, connectionId, text, JSON.stringify(content));
        events.append({ at, subject, kind: `${table}-saved`, content: { connectionId, label: text } });
        if (told !== undefined) events.append({ at, subject, kind: told, content: {} });
      });
    },
    remove(id: string, at: number): void {
      transaction(database, () => {
        if (sql.remove(id) === 0) return;
        events.append({ at, subject: `${table}:${id}`, kind: `${table}-removed`, content: {} });
      });
    },
  };
}
