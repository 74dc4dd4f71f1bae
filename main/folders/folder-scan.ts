import { isUtf8 } from 'node:buffer';
import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, opendir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../preload/contract/limits.ts';
import { errorCode } from '../files/error-code.ts';
import { lookOf } from '../files/file-look.ts';
import type { Refusal } from '../intake/refusal.ts';
import { unhurried } from '../time/slices.ts';
import {
  isAside,
  isBeside,
  isIgnoredFolder,
  isOwnerFile,
  isTemporaryName,
  markerFolder,
  mayBeOfPerson,
  pathIn,
  splitPath,
} from './file-names.ts';

/** A file as one look saw it. */
export interface SeenFile {
  /** Below the root with `/` between folders, in the spelling of the disk. */
  readonly path: string;
  readonly name: string;
  readonly look: string;
  readonly size: number;
  /** The disk's time of the last change of the entry: a rename changes it too, unlike the file's own time. */
  readonly arrivedMs: number;
  readonly isInCloud: boolean;
  readonly isNameBroken: boolean;
  readonly special: Refusal | null;
}

/** A file that belongs to a document, as one look saw it. */
export interface SeenBeside {
  readonly look: string;
  readonly mtimeMs: number;
  readonly arrivedMs: number;
}

export interface ScanResult {
  readonly files: ReadonlyMap<string, SeenFile>;
  /** Owner files and sidecars with their looks, by path. */
  readonly beside: ReadonlyMap<string, SeenBeside>;
  /** The number of files whose names the rule does not take. */
  readonly foreign: number;
  /** Folders and files that could not be read: what lies there may be there still. */
  readonly unread: ReadonlySet<string>;
  /** Sub-folders in which another drive is mounted. */
  readonly drives: ReadonlySet<string>;
  /** The names of all sub-folders from which documents are taken: one may be that of a profile. */
  readonly folderNames: ReadonlySet<string>;
  /**
   * Folders with the name of a temporary one, which may be a person's, and those that somebody watches by themselves.
   * Nothing in them is looked at.
   */
  readonly leftOut: ReadonlySet<string>;
  /** There are more files or folders than we look at. */
  readonly isCut: boolean;
}

const { files: mostFiles, folders: mostFolders } = limits.watched;
/** Looks at the same time: more do not make a disk faster, but a network drive answers slowly. */
export const looksAtOnce = 32;

export type DeviceOf = (folder: string) => Promise<bigint>;

/** Asks inside of the folder: some network drives are mounted only when a program enters their folder. */
export const deviceOfFolder: DeviceOf = async (folder) => (await stat(`${folder}/.`, { bigint: true })).dev;

/** The systems whose cloud folders keep files without their bytes show no blocks for them. */
const hasPlaceholders = process.platform === 'win32' || process.platform === 'darwin';
/** NTFS keeps small files in its own records, without blocks. */
const recordBytes = 4_096n;

function specialOf(seen: BigIntStats): Refusal | null {
  if (seen.isFile()) return null;
  if (seen.isSymbolicLink()) return { kind: 'not-a-file', what: 'link' };
  if (seen.isFIFO()) return { kind: 'not-a-file', what: 'pipe' };
  return { kind: 'not-a-file', what: seen.isSocket() ? 'socket' : 'device' };
}

const seenFile = (path: string, seen: BigIntStats, isNameBroken = false): SeenFile => ({
  path,
  name: splitPath(path)[1],
  look: lookOf(seen),
  size: Number(seen.size),
  arrivedMs: Number(seen.ctimeMs),
  isInCloud: hasPlaceholders && seen.blocks === 0n && seen.size > recordBytes,
  isNameBroken,
  special: specialOf(seen),
});

const seenBeside = (seen: BigIntStats): SeenBeside => ({
  look: lookOf(seen),
  mtimeMs: Number(seen.mtimeMs),
  arrivedMs: Number(seen.ctimeMs),
});

export type Look =
  | { readonly kind: 'file'; readonly file: SeenFile }
  | { readonly kind: 'beside'; readonly beside: SeenBeside }
  | { readonly kind: 'folder' | 'gone' | 'unread' };

/** Looks at one path. Follows no link and reads no file. */
export async function lookAtPath(root: string, path: string): Promise<Look> {
  try {
    const seen = await lstat(join(root, path), { bigint: true });
    if (seen.isDirectory()) return { kind: 'folder' };
    return isBeside(splitPath(path)[1])
      ? { kind: 'beside', beside: seenBeside(seen) }
      : { kind: 'file', file: seenFile(path, seen) };
  } catch (error) {
    const code = errorCode(error);
    return { kind: code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unread' };
  }
}

/** Spells a name that is no UTF-8: each byte that stands for no character becomes `%FC` or the like. */
const spelt = (name: Buffer): string =>
  name.toString('latin1').replaceAll(/[\x80-\xFF]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);

/** Lists what has a name that is no text. It is only shown: the service and the window know files by their names. */
async function brokenNamesIn(root: string, folder: string): Promise<ReadonlyMap<string, BigIntStats>> {
  const place = Buffer.from(`${join(root, folder)}/`);
  const names = await readdir(place, { encoding: 'buffer' });
  const found = new Map<string, BigIntStats>();
  for await (const name of unhurried(names.filter((one) => !isUtf8(one)))) {
    const seen = await lstat(Buffer.concat([place, name]), { bigint: true }).catch(() => null);
    if (seen !== null) found.set(pathIn(folder, spelt(name)), seen);
  }
  return found;
}

interface ScanOptions {
  readonly deviceOf?: DeviceOf | undefined;
  /** Tells whether the rule takes files of this name. Others are only counted. */
  readonly isWanted: (name: string) => boolean;
  /** Tells whether somebody watches a folder that has our marker. */
  readonly isWatched: (folder: string) => Promise<boolean>;
}

/** Scans the whole folder. Follows no links and reads no file. Other work goes on meanwhile. */
export async function scanFolder(
  root: string,
  { deviceOf = deviceOfFolder, isWanted, isWatched }: ScanOptions,
): Promise<ScanResult> {
  const files = new Map<string, SeenFile>();
  const beside = new Map<string, SeenBeside>();
  const drives = new Set<string>();
  const folderNames = new Set<string>();
  const unread = new Set<string>();
  const leftOut = new Set<string>();
  const todo: { readonly path: string; readonly depth: number; readonly above: bigint | null }[] = [
    { path: '', depth: 0, above: null },
  ];
  let folders = 0;
  let foreign = 0;
  let isCut = false;
  /** Files to look at, which are looked at together: to wait for the first of many costs more than the looks. */
  let found: string[] = [];

  async function see(path: string): Promise<void> {
    const look = await lookAtPath(root, path);
    if (look.kind === 'file') files.set(path, look.file);
    if (look.kind === 'beside') beside.set(path, look.beside);
    if (look.kind === 'unread') unread.add(path);
  }

  async function seeFound(): Promise<void> {
    const some = found;
    found = [];
    await Promise.all(some.map(see));
  }

  function enter(name: string, path: string, depth: number, above: bigint): void {
    const isOwn = isIgnoredFolder(name, depth, isAside(path));
    const isShown = depth === 0 && isAside(`${name}/`);
    if (isOwn && mayBeOfPerson(name)) leftOut.add(path);
    if (isOwn && !isShown) return;
    if (folders + todo.length >= mostFolders) isCut = true;
    else {
      todo.push({ path, depth: depth + 1, above });
      if (!isOwn && !isAside(path)) folderNames.add(name);
    }
  }

  /** Leaves out a folder of which something was seen. */
  async function leaveOut(path: string): Promise<void> {
    await seeFound();
    const isBelow = (one: string) => one.startsWith(`${path}/`);
    for (const seen of [files, beside]) for (const one of seen.keys()) if (isBelow(one)) seen.delete(one);
    todo.splice(0, todo.length, ...todo.filter((one) => !isBelow(one.path)));
    leftOut.add(path);
  }

  /** Tells whether the scan must include the entry. */
  function counts(entry: Dirent): boolean {
    if (isTemporaryName(entry.name) && !isOwnerFile(entry.name)) return false;
    const isMeant = isBeside(entry.name) || isWanted(entry.name);
    if (!isMeant) foreign += 1;
    else if (files.size + beside.size + unread.size + found.length >= mostFiles) isCut = true;
    return isMeant && !isCut;
  }

  async function list({ path, depth, above }: (typeof todo)[number]): Promise<void> {
    const device = await deviceOf(join(root, path));
    if (above !== null && device !== above) drives.add(path);
    let mayHaveBrokenNames = false;
    for await (const entry of await opendir(join(root, path), { bufferSize: 256 })) {
      const at = pathIn(path, entry.name);
      // Such a name may be a text all the same.
      mayHaveBrokenNames ||= entry.name.includes('\uFFFD');
      if (depth > 0 && entry.name === markerFolder && (await isWatched(join(root, path)))) return leaveOut(path);
      if (entry.isDirectory()) enter(entry.name, at, depth, device);
      else if (counts(entry)) {
        found.push(at);
        if (found.length >= looksAtOnce) await seeFound();
      }
    }
    for (const [at, seen] of mayHaveBrokenNames ? await brokenNamesIn(root, path) : []) {
      const [, name] = splitPath(at);
      if (seen.isDirectory() && !isIgnoredFolder(name, depth, isAside(at))) unread.add(at);
      // A document may have the very name by which the other one is shown.
      if (!seen.isDirectory() && isWanted(name) && !files.has(at)) files.set(at, seenFile(at, seen, true));
    }
  }

  for (let folder = todo.pop(); folder; folder = todo.pop()) {
    folders += 1;
    try {
      // oxlint-disable-next-line no-await-in-loop -- one folder after the other keeps the memory small
      await list(folder);
    } catch (error) {
      // The root must be readable. A folder inside may be forbidden or gone.
      if (folder.path === '') throw error;
      if (errorCode(error) !== 'ENOENT') unread.add(folder.path);
    }
  }
  await seeFound();
  return { files, beside, foreign, unread, drives, folderNames, leftOut, isCut };
}
