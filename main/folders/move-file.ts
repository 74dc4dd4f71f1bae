import { type FileHandle, link, lstat, mkdir, open, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { errorCode } from '../error-code.ts';
import { lookOf } from './folder-scan.ts';
import { readUntrustedFile } from './untrusted-file.ts';

export type Moved =
  /** The path below the watched folder. */
  | { readonly kind: 'moved'; readonly to: string }
  /** Somebody else moved, deleted or changed it first. */
  | { readonly kind: 'gone' | 'changed' }
  /** `ofFolder`: nothing can be moved there, and not just this file. */
  | { readonly kind: 'failed'; readonly code: string; readonly ofFolder: boolean };

/** What the system says of a whole disk. */
const ofDisk: ReadonlySet<string> = new Set(['EROFS', 'ENOSPC', 'EDQUOT']);

interface MoveOptions {
  readonly root: string;
  /** Below the root, with `/` between folders. */
  readonly path: string;
  /** One of our own folders. */
  readonly into: string;
  /** The file as it was judged. */
  readonly look: string;
}

const mostNames = 1_000;

/** Makes a folder below the root step by step. A missing root is never made, and a link in its way is not followed. */
async function makeFolders(root: string, folders: readonly string[]): Promise<string> {
  let path = root;
  for (const folder of folders) {
    path = join(path, folder);
    // oxlint-disable-next-line no-await-in-loop -- one is inside the other
    await mkdir(path).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    // oxlint-disable-next-line no-await-in-loop
    if (!(await lstat(path)).isDirectory()) throw Object.assign(new Error(`${path} is no folder`), { code: 'ENOTDIR' });
  }
  return path;
}

/** `Offer.pdf`, `Offer (2).pdf`, … */
function numbered(name: string, number: number): string {
  const ending = extname(name);
  return number === 1 ? name : `${name.slice(0, name.length - ending.length)} (${number})${ending}`;
}

/** Moves a file into one of our folders, by a new name if its own is taken, and never over another file. */
export async function moveFile({ root, path, into, look }: MoveOptions): Promise<Moved> {
  const from = join(root, path);
  const own = path.split('/').slice(0, -1);
  // A file that was set aside before does not go into `Sent/Duplicates/`.
  const folders = [into, ...(asideFolders.has(own[0] ?? '') ? own.slice(1) : own)];
  try {
    if (lookOf(await lstat(from, { bigint: true })) !== look) return { kind: 'changed' };
    try {
      await makeFolders(root, [into]);
    } catch (error) {
      return { kind: 'failed', code: errorCode(error), ofFolder: true };
    }
    const folder = await makeFolders(root, folders);
    for (let number = 1; number <= mostNames; number += 1) {
      const name = numbered(basename(path), number);
      // oxlint-disable-next-line no-await-in-loop -- until a name is free
      const done = await placeAs(from, join(folder, name), look);
      if (done === 'taken') continue;
      return done === 'moved' ? { kind: 'moved', to: [...folders, name].join('/') } : { kind: done };
    }
    return { kind: 'failed', code: 'EEXIST', ofFolder: false };
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' && (await isGone(from))
      ? { kind: 'gone' }
      : { kind: 'failed', code, ofFolder: ofDisk.has(code) };
  }
}

const asideFolders = new Set(['Needs attention', 'Duplicates']);

async function isGone(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (error: unknown) => errorCode(error) === 'ENOENT',
  );
}

async function placeAs(from: string, target: string, look: string): Promise<'moved' | 'taken' | 'changed'> {
  try {
    await link(from, target);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') throw error;
    // The app ended between the two names of an earlier move.
    if (code === 'EEXIST' && (await lookAt(target)) === look) {
      await unlink(from);
      return 'moved';
    }
    return code === 'EEXIST' ? 'taken' : moveDirectly(from, target, look);
  }
  if ((await lookAt(target)) !== look) {
    // Somebody replaced the file since our look. Its own name is untouched.
    await unlink(target);
    return 'changed';
  }
  await unlink(from);
  return 'moved';
}

const lookAt = async (path: string): Promise<string | null> =>
  lstat(path, { bigint: true }).then(lookOf, (): null => null);

/** Without links an empty file of our own holds the name, and the rename replaces that one. */
async function moveDirectly(from: string, target: string, look: string): Promise<'moved' | 'taken' | 'changed'> {
  let held: FileHandle;
  try {
    held = await open(target, 'wx');
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return 'taken';
    throw error;
  }
  await held.close();
  if ((await lookAt(from)) !== look) {
    await unlink(target);
    return 'changed';
  }
  try {
    await rename(from, target);
    return 'moved';
  } catch (error) {
    await unlink(target).catch(() => undefined);
    throw error;
  }
}

/** The first words of every reason file, so that we never delete a text of somebody else. */
const reasonMark = 'Countersign';
const mostReasonBytes = 10_000;

/** Writes `name.pdf.txt` beside a file that was set aside, for people without the app. */
export async function writeReason(root: string, movedTo: string, text: string): Promise<void> {
  await writeFile(join(root, `${movedTo}.txt`), `${reasonMark}\n\n${text}\n`, { flag: 'wx' }).catch(
    (error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    },
  );
}

/** Deletes reason files whose document was moved back or deleted. */
export async function sweepReasons(root: string, folder: string): Promise<void> {
  const place = join(root, folder);
  const names = await readdir(place, { recursive: true }).catch(() => []);
  const all = new Set(names);
  const left = names.filter((name) => name.endsWith('.txt') && !all.has(name.slice(0, -'.txt'.length)));
  for (const name of left) {
    const path = join(place, name);
    // oxlint-disable-next-line no-await-in-loop -- a handful
    const found = await readUntrustedFile(path, mostReasonBytes).catch(() => null);
    // oxlint-disable-next-line no-await-in-loop
    if (found?.kind === 'text' && found.text.startsWith(`${reasonMark}\n\n`)) await unlink(path).catch(() => undefined);
  }
}

/**
 * The sidecar goes where its document went, also when its own name is taken there: one that stays would speak for the
 * next document of this name.
 */
export async function moveSidecar(root: string, sidecar: string, movedTo: string): Promise<void> {
  const from = join(root, sidecar);
  const folder = join(root, dirname(movedTo));
  try {
    const look = lookOf(await lstat(from, { bigint: true }));
    for (let number = 1; number <= mostNames; number += 1) {
      const name = numbered(`${basename(movedTo)}.json`, number);
      // oxlint-disable-next-line no-await-in-loop -- until a name is free
      if ((await placeAs(from, join(folder, name), look)) !== 'taken') return;
    }
  } catch {
    // There is none, or the folder refuses: the document is moved all the same.
  }
}
