import { createHash, randomUUID } from 'node:crypto';
import { lstat, readdir, rename, rmdir } from 'node:fs/promises';
import { extname, join, posix, relative, sep } from 'node:path';
import { errorCode } from '../files/error-code.ts';
import { isGone, lastingLook, lookAt } from '../files/file-look.ts';
import { dropHolder, giveName } from '../files/give-name.ts';
import { unlessMissing } from '../files/unless-missing.ts';
import { unhurried } from '../time/slices.ts';
import { markerFolder, type OwnFolders, pathIn, purposeOf, sidecarOf, splitPath } from './file-names.ts';
import { isReallyInside, makeFolders } from './inside-folder.ts';

type Moved =
  /** The path below the watched folder. */
  | { readonly kind: 'moved'; readonly to: string }
  /** Somebody else moved, deleted or changed it first. */
  | { readonly kind: 'gone' | 'changed' }
  /** `ofFolder`: nothing can be moved there, and not just this file. */
  | { readonly kind: 'failed'; readonly code: string; readonly ofFolder: boolean };

/** Error codes that concern the whole disk. */
const ofDisk: ReadonlySet<string> = new Set(['EROFS', 'ENOSPC', 'EDQUOT']);
/** Names with a number that are tried. Each takes a network drive the time of its answer. */
const mostNumbers = 100;
const movingFolder = `${markerFolder}/moving`;
const DAY = 24 * 60 * 60_000;

interface MoveOptions {
  readonly root: string;
  readonly computerId: string;
  /** Below the root, with `/` between folders. */
  readonly path: string;
  /** One of our own folders. */
  readonly into: string;
  /** Our folder for a file that cannot go back to its name. */
  readonly attention: string;
  /** The file as it was judged. */
  readonly look: string;
  /** Asks again once nobody else knows the name of the file any more. False: it stays after all. */
  readonly stillMoves?: (path: string) => Promise<boolean>;
  readonly lookAt?: typeof lookAt;
}

/** Marks a name: `Offer (2).pdf`, `Offer (2026-11-30 162438-123).pdf`. */
function marked(name: string, mark: string): string {
  const ending = extname(name);
  return `${name.slice(0, name.length - ending.length)} (${mark})${ending}`;
}

/** Returns the date and the time of this computer as a part of a name. */
function stampNow(): string {
  const now = new Date();
  return `${now.toLocaleString('sv').replaceAll(':', '')}-${String(now.getMilliseconds()).padStart(3, '0')}`;
}

/** The paths that a file may get in a folder, in the order in which they are tried. */
function* pathsIn(folder: string, name: string): Generator<string> {
  yield pathIn(folder, name);
  for (let number = 2; number <= mostNumbers; number += 1) yield pathIn(folder, marked(name, String(number)));
}

/** Gives the file a free name in a folder. Returns its path below the root. */
async function place(root: string, from: string, folder: string, name: string): Promise<string> {
  await makeFolders(root, folder);
  if (!(await isReallyInside(root, folder))) throw Object.assign(new Error(`${folder} is a link`), { code: 'ELOOP' });
  for await (const path of unhurried(pathsIn(folder, name))) if (await giveName(from, join(root, path))) return path;
  const dated = pathIn(folder, marked(name, stampNow()));
  if (await giveName(from, join(root, dated))) return dated;
  throw Object.assign(new Error(`${dated} is there`), { code: 'EEXIST' });
}

/**
 * Gives a file its old name back. Another file has it by now, or its folder is none any more: nobody knows what is meant,
 * so a person decides.
 */
async function putBack(root: string, from: string, path: string, attention: string): Promise<void> {
  const [folder, name] = splitPath(path);
  const isFolder = await makeFolders(root, folder).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) !== 'ENOTDIR') throw error;
      return false;
    },
  );
  if (!isFolder || !(await giveName(from, join(root, path)))) await place(root, from, attention, name);
}

/** Gives a file back that came through a link: its folder was replaced by one in the moment of the move. */
async function giveBack(root: string, from: string, path: string, attention: string): Promise<void> {
  const [folder, name] = splitPath(path);
  if ((await isReallyInside(root, folder)) || (await isGone(join(root, folder))))
    return putBack(root, from, path, attention);
  const isBack = await giveName(from, join(root, path)).catch(() => false);
  if (!isBack) await place(root, from, attention, name);
}

/** Returns the lasting look as a part of a name. */
const printOf = (look: string): string => createHash('sha256').update(lastingLook(look)).digest('hex').slice(0, 16);

/** Returns the folder of ours for the file: one that was set aside before does not go into `Sent/Duplicates/`. */
function targetOf(path: string, into: string): string {
  const folders = splitPath(path)[0].split('/');
  const purpose = purposeOf(path);
  const isOurs = purpose !== null && purpose !== 'signed';
  return posix.join(into, ...(isOurs ? folders.slice(1) : folders));
}

/** The paths at which a move into one of our folders may have left a file. */
export const placesIn = (into: string, path: string): Generator<string> =>
  pathsIn(targetOf(path, into), splitPath(path)[1]);

/**
 * Takes a file away from its path and gives it another one. First it gets a name that nobody else knows: only then its
 * identity is certain, and a program that renames a new document over the old name loses nothing. The folders of that name
 * are those of its path, so that a later start can put it back.
 */
async function carry(
  { root, computerId, path, look, attention, stillMoves, lookAt: seen = lookAt }: Omit<MoveOptions, 'into'>,
  to: (held: string) => Promise<string>,
): Promise<Moved> {
  const [folder] = splitPath(path);
  const moving = `${movingFolder}/${computerId}-${printOf(look)}-${randomUUID()}`;
  const held = join(root, moving, path);
  try {
    const before = await seen(join(root, path));
    if (before === null && (await isGone(join(root, path)))) return { kind: 'gone' };
    if (before !== look) return { kind: 'changed' };
    await makeFolders(root, posix.join(moving, folder));
    // As late as possible: between this and the move the folder may still become a link.
    if (!(await isReallyInside(root, folder))) return { kind: 'changed' };
    await rename(join(root, path), held);
    // FAT gives a file another number in another folder.
    const moved = await seen(held);
    const isSame = moved !== null && lastingLook(moved) === lastingLook(look);
    const isMeant = isSame && ((await stillMoves?.(`${moving}/${path}`)) ?? true);
    // A program that had it open may have written meanwhile.
    if (isMeant && (await seen(held)) === moved) return { kind: 'moved', to: await to(held) };
    await giveBack(root, held, path, attention);
    return { kind: 'changed' };
  } catch (error) {
    const code = errorCode(error);
    if (!(await isGone(held))) await giveBack(root, held, path, attention).catch(() => undefined);
    const isMissing = code === 'ENOENT' && (await isGone(join(root, path)));
    return isMissing ? { kind: 'gone' } : { kind: 'failed', code, ofFolder: ofDisk.has(code) };
  } finally {
    await removeEmpty(join(root, moving), folder);
  }
}

/** Moves a file into one of our folders, by a new name if its own is taken, and never over another file. */
export async function moveFile({ into, ...options }: MoveOptions): Promise<Moved> {
  const { root, path } = options;
  try {
    await makeFolders(root, into);
    await makeFolders(root, movingFolder);
  } catch (error) {
    return { kind: 'failed', code: errorCode(error), ofFolder: true };
  }
  return carry(options, (held) => place(root, held, targetOf(path, into), splitPath(path)[1]));
}

/**
 * Moves the sidecar to its document, also when its own name is taken there: one that stays would speak for the next
 * document of this name. One that was replaced stays. Where the folder refuses, the document is moved all the same.
 */
export async function moveSidecar(
  { root, computerId, attention }: Pick<MoveOptions, 'root' | 'computerId' | 'attention'>,
  { path, look }: Pick<MoveOptions, 'path' | 'look'>,
  movedTo: string,
): Promise<void> {
  const [folder, name] = splitPath(movedTo);
  await carry({ root, computerId, attention, path, look }, (held) => place(root, held, folder, sidecarOf(name)));
}

/** Removes the folders of a move. One that still holds a file stays, for the next start. */
async function removeEmpty(top: string, below: string): Promise<void> {
  for (let at = below; ; [at] = splitPath(at)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- from the inner to the outer
      await rmdir(join(top, at));
    } catch {
      return;
    }
    if (at === '') return;
  }
}

/** Removes the empty files that held a name for this file, where it was and in our folders. */
async function dropHolders(root: string, held: string, path: string, own: OwnFolders): Promise<void> {
  const places = [
    ...Object.values(own).map((into) => placesIn(into, path)),
    pathsIn(own.attention, splitPath(path)[1]),
  ];
  for (const targets of [[path], ...places])
    for await (const target of unhurried(targets)) {
      const [folder] = splitPath(target);
      if ((await lookAt(join(root, target))) === null || !(await isReallyInside(root, folder))) break;
      await dropHolder(held, join(root, target));
    }
}

/** Puts one file back. One that is not the file whose move began may come from behind a link: a person decides. */
async function restore(root: string, held: string, path: string, wanted: string | null, own: OwnFolders) {
  // One that stays takes a name. That must not keep the document.
  await dropHolders(root, held, path, own).catch(() => undefined);
  const look = await lookAt(held);
  if (wanted === null || (look !== null && printOf(look) === wanted)) await putBack(root, held, path, own.attention);
  else await place(root, held, own.attention, splitPath(path)[1]);
}

/** Puts back what a move of ours did not bring to its end, and after a day what one of another computer did not. */
export async function restoreMoving(root: string, computerId: string, own: OwnFolders, now: () => number) {
  const top = join(root, movingFolder);
  const faults: unknown[] = [];
  for await (const name of unhurried(await readdir(top).catch(() => []))) {
    const left = join(top, name);
    const wanted = /-([0-9a-f]{16})-/.exec(name)?.[1] ?? null;
    if (!name.startsWith(`${computerId}-`)) {
      // The other computer may end its move at any moment.
      const seen = await lstat(left).catch(() => null);
      if (seen === null || now() - seen.mtimeMs <= DAY) continue;
    }
    const entries = await unlessMissing(readdir(left, { recursive: true, withFileTypes: true }), []);
    for await (const { parentPath, name: file } of unhurried(entries.filter((one) => !one.isDirectory()))) {
      const held = join(parentPath, file);
      const path = relative(left, held).split(sep).join('/');
      // One that cannot be put back now must not hold up the others.
      await restore(root, held, path, wanted, own).catch((error: unknown) => void faults.push(error));
      await removeEmpty(left, relative(left, parentPath).split(sep).join('/'));
    }
    await rmdir(left).catch(() => undefined);
  }
  // The folder says that something in it cannot be done now: a full disk, say.
  if (faults.length > 0) throw faults[0] instanceof Error ? faults[0] : new Error(String(faults[0]));
}
