import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, realpath, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../files/error-code.ts';
import { isGone } from '../files/file-look.ts';
import { openFlags } from '../intake/take-file.ts';
import { markerFolder } from './file-names.ts';

/** macOS has O_NOFOLLOW_ANY, which Node does not name: no part of the path may be a link. */
const insideFlags = process.platform === 'darwin' ? (openFlags & ~(constants.O_NOFOLLOW ?? 0)) | 0x20000000 : openFlags;

/** Tells whether the sub-folder (empty: the top) is where its path says. Any part of it may have become a link. */
export async function isReallyInside(root: string, folder: string): Promise<boolean> {
  const path = join(root, folder);
  return (await realpath(path).catch(() => null)) === path;
}

/** Returns the path of an opened file. Linux tells it of the file itself; elsewhere we ask for its folder. */
async function placeOf(file: FileHandle, path: string): Promise<string> {
  const told = process.platform === 'linux' ? await readlink(`/proc/self/fd/${file.fd}`).catch(() => null) : null;
  return told ?? join(await realpath(dirname(path)), basename(path));
}

/** Opens a file of the watched folder. A sub-folder may become a link to private files between two steps. */
export async function openInside(root: string, path: string, to: 'read' | 'change' = 'read'): Promise<FileHandle> {
  const full = join(root, path);
  const file = await open(full, to === 'read' ? insideFlags : insideFlags | constants.O_RDWR);
  try {
    if ((await placeOf(file, full)) === full) return file;
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  throw Object.assign(new Error(`${path} is not inside of the folder`), { code: 'ELOOP' });
}

export type UntrustedFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' }
  /** A link, a pipe, or too large: nobody waits for it, and no memory is spent on it. */
  | { readonly kind: 'unusable' };

const none: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR']);
/** Links are not followed, and sockets cannot be opened. */
const unusable: ReadonlySet<string> = new Set(['ELOOP', 'EMLINK', 'ENXIO', 'EISDIR']);

/** Reads a small file of the watched folder that anybody who may write in the folder can have replaced. */
export async function readUntrustedFile(root: string, path: string, mostBytes: number): Promise<UntrustedFile> {
  let file: FileHandle;
  try {
    file = await openInside(root, path);
  } catch (error) {
    const code = errorCode(error);
    if (none.has(code)) return { kind: 'none' };
    if (unusable.has(code)) return { kind: 'unusable' };
    throw error;
  }
  try {
    const seen = await file.stat();
    if (!seen.isFile() || seen.size > mostBytes) return { kind: 'unusable' };
    // It may grow after the look.
    const { bytesRead, buffer } = await file.read(Buffer.alloc(seen.size + 1), 0, seen.size + 1, 0);
    if (bytesRead > seen.size) return { kind: 'unusable' };
    return { kind: 'text', text: buffer.toString('utf8', 0, bytesRead) };
  } finally {
    await file.close();
  }
}

/** Makes one folder. False: it is there already. */
export const makeFolder = (path: string): Promise<boolean> =>
  mkdir(path).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
      return false;
    },
  );

/**
 * Makes a folder below the root step by step. A link in its way is not followed. The root and our folder in it are never
 * made: a drive that goes away in this moment leaves an empty folder in its place, which has to stay empty. A file in it
 * would give the drive another path when it comes back.
 */
export async function makeFolders(root: string, folder: string): Promise<void> {
  const marker = join(root, markerFolder);
  const made: string[] = [];
  let path = root;
  try {
    for (const name of folder.split('/').filter(Boolean)) {
      path = join(path, name);
      // oxlint-disable-next-line no-await-in-loop -- one is inside the other
      if (path !== marker && (await makeFolder(path))) made.push(path);
      // oxlint-disable-next-line no-await-in-loop
      if (!(await lstat(path)).isDirectory())
        throw Object.assign(new Error(`${path} is no folder`), { code: 'ENOTDIR' });
    }
    if (made.length > 0 && (await isGone(marker)))
      throw Object.assign(new Error(`${root} is not the watched folder now`), { code: 'ENOENT' });
  } catch (error) {
    // oxlint-disable-next-line no-await-in-loop -- from the inner to the outer
    if (await isGone(marker)) for (const one of made.toReversed()) await rmdir(one).catch(() => undefined);
    throw error;
  }
}

const readOnly: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);
/** A folder that goes away or refuses is no bug of ours, nor is a link in the place of our folder (`ELOOP`). */
const expected: ReadonlySet<string> = new Set([
  ...readOnly,
  'ENOENT',
  'ENOTDIR',
  'EIO',
  'ESTALE',
  'ENOSPC',
  'EDQUOT',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'ENOTCONN',
  'EBUSY',
  'ELOOP',
]);

/** Returns the status of a folder in which the system refused something with this code. */
export const statusOfRefusal = (code: string): 'read-only' | 'failed' => (readOnly.has(code) ? 'read-only' : 'failed');

export const isExpectedFault = (error: unknown): boolean => expected.has(errorCode(error));
