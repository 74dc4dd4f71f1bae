import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

const kept = 3;

/** A moment as part of a file name: it sorts, and every file system takes it. */
export const stamp = (now: number): string => new Date(now).toISOString().replaceAll(':', '-');

/** What was renamed or created is there after a power cut. Windows has no way to ask for it, and does it by itself. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export function syncFile(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A whole copy beside the journal before a migration changes it; the oldest copies make room. */
export function backUp(database: DatabaseSync, path: string, version: number, now: number): void {
  const folder = dirname(path);
  const prefix = `${basename(path)}.backup-`;
  const unfinished = `${path}.backing-up`;
  rmSync(unfinished, { force: true });
  database.prepare('VACUUM INTO ?').run(unfinished);
  syncFile(unfinished);
  renameSync(unfinished, join(folder, `${prefix}${stamp(now)}-v${version}`));
  syncFolder(folder);
  const copies = readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .toSorted();
  for (const old of copies.slice(0, -kept)) rmSync(join(folder, old), { force: true });
}
