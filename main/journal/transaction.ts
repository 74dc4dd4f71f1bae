import type { DatabaseSync } from 'node:sqlite';

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
    throw error;
  }
}
