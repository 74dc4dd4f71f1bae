import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import type { FolderRemark } from '../../preload/contract/folder.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { errorCode } from '../files/error-code.ts';
import { isInside } from '../files/is-inside.ts';
import { isNetworkFolder, type ReadMounts } from '../platform/network-folder.ts';
import { refuse } from '../problems/refuse.ts';
import { unhurried } from '../time/slices.ts';

export interface Neighbours {
  readonly watched: readonly string[];
  /** Folders in which the app keeps its own data. */
  readonly own: readonly string[];
  /** Folders that the IT department allows. Null: anywhere. */
  readonly allowed: readonly string[] | null;
  /** Folders of signed copies: sending these again would be wrong. */
  readonly copies: readonly string[];
}

type Place =
  | { readonly ok: true; readonly path: string; readonly remarks: readonly FolderRemark[] }
  | { readonly ok: false; readonly problem: Problem };

/** Names of folders that programs keep in step with a cloud, at the start of the name. */
const clouds =
  /^(?:onedrive|dropbox|google ?drive|icloud ?drive|com~apple~clouddocs|cloudstorage$|nextcloud|owncloud|box(?:$|-| (?:drive|sync))|pcloud ?drive|kdrive|tresorit|synologydrive|mega(?:$|sync)|proton ?drive)/i;
/** Folders of the drive letter that Google Drive has on Windows, in the languages of the app. */
const driveFolders =
  /^[a-z]:[\\/](?:my drive|meine ablage|mon drive|il mio drive|shared drives|geteilte ablagen|drive partagés|drive condivisi)(?:[\\/]|$)/i;

/** Tells whether a cloud keeps the folder in step with other computers, as far as the names of its path tell. */
export const isSynchronised = (path: string): boolean =>
  driveFolders.test(path) || path.split(/[\\/]/).some((part) => clouds.test(part));

const overlap = (one: string, other: string): boolean => isInside(one, other) || isInside(other, one);

/** Decides whether this folder may be watched, by its real path: a link or another spelling hides nothing. */
export async function checkPlace(chosen: string, neighbours: Neighbours, readMounts: ReadMounts): Promise<Place> {
  const path = await realpath(chosen).catch(() => null);
  const seen = path === null ? null : await stat(path).catch(() => null);
  if (path === null || seen?.isDirectory() !== true) return refuse('folder-unreachable', { folder: chosen });
  if (await isWholeDrive(path, readMounts)) return refuse('folder-whole-drive', { folder: path });
  const home = await real(homedir());
  if (isInside(path, home)) return refuse('folder-home', { folder: path });
  if (neighbours.allowed !== null && !(await isAllowed(path, neighbours.allowed)))
    return refuse('folder-not-allowed', { folder: path });
  for (const own of await Promise.all(neighbours.own.map(real)))
    if (overlap(path, own)) return refuse('folder-app-data', { folder: path });
  for (const other of await Promise.all(neighbours.watched.map(real)))
    if (overlap(path, other)) return refuse('folder-overlaps', { folder: path, other });
  for (const copies of await Promise.all(neighbours.copies.map(real)))
    if (overlap(path, copies)) return refuse('folder-copies', { folder: path, other: copies });
  return { ok: true, path, remarks: await remarksOn(path, home, readMounts) };
}

/** Finds a watched folder that has this one inside, or lies in it. */
export async function overlapping(folder: string, watched: readonly string[]): Promise<string | null> {
  const here = await real(folder);
  for await (const one of unhurried(watched)) if (overlap(here, await real(one))) return one;
  return null;
}

/** Compares real paths: a link in an allowed folder leads to a place that is perhaps not allowed. */
export async function isAllowed(path: string, allowed: readonly string[]): Promise<boolean> {
  const here = await real(path);
  return (await Promise.all(allowed.map(real))).some((outer) => isInside(outer, here));
}

async function real(path: string): Promise<string> {
  return realpath(path).catch((error: unknown) =>
    // A folder that is not there yet may come into being inside of ours.
    errorCode(error) === 'ENOENT' && dirname(path) !== path
      ? real(dirname(path)).then((parent) => join(parent, basename(path)))
      : path,
  );
}

/**
 * Tells whether a path is a whole drive. A share is made for a purpose, such as scans, and may be watched as a whole,
 * but not `C$`, which is a drive of the server. Windows gives the address of the share for a letter that stands for
 * one, so a letter is a drive of this computer.
 */
export function isDriveName(path: string): boolean {
  const [, server, share] = /^\\\\([^\\]+)\\([^\\]+)\\?$/.exec(path) ?? [];
  // `\\?\Volume{…}` is a drive of this computer without a letter.
  if (server !== undefined && share !== undefined) return /^[?.]$/.test(server) || /^[a-z]\$$/i.test(share);
  return path === '/' || /^[a-z]:\\?$/i.test(path);
}

async function isWholeDrive(path: string, readMounts: ReadMounts): Promise<boolean> {
  if (isDriveName(path)) return true;
  if (process.platform === 'win32') return false;
  // A memory stick is mounted where another device begins, directly below one of these.
  const isMount = /^\/(?:Volumes|media\/[^/]+|mnt|run\/media\/[^/]+)$/.test(dirname(path));
  if (!isMount) return false;
  const [here, above] = await Promise.all([stat(path), stat(dirname(path))]);
  return here.dev !== above.dev && !(await isNetworkFolder(path, readMounts));
}

async function remarksOn(path: string, home: string, readMounts: ReadMounts): Promise<readonly FolderRemark[]> {
  const remarks: FolderRemark[] = [];
  const parts = relative(home, path).split(/[\\/]/);
  const isOf = (names: RegExp) => !parts.includes('..') && parts.length === 1 && names.test(parts[0] ?? '');
  if (isOf(/^(?:downloads?|téléchargements|scaricati)$/i)) remarks.push('downloads');
  if (isOf(/^(?:desktop|bureau|schreibtisch|scrivania)$/i)) remarks.push('desktop');
  if (isSynchronised(path)) remarks.push('cloud');
  if (await isNetworkFolder(path, readMounts)) remarks.push('network');
  return remarks;
}
