import { writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { detailsOf } from '../files/error-code.ts';
import type { Committed } from '../submission/store.ts';
import { faultOf, type JournalFault } from './journal-fault.ts';

export const suspectFile = (path: string): string => `${path}.suspect`;

/** Creates a file beside the journal that makes the next start check it for damage. */
export function noteDamage(database: DatabaseSync, error: unknown): void {
  const path = database.location();
  if (path === null || faultOf(error) !== 'damaged') return;
  try {
    writeFileSync(suspectFile(path), '');
  } catch {
    // The disk takes no file. The weekly check will find the damage.
  }
}

/**
 * Runs `work` in one transaction that survives the end of the app, and a power cut once a later `transaction` has
 * returned: SQLite writes in order. For what the service shows again, since waiting for the disk takes up to 50 ms.
 */
export function lazyTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    return commit(database, work);
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
}

const followers = new WeakMap<DatabaseSync, () => void>();

/** Calls `follow` after each transaction whose changes are durable. */
export function onDurable(database: DatabaseSync, follow: () => void): void {
  followers.set(database, follow);
}

/** Runs `work` in one transaction. The changes are durable when it returns. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  const result = commit(database, work);
  followers.get(database)?.();
  return result;
}

/** The stored revision is not the one that the change was made from. */
export class Stale extends Error {}

export type Stored = Committed & { readonly fault?: JournalFault };

/** Runs a transaction and returns a failure as a value. */
export function stored(database: DatabaseSync, work: () => void): Stored {
  try {
    transaction(database, work);
    return { ok: true };
  } catch (error) {
    const details = detailsOf(error);
    return error instanceof Stale
      ? { ok: false, reason: 'stale', details }
      : { ok: false, reason: 'unwritable', details, fault: faultOf(error) };
  }
}

function commit<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite may have ended the transaction itself on a full or failing disk.
    if (database.isTransaction) database.exec('ROLLBACK');
    noteDamage(database, error);
    throw error;
  }
}
