import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../error-code.ts';

export interface FileTrouble {
  readonly kind: 'unreadable' | 'unwritable';
  /** The system's error code, such as ENOSPC. */
  readonly code: string;
}

export type Done = { readonly kind: 'ok' } | FileTrouble;

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder to flush it.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file atomically: a crash leaves the old or the new content. Only its owner may read it. */
export async function replaceFile(path: string, content: string): Promise<Done> {
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
    return { kind: 'ok' };
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => undefined);
    return { kind: 'unwritable', code: errorCode(cause) };
  }
}

/** Renames a damaged file, to keep it for support. */
export async function setAside(path: string): Promise<Done> {
  try {
    await rename(path, `${path}.damaged`);
    return { kind: 'ok' };
  } catch (cause) {
    return { kind: 'unwritable', code: errorCode(cause) };
  }
}

export async function removeFile(path: string): Promise<Done> {
  try {
    await rm(path, { force: true });
    return { kind: 'ok' };
  } catch (cause) {
    return { kind: 'unwritable', code: errorCode(cause) };
  }
}

/** The text is null when there is no file. */
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
