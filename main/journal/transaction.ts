import { writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { faultOf } from './fault.ts';

export const suspectFile = (path: string): string => `${path}.suspect`;

/** Damage met while running is dealt with at the next start: this mark makes it look, and needs no database. */
export function noteDamage(database: DatabaseSync, error: unknown): void {
  const path = database.location();
  if (path === null || faultOf(error) !== 'damaged') return;
  try {
    writeFileSync(suspectFile(path), '');
  } catch {
    // The disk is worse than the journal; the weekly look remains.
  }
}

/** All of it or nothing, and durable when it returns. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // A full or failing disk may have ended the transaction by itself.
    if (database.isTransaction) database.exec('ROLLBACK');
    noteDamage(database, error);
    throw error;
  }
}
