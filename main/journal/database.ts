import { accessSync, closeSync, constants, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { detailsOf } from '../files/error-code.ts';
import { backUp } from './backup.ts';
import { faultOf, type JournalFault } from './journal-fault.ts';
import { migrations } from './migrations.ts';
import { suspectFile, transaction } from './transaction.ts';

export type Opened =
  | { readonly ok: true; readonly database: DatabaseSync }
  | { readonly ok: false; readonly fault: JournalFault; readonly details: string };

const userVersion = z.object({ user_version: z.number() });
const integrity = z.object({ quick_check: z.string() });
const stored = z.object({ value: z.coerce.number() }).optional();

/** The size below which a whole check takes milliseconds. */
const smallBytes = 16 * 1024 * 1024;
const checkEveryMs = 7 * 24 * 60 * 60_000;

/** Runs all migrations in one transaction. A disk takes some time for each transaction. */
function migrate(database: DatabaseSync, from: number): void {
  if (from === migrations.length) return;
  transaction(database, () => {
    for (const script of migrations.slice(from)) database.exec(script);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

/**
 * Reads the version from the file's header (a big-endian number at byte 60) without SQLite: switching to WAL would
 * already change the journal of a newer Countersign.
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
    // A version this high means a damaged header. Return 0 and let SQLite report the damage.
    return version < 100_000 ? version : 0;
  } catch {
    // SQLite will report the reason when it opens the file.
    return 0;
  } finally {
    closeSync(file);
  }
}

const newer = (version: number): Opened => ({
  ok: false,
  fault: 'newer',
  details: `journal ${version}, this version knows ${migrations.length}`,
});

const bytesOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Tells whether the weekly check is due. Checking every page of a large journal takes a second. We also check it after
 * a crash (SQLite's log is still there) and after damage while running.
 */
function isCheckDue(database: DatabaseSync, now: number): boolean {
  const found = stored.parse(database.prepare(`SELECT value FROM setting WHERE name = 'journalChecked'`).get());
  return Math.abs(now - (found?.value ?? 0)) >= checkEveryMs;
}

function noteCheck(database: DatabaseSync, path: string, now: number): void {
  try {
    rmSync(suspectFile(path), { force: true });
    if (!isCheckDue(database, now)) return;
    database.prepare(`INSERT OR REPLACE INTO setting VALUES ('journalChecked', ?)`).run(String(now));
  } catch {
    // A full disk must not prevent reading the journal. The next start checks again.
  }
}

function damage(database: DatabaseSync): string | null {
  const found = integrity.parse(database.prepare('PRAGMA quick_check(1)').get()).quick_check;
  return found === 'ok' ? null : found;
}

/** Opens the journal for this process alone. Leaves the journal of a newer Countersign untouched. */
export function openDatabase(path: string, now = Date.now()): Opened {
  const inFile = versionInFile(path);
  if (inFile > migrations.length) return newer(inFile);
  const suspect = bytesOf(path) <= smallBytes || bytesOf(`${path}-wal`) > 0 || existsSync(suspectFile(path));
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true });
    // Set exclusive mode before WAL: SQLite then keeps the lock until the end and needs no shared-memory file.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    database.exec('BEGIN IMMEDIATE; COMMIT');
    const version = userVersion.parse(database.prepare('PRAGMA user_version').get()).user_version;
    if (version > migrations.length) {
      database.close();
      return newer(version);
    }
    const checks = suspect || version === 0 || isCheckDue(database, now);
    const found = checks ? damage(database) : null;
    if (found !== null) {
      database.close();
      return { ok: false, fault: 'damaged', details: found };
    }
    if (version > 0 && version < migrations.length) backUp(database, path, version, now);
    migrate(database, version);
    if (checks) noteCheck(database, path, now);
    return { ok: true, database };
  } catch (error) {
    if (database?.isOpen) database.close();
    return { ok: false, fault: isReadOnly(path) ? 'read-only' : faultOf(error), details: detailsOf(error) };
  }
}

/** Tells whether the disk is read-only. SQLite reports an I/O error there, because it cannot create its log. */
function isReadOnly(path: string): boolean {
  try {
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK);
    return false;
  } catch (error) {
    return faultOf(error) === 'read-only';
  }
}
