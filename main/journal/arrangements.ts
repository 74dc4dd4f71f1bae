import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { jsonText } from './connections.ts';
import type { Events } from './events.ts';
import { transaction } from './transaction.ts';

const row = z
  .object({ id: z.string(), connection_id: z.string(), label: z.string(), content: jsonText })
  .transform(({ connection_id, content, ...rest }) => ({
    ...rest,
    connectionId: connection_id,
    content,
  }));
/** A stored profile or watched folder. The label of a profile is its name, that of a folder its path. */
export type Arrangement = z.infer<typeof row>;

const columns = { profile: 'name', folder: 'path' } as const;

/** Profiles or watched folders: choices that a person saved for many hand-overs. */
export function createArrangements(database: DatabaseSync, events: Events, table: keyof typeof columns) {
  const label = columns[table];
  const all = database.prepare(
    `SELECT id, connection_id, ${label} AS label, content FROM ${table} WHERE connection_id = ? ORDER BY number`,
  );
  const every = database.prepare(`SELECT id, connection_id, ${label} AS label, content FROM ${table}`);
  const put = database.prepare(`
    INSERT INTO ${table} (id, connection_id, ${label}, content) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET connection_id = excluded.connection_id, ${label} = excluded.${label},
      content = excluded.content`);
  const remove = database.prepare(`DELETE FROM ${table} WHERE id = ?`);
  return {
    of: (connectionId: string): readonly Arrangement[] =>
      all.all(connectionId).flatMap((found) => row.safeParse(found).data ?? []),
    /** How many of all connections this version cannot read. They stay in the journal and are not listed. */
    unreadable: (): number => every.all().filter((found) => !row.safeParse(found).success).length,
    /** `told`: the kind of event under which a person reads of it. */
    save({ id, connectionId, label: text, content }: Arrangement, at: number, told?: string): void {
      const subject = `${table}:${id}`;
      transaction(database, () => {
        put.run(id, connectionId, text, JSON.stringify(content));
        events.append({ at, subject, kind: `${table}-saved`, content: { connectionId, label: text } });
        if (told !== undefined) events.append({ at, subject, kind: told, content: {} });
      });
    },
    remove(id: string, at: number): void {
      transaction(database, () => {
        if (remove.run(id).changes === 0) return;
        events.append({ at, subject: `${table}:${id}`, kind: `${table}-removed`, content: {} });
      });
    },
  };
}
