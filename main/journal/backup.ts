import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

const kept = 3;

/** Formats the time for a file name: sortable, and allowed in every file system. */
export const stamp = (now: number): string => new Date(now).toISOString().replaceAll(':', '-');

/** Makes renamed and created names survive a power cut. Windows does so without being asked. */
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

/** Copies the journal before a migration and removes the oldest copies. */
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
