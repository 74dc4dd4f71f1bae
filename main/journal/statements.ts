import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { z } from 'zod';

/** Prepares the statements of a part of the journal, with what their rows are. */
export function statementsOf(database: DatabaseSync) {
  return {
    ask<T>(row: z.ZodType<T>, sql: string) {
      const statement = database.prepare(sql);
      return {
        get(...values: SQLInputValue[]): T | null {
          const found = statement.get(...values);
          return found === undefined ? null : row.parse(found);
        },
        all: (...values: SQLInputValue[]): T[] => statement.all(...values).map((found) => row.parse(found)),
        *each(...values: SQLInputValue[]): Generator<T> {
          for (const found of statement.iterate(...values)) yield row.parse(found);
        },
      };
    },
    /** Asks whether there is a row. */
    exists(sql: string) {
      const statement = database.prepare(`SELECT EXISTS (${sql}) AS found`);
      return (...values: SQLInputValue[]): boolean => statement.get(...values)?.['found'] === 1;
    },
    change(sql: string) {
      const statement = database.prepare(sql);
      return (...values: SQLInputValue[]): void => void statement.run(...values);
    },
  };
}
