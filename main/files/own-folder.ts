import { chmodSync, mkdirSync, statSync } from 'node:fs';

const others = 0o077;

/** Makes a folder that only its owner may enter, whatever the umask. On Windows a profile is such a folder already. */
export function keepToOwner(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if ((statSync(folder).mode & others) !== 0) chmodSync(folder, 0o700);
  } catch {
    // A read-only or missing drive is told where the app writes to it.
  }
}

/** Runs what creates files without a mode of its own, so that they belong to the person alone. */
export function withOwnFiles<T>(create: () => T): T {
  if (process.platform === 'win32') return create();
  const before = process.umask(others);
  try {
    return create();
  } finally {
    process.umask(before);
  }
}
