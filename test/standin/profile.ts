import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
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

/** A run that was killed could not remove its profile: the next one does, by the process id in the name. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) removeProfile(join(tmpdir(), name));
  }
}

export function createProfile(): string {
  removeLeftovers();
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
}
