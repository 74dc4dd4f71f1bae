import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../preload/contract/limits.ts';
import { errorCode } from '../error-code.ts';
import type { Refusal } from '../intake/refusal.ts';
import { isIgnoredFolder, isTemporaryName, ownFolders } from './ignored-names.ts';
import { isOwnerFile } from './owner-file.ts';
import { isSidecar } from './sidecar.ts';

/** A file as one look saw it. */
export interface SeenFile {
  /** Below the root with `/` between folders, in the spelling of the disk. */
  readonly path: string;
  readonly name: string;
  /** Size, time, inode and device as one text. Only compared, never counted with: the clock of a server may be wrong. */
  readonly look: string;
  readonly size: number;
  /** When the disk last changed what it knows of the file: also a rename does, which its own time survives. */
  readonly arrivedMs: number;
  readonly isInCloud: boolean;
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
  /** Folders and files that could not be read: what lies there may be there still. */
  readonly unread: ReadonlySet<string>;
  /** Sub-folders in which another drive is mounted. */
  readonly drives: ReadonlySet<string>;
  /** The names of all sub-folders from which documents are taken: one may be that of a profile. */
  readonly folderNames: ReadonlySet<string>;
  /** There are more files or folders than we look at. */
  readonly isCut: boolean;
}

/** Folders inside folders. Deeper ones are no place where people drop documents. */
const deepest = 8;
const { files: mostFiles, folders: mostFolders } = limits.watched;
/** Looks at the same time: more do not make a disk faster, but a network drive answers slowly. */
const atOnce = 32;

export type DeviceOf = (folder: string) => Promise<bigint>;

/** Asks inside of the folder: some network drives are mounted only when a program enters their folder. */
export const deviceOfFolder: DeviceOf = async (folder) => (await stat(`${folder}/.`, { bigint: true })).dev;

export const lookOf = ({ size, mtimeNs, ino, dev }: BigIntStats): string => `${size}:${mtimeNs}:${ino}:${dev}`;

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

export function seenFile(path: string, seen: BigIntStats): SeenFile {
  return {
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    look: lookOf(seen),
    size: Number(seen.size),
    arrivedMs: Number(seen.ctimeMs),
    isInCloud: hasPlaceholders && seen.blocks === 0n && seen.size > recordBytes,
    special: specialOf(seen),
  };
}

export const seenBeside = (seen: BigIntStats): SeenBeside => ({
  look: lookOf(seen),
  mtimeMs: Number(seen.mtimeMs),
  arrivedMs: Number(seen.ctimeMs),
});

/** The part of the folder for files that were set aside: they are shown, and taken only when a person says so. */
export const isAside = (path: string): boolean =>
  path.startsWith(`${ownFolders.attention}/`) || path.startsWith(`${ownFolders.duplicates}/`);

/** Files that belong to a document or to an editor, and are no document themselves. */
export const isBeside = (name: string): boolean => isOwnerFile(name) || isSidecar(name);

/** One whole look at the folder. Follows no links and reads no file. Other work goes on meanwhile. */
export async function scanFolder(root: string, deviceOf: DeviceOf = deviceOfFolder): Promise<ScanResult> {
  const files = new Map<string, SeenFile>();
  const beside = new Map<string, SeenBeside>();
  const drives = new Set<string>();
  const folderNames = new Set<string>();
  const todo: { readonly path: string; readonly depth: number; readonly above: bigint | null }[] = [
    { path: '', depth: 0, above: null },
  ];
  let folders = 0;
  const unread = new Set<string>();
  let isCut = false;
  const running = new Set<Promise<void>>();

  async function look(path: string, name: string): Promise<void> {
    try {
      const seen = await lstat(join(root, path), { bigint: true });
      if (isBeside(name)) beside.set(path, seenBeside(seen));
      // Something may have become a folder since it was listed.
      else if (!seen.isDirectory()) files.set(path, seenFile(path, seen));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') unread.add(path);
    }
  }

  function enter(entry: Dirent, at: string, depth: number, above: bigint): void {
    if (depth >= deepest) return;
    const isOwn = isIgnoredFolder(entry.name, depth);
    const isShown = depth === 0 && (entry.name === ownFolders.attention || entry.name === ownFolders.duplicates);
    if (isOwn && !isShown) return;
    if (folders + todo.length >= mostFolders) isCut = true;
    else {
      todo.push({ path: at, depth: depth + 1, above });
      if (!isOwn && !isAside(at)) folderNames.add(entry.name);
    }
  }

  for (let folder = todo.pop(); folder; folder = todo.pop()) {
    folders += 1;
    const { path, depth, above } = folder;
    try {
      // oxlint-disable-next-line no-await-in-loop
      const device = await deviceOf(join(root, path));
      if (above !== null && device !== above) drives.add(path);
      // oxlint-disable-next-line no-await-in-loop -- one folder after the other keeps the memory small
      for await (const entry of await opendir(join(root, path), { bufferSize: 256 })) {
        const at = path === '' ? entry.name : `${path}/${entry.name}`;
        if (entry.isDirectory()) enter(entry, at, depth, device);
        else if (files.size + beside.size + unread.size >= mostFiles) isCut = true;
        else if (!isTemporaryName(entry.name) || isOwnerFile(entry.name)) {
          const one = look(at, entry.name).finally(() => running.delete(one));
          running.add(one);
          if (running.size >= atOnce) await Promise.race(running);
        }
      }
    } catch (error) {
      // The root must be readable. A folder inside may be forbidden or gone.
      if (path === '') throw error;
      if (errorCode(error) !== 'ENOENT') unread.add(path);
    }
  }
  await Promise.all(running);
  return { files, beside, unread, drives, folderNames, isCut };
}
