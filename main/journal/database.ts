import { closeSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { migrations } from './migrations.ts';

export type OpenFailure = 'newer' | 'damaged' | 'in-use';
export type Opened =
  | { readonly ok: true; readonly database: DatabaseSync }
  | { readonly ok: false; readonly reason: OpenFailure; readonly details: string };

const userVersion = z.object({ user_version: z.number() });
const integrity = z.object({ quick_check: z.string() });

function migrate(database: DatabaseSync, from: number): void {
  for (const [index, script] of migrations.entries()) {
    if (index < from) continue;
    database.exec('BEGIN IMMEDIATE');
    try {
      database.exec(script);
      database.exec(`PRAGMA user_version = ${index + 1}`);
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }
}

function reasonOf(error: unknown): OpenFailure {
  const text = error instanceof Error ? error.message : '';
  return /locked|busy/i.test(text) ? 'in-use' : 'damaged';
}

/**
 * The version in the file's header (a big-endian number at byte 60), read without SQLite: merely switching to WAL would
 * already write to a journal that is not ours to change.
 */
function versionInFile(path: string): number {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return 0;
  }
  try {
    const header = Buffer.alloc(64);
    const whole = readSync(file, header, 0, 64, 0) === 64 && header.toString('latin1', 0, 15) === 'SQLite format 3';
    const version = whole ? header.readUInt32BE(60) : 0;
    // A number no Countersign will ever reach is damage, which SQLite finds by itself.
    return version < 100_000 ? version : 0;
  } finally {
    closeSync(file);
  }
}

function newer(version: number): Opened {
  return { ok: false, reason: 'newer', details: `journal ${version}, this version knows ${migrations.length}` };
}

/** Opens the journal for this process alone. A journal of a newer Countersign is left untouched. */
export function openDatabase(path: string): Opened {
  const inFile = versionInFile(path);
  if (inFile > migrations.length) return newer(inFile);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true });
    // Exclusive before WAL: the lock then holds for as long as the connection, and no shared-memory file is needed.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    database.exec('BEGIN IMMEDIATE; COMMIT');
    const version = userVersion.parse(database.prepare('PRAGMA user_version').get()).user_version;
    if (version > migrations.length) {
      database.close();
      return newer(version);
    }
    const found = integrity.parse(database.prepare('PRAGMA quick_check(1)').get()).quick_check;
    if (found !== 'ok') {
      database.close();
      return { ok: false, reason: 'damaged', details: found };
    }
    migrate(database, version);
    return { ok: true, database };
  } catch (error) {
    if (database?.isOpen) database.close();
    return { ok: false, reason: reasonOf(error), details: error instanceof Error ? error.message : String(error) };
  }
}
