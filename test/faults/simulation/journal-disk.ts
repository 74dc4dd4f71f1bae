import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';

export const JOURNAL_PARTS = ['journal.sqlite', 'journal.sqlite-wal'] as const;

/** Copies the files of a journal. Parts that are not there are removed. */
export function copyJournal(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const part of JOURNAL_PARTS) {
    rmSync(join(to, part), { force: true });
    if (existsSync(join(from, part))) copyFileSync(join(from, part), join(to, part));
  }
}

/** The same, without leaving them behind. */
export function moveJournal(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const part of JOURNAL_PARTS) {
    rmSync(join(to, part), { force: true });
    if (existsSync(join(from, part))) renameSync(join(from, part), join(to, part));
  }
}

interface JournalDisk {
  /** What a power cut would leave. Null: the disk has everything. */
  readonly durable: () => string | null;
  /** Another process begins: whatever is there is on the disk. */
  readonly begin: () => void;
  readonly end: () => void;
}

/**
 * Knows what a power cut would leave of the journal. SQLite waits for the disk after each commit at level FULL; a commit
 * at level NORMAL may be lost until then. `staysLazy` plants the bug that the level never returns to FULL.
 */
export function watchJournalDisk(folderOf: () => string, durable: string, staysLazy: boolean): JournalDisk {
  const { exec } = DatabaseSync.prototype;
  const { run } = StatementSync.prototype;
  let isFull = true;
  let isBehind = false;
  let inTransaction = false;
  DatabaseSync.prototype.exec = function watched(sql) {
    const level = /synchronous = (FULL|NORMAL)/.exec(sql)?.[1];
    if (staysLazy && sql === 'PRAGMA synchronous = FULL') return;
    if (level !== undefined) isFull = level === 'FULL';
    if (sql === 'COMMIT' && !isFull && !isBehind) {
      copyJournal(folderOf(), durable);
      isBehind = true;
    }
    exec.call(this, sql);
    if (sql.startsWith('BEGIN')) inTransaction = !sql.includes('COMMIT');
    if (sql === 'COMMIT' || sql === 'ROLLBACK') inTransaction = false;
    if (sql === 'COMMIT' && isFull) isBehind = false;
  };
  StatementSync.prototype.run = new Proxy(run, {
    apply(target, statement: unknown, given: readonly unknown[]) {
      const result: unknown = Reflect.apply(target, statement, given);
      if (isFull && !inTransaction) isBehind = false;
      return result;
    },
  });
  return {
    durable: () => (isBehind ? durable : null),
    begin() {
      isBehind = false;
      isFull = true;
    },
    end() {
      DatabaseSync.prototype.exec = exec;
      StatementSync.prototype.run = run;
    },
  };
}
