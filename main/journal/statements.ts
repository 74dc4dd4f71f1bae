import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';

/** The rows that are read at once of a long answer. */
const PART = 200;

/** SQLite has no booleans. */
export const flag = z.number().transform((stored) => stored !== 0);

/** Parses the JSON of a text column. Pipe it into the schema of the content. */
export const jsonText = z.string().transform((text, context): unknown => {
  const json = parseJson(text);
  if (json === undefined) context.addIssue({ code: 'custom', message: 'not JSON' });
  return json;
});

/** A part of a long answer. `next`: where the next part begins; null for the last one. */
export interface Part<T> {
  readonly rows: readonly T[];
  readonly unreadable: number;
  readonly next: number | null;
}

const numbered = z.object({ number: z.number() });

/** Lists the columns of a row in SQL: the field `savedAt` is the column `saved_at`. */
export const columnsOf = (row: z.ZodObject): string =>
  Object.keys(row.shape)
    .map((field) => `${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} AS "${field}"`)
    .join(', ');

/** Prepares the statements of a part of the journal, with what their rows are. */
export function statementsOf(database: DatabaseSync) {
  function ask<T>(row: z.ZodType<T>, sql: string) {
    const statement = database.prepare(sql);
    const parsed = (values: SQLInputValue[]) => statement.all(...values).map((found) => row.safeParse(found));
    return {
      get(...values: SQLInputValue[]): T | null {
        const found = statement.get(...values);
        return found === undefined ? null : row.parse(found);
      },
      all: (...values: SQLInputValue[]): T[] => statement.all(...values).map((found) => row.parse(found)),
      /** Finds a row. Returns null also for a row that this version cannot read. */
      find: (...values: SQLInputValue[]): T | null => row.safeParse(statement.get(...values)).data ?? null,
      /** Leaves out rows that this version cannot read. */
      readable: (...values: SQLInputValue[]): T[] => parsed(values).flatMap(({ data }) => data ?? []),
      unreadable: (...values: SQLInputValue[]): number => parsed(values).filter(({ success }) => !success).length,
      *each(...values: SQLInputValue[]): Generator<T> {
        for (const found of statement.iterate(...values)) yield row.parse(found);
      },
    };
  }

  return {
    ask,
    /** Asks for the fields of a row. `rest` is the SQL text after the columns. */
    read: <S extends z.ZodRawShape>(row: z.ZodObject<S>, rest: string) => ask(row, `SELECT ${columnsOf(row)} ${rest}`),
    /**
     * Asks for the rows of a long answer in parts: thousands at once would hold everything else up. Rows may change in
     * between. The last values of the SQL text are the key of the row before the part, and the length of the part.
     */
    each<K extends string, T extends Readonly<Record<K, string | number>>>(key: K, row: z.ZodType<T>, sql: string) {
      const { all } = ask(row, sql);
      return function* readParts(...values: SQLInputValue[]): Generator<T> {
        let rows = all(...values, key === 'number' ? 0 : '', PART);
        for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
          yield* rows;
          rows = all(...values, last[key], PART);
        }
      };
    },
    /** Asks for one part of numbered rows. Leaves out those that this version cannot read. */
    part<T>(row: z.ZodType<T>, sql: string) {
      const statement = database.prepare(sql);
      return (...values: SQLInputValue[]): Part<T> => {
        const found = statement.all(...values);
        const rows = found.flatMap((one) => row.safeParse(one).data ?? []);
        const next = numbered.safeParse(found.at(-1)).data?.number ?? null;
        return { rows, unreadable: found.length - rows.length, next };
      };
    },
    /** Asks whether there is a row. */
    exists(sql: string) {
      const statement = database.prepare(`SELECT EXISTS (${sql}) AS found`);
      return (...values: SQLInputValue[]): boolean => statement.get(...values)?.['found'] === 1;
    },
    /** Stores a row, or changes the one with its key. Takes the values in this order. `once`: columns that never change. */
    put(table: string, key: readonly string[], changing: readonly string[], once: readonly string[] = []) {
      const columns = [...key, ...changing, ...once];
      const statement = database.prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
         ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changing.map((one) => `${one} = excluded.${one}`).join(', ')}`,
      );
      return (...values: SQLInputValue[]): void => void statement.run(...values);
    },
    /** Changes rows. Returns how many. */
    change(sql: string) {
      const statement = database.prepare(sql);
      return (...values: SQLInputValue[]): number => Number(statement.run(...values).changes);
    },
  };
}
