import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

export type SalvagedRow = Readonly<Record<string, unknown>>;

export interface Read {
  /** Unreadable places. Each holds one table row or more. */
  readonly unreadable: number;
}

const rowidRow = z.record(z.string(), z.unknown()).and(z.object({ salvaged_rowid: z.number() }));
const highest = z.object({ highest: z.number().nullable() });

/** Gives up a table after this many failures: with a damaged end, nothing says where the table ends. */
const mostFailures = 20_000;
const farthest = 2 ** 40;

/** Reads a table row by row and skips the damaged places. */
export function salvage(source: DatabaseSync, table: string, take: (row: SalvagedRow) => void): Read {
  if (!exists(source, table)) return { unreadable: 0 };
  if (!hasRowids(source, table)) return readInOneGo(source, table, take);
  let failures = 0;
  let unreadable = 0;

  function read(from: number, to: number): void {
    if (from > to || failures >= mostFailures) return;
    let next = from;
    try {
      const rows = source.prepare(
        `SELECT rowid AS salvaged_rowid, * FROM ${table} WHERE rowid BETWEEN ? AND ? ORDER BY rowid`,
      );
      for (const found of rows.iterate(from, to)) {
        const row = rowidRow.parse(found);
        next = row.salvaged_rowid + 1;
        take(row);
      }
    } catch {
      failures += 1;
      if (next >= to) {
        unreadable += 1;
        return;
      }
      const middle = Math.floor((next + to) / 2);
      read(next, middle);
      read(middle + 1, to);
    }
  }

  read(0, lastRowid(source, table));
  return { unreadable };
}

/** Tells whether a table has row numbers. A damaged one has them too: its column names are stored elsewhere. */
function hasRowids(source: DatabaseSync, table: string): boolean {
  try {
    source.prepare(`SELECT rowid FROM ${table} LIMIT 0`);
    return true;
  } catch (error) {
    return !(error instanceof Error && error.message.includes('no such column'));
  }
}

/** Reads a table without row numbers. The part behind the first damaged place counts as one loss. */
function readInOneGo(source: DatabaseSync, table: string, take: (row: SalvagedRow) => void): Read {
  try {
    for (const row of source.prepare(`SELECT * FROM ${table}`).iterate()) take(row);
    return { unreadable: 0 };
  } catch {
    return { unreadable: 1 };
  }
}

/** Tells whether a table exists, since earlier versions had fewer. If the list is damaged, each table is one loss. */
function exists(source: DatabaseSync, table: string): boolean {
  try {
    return source.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;
  } catch {
    return true;
  }
}

function lastRowid(source: DatabaseSync, table: string): number {
  try {
    return highest.parse(source.prepare(`SELECT max(rowid) AS highest FROM ${table}`).get()).highest ?? -1;
  } catch {
    return farthest;
  }
}
