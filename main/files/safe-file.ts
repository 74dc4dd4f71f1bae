import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';
import { syncFolder } from './sync-folder.ts';

export interface FileTrouble {
  readonly kind: 'unreadable' | 'unwritable';
  /** The system's error code, such as ENOSPC. */
  readonly code: string;
}

export type Done = { readonly kind: 'ok' } | FileTrouble;

async function done(work: Promise<void>): Promise<Done> {
  try {
    await work;
    return { kind: 'ok' };
  } catch (cause) {
    return { kind: 'unwritable', code: errorCode(cause) };
  }
}

/** Replaces a file atomically: a crash leaves the old or the new content. Only its owner may read it. Throws when it cannot. */
export async function writeWhole(path: string, content: string): Promise<void> {
  const folder = dirname(path);
  const beside = `${path}.new`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(beside, 'w', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, path);
    await syncFolder(folder);
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw cause;
  }
}

/**
 * Writes like `writeWhole`, for the few places that cannot wait: while the app closes, or before the journal is open.
 * The folder must exist, or a drive that is away would get a folder in its place.
 */
export function writeWholeNow(path: string, content: string): void {
  const beside = `${path}.new`;
  const file = openSync(beside, 'w', 0o600);
  try {
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (cause) {
    rmSync(beside, { force: true });
    throw cause;
  }
}

/** Replaces a file like `writeWhole`, and returns what went wrong. */
export const replaceFile = (path: string, content: string): Promise<Done> => done(writeWhole(path, content));

/** Renames a damaged file, to keep it for support. */
export const setAside = (path: string): Promise<Done> => done(rename(path, `${path}.damaged`));

export const removeFile = (path: string): Promise<Done> => done(rm(path, { force: true }));

/** Reads a text, which is null when the file does not exist. */
export async function readText(
  path: string,
): Promise<{ readonly kind: 'ok'; readonly text: string | null } | FileTrouble> {
  try {
    return { kind: 'ok', text: await readFile(path, 'utf8') };
  } catch (cause) {
    const code = errorCode(cause);
    return code === 'ENOENT' ? { kind: 'ok', text: null } : { kind: 'unreadable', code };
  }
}
