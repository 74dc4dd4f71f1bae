import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'countersign-standin-';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Chromium's helpers write for a moment after it is gone, hence the retries. */
export function removeProfile(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** What another account left behind is that account's: it cannot be removed by this one, and is none of its business. */
function isOurs(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.uid === (process.getuid?.() ?? 0);
}

/** A run that was killed could not remove its profile: the next one does, by the process id in the name. */
export function removeLeftovers(folder = tmpdir()): void {
  for (const name of readdirSync(folder)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    const path = join(folder, name);
    if (pid !== undefined && !isAlive(Number(pid)) && isOurs(path)) removeProfile(path);
  }
}

export function createProfile(): string {
  removeLeftovers();
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
}
