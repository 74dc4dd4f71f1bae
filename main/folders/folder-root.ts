import { lstat, readdir, realpath, rename, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { type Language, languages } from '../../preload/contract/language.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { errorCode } from '../files/error-code.ts';
import { giveName } from '../files/give-name.ts';
import { foldedName } from '../files/name-pattern.ts';
import { type Computer, whoIs } from '../platform/this-computer.ts';
import { unhurried } from '../time/slices.ts';
import { markerFolder, type OwnFolders, ownFolders, splitPath } from './file-names.ts';
import { lookAtPath } from './folder-scan.ts';
import { isReallyInside, makeFolder, makeFolders, readUntrustedFile } from './inside-folder.ts';

type RootLook =
  /** `device` changes when a drive was unmounted and mounted again: all looks begin anew. */
  | { readonly kind: 'here'; readonly device: string }
  /** Not reachable now: a drive that is not connected, a server that does not answer. */
  | { readonly kind: 'unreachable' }
  /** Another folder is at this path. */
  | { readonly kind: 'replaced' };
export type Away = Exclude<RootLook['kind'], 'here'>;

const markerFile = 'folder.json';
const watchersFolder = 'watchers';
/** Room for a share that a whole company watches. */
const mostWatchers = 200;
const smallBytes = 10_000;

const markerId = z.string().min(1).max(64);
/** A version that knows English names alone must not take documents out of our other folders: it cannot read the second. */
const marker = z.union([
  z.object({ version: z.literal(1), id: markerId }).transform((one) => ({ id: one.id, names: 'en' as const })),
  z.object({ version: z.literal(2), id: markerId, names: z.enum(languages) }),
]);
interface Marker {
  readonly id: string;
  readonly names: Language;
}
const watcher = z.object({ id: z.string(), name: z.string().max(200), user: z.string().max(200) });

async function markerOf(root: string): Promise<Marker | null> {
  const found = await readUntrustedFile(root, `${markerFolder}/${markerFile}`, smallBytes);
  return found.kind === 'text' ? (marker.safeParse(parseJson(found.text)).data ?? null) : null;
}

/**
 * Returns the language of our folders in this one: that of its marker, else that of folders which are there, else the
 * person's. A name that a file has is of no use.
 */
export async function namesIn(root: string, language: Language): Promise<Language> {
  const marked = await markerOf(root).catch(() => null);
  if (marked !== null) return marked.names;
  const usable: { readonly one: Language; readonly isThere: boolean }[] = [];
  for await (const one of unhurried(new Set([language, ...languages]))) {
    const looks = await Promise.all(Object.values(ownFolders[one]).map((name) => lookAtPath(root, name)));
    if (looks.every(({ kind }) => kind === 'folder' || kind === 'gone'))
      usable.push({ one, isThere: looks.some(({ kind }) => kind === 'folder') });
  }
  return (usable.find(({ isThere }) => isThere) ?? usable[0])?.one ?? language;
}

/**
 * Returns our folders as the disk spells them. One that ignores case and the form of letters answers to `Sent` where
 * `SENT` is, and our checks compare real paths.
 */
export async function spelledOn(
  root: string,
  { sent, signed, attention, duplicates }: OwnFolders,
  realPath: (path: string) => Promise<string> = realpath,
): Promise<OwnFolders> {
  async function spell(name: string): Promise<string> {
    const path = await realPath(join(root, name)).catch(() => '');
    const found = basename(path);
    return path === join(root, found) && foldedName(found) === foldedName(name) ? found : name;
  }
  return {
    sent: await spell(sent),
    signed: await spell(signed),
    attention: await spell(attention),
    duplicates: await spell(duplicates),
  };
}

/** Tells whether the folder here is the chosen one. An unmounted drive leaves an empty folder in its place. */
export async function lookAtRoot(root: string, wanted: string | null): Promise<RootLook> {
  try {
    const seen = await lstat(root, { bigint: true });
    // A link may lead to a copy of the folder, with its marker and with documents that were sent long ago.
    if (!seen.isDirectory() || !(await isReallyInside(root, ''))) return { kind: 'replaced' };
    const device = `${seen.dev}:${seen.ino}`;
    if (wanted === null) return { kind: 'here', device };
    const found = await markerOf(root);
    if (found?.id === wanted) return { kind: 'here', device };
    const isEmpty = found === null && (await readdir(root)).length === 0;
    return isEmpty ? { kind: 'unreachable' } : { kind: 'replaced' };
  } catch {
    return { kind: 'unreachable' };
  }
}

/** Marks the folder, so that it is recognised later, and notes that this computer watches it. Returns the marker. */
export async function prepareRoot(
  root: string,
  computer: Computer,
  { newId, names }: { readonly newId: () => string; readonly names: Language },
): Promise<Marker> {
  await makeFolder(join(root, markerFolder));
  await makeFolders(root, `${markerFolder}/claims`);
  await noteWatcher(root, computer);
  return (await markerOf(root)) ?? mark(root, { id: newId(), names });
}

/**
 * Notes that this computer watches the folder, unless a note says so. A data folder that moved to another computer has a
 * folder without the note of that one.
 */
export async function noteWatcher(root: string, { id, name, user }: Computer): Promise<void> {
  await makeFolders(root, `${markerFolder}/${watchersFolder}`);
  const path = join(root, markerFolder, watchersFolder, `${id}.json`);
  await writeFile(path, JSON.stringify({ id, name, user }), { flag: 'wx' }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
}

/** Writes the marker whole under a temporary name, and gives it its own unless another computer was faster. */
async function mark(root: string, { id: fresh, names }: Marker): Promise<Marker> {
  const path = join(root, markerFolder, markerFile);
  const staged = `${path}.${fresh}.tmp`;
  await writeFile(
    staged,
    JSON.stringify(names === 'en' ? { version: 1, id: fresh } : { version: 2, id: fresh, names }),
    { flag: 'wx', flush: true },
  );
  try {
    // A full disk or a power cut may have left half a marker.
    if (!(await giveName(staged, path)) && (await isUnfinished(root))) await rename(staged, path);
    const known = await markerOf(root);
    if (known === null) throw Object.assign(new Error('The folder keeps no marker'), { code: 'EEXIST' });
    return known;
  } finally {
    await unlink(staged).catch(() => undefined);
  }
}

/** Tells whether the marker is missing or no JSON. The marker of a newer version is left alone. */
async function isUnfinished(root: string): Promise<boolean> {
  const found = await readUntrustedFile(root, `${markerFolder}/${markerFile}`, smallBytes);
  return found.kind === 'none' || (found.kind === 'text' && parseJson(found.text) === undefined);
}

/** Finds a folder that is this one under another address, as a share that is mounted twice: it has the same marker and number. */
export async function sameFolder<T extends { readonly root: string; readonly marker: string | null }>(
  root: string,
  { id }: Marker,
  others: readonly T[],
): Promise<T | undefined> {
  /** The numbers of the folder and its marker: shares give their tops the same one. A drive without any has 0. */
  async function numbersOf(path: string): Promise<string | null> {
    const paths = [path, join(path, markerFolder, markerFile)];
    const looks = paths.map(async (one) => (await lstat(one, { bigint: true })).ino);
    const numbers: readonly bigint[] = await Promise.all(looks).catch(() => []);
    return numbers.length === 0 ? null : numbers.join(':');
  }
  const here = await numbersOf(root);
  for await (const one of unhurried(others.filter(({ marker: known }) => known === id)))
    if (here !== null && (await numbersOf(one.root)) === here) return one;
  return undefined;
}

/** Removes the mark by which this computer watches the folder. */
export async function leaveRoot(root: string, own: string): Promise<void> {
  await unlink(join(root, markerFolder, watchersFolder, `${own}.json`)).catch(() => undefined);
}

const isNoteOfOther = (own: string) => (name: string) => name.endsWith('.json') && name !== `${own}.json`;

/** Tells whether another computer watches this folder, too. False also while the folder is away. */
export async function isShared(root: string, own: string): Promise<boolean> {
  const names = await readdir(join(root, markerFolder, watchersFolder)).catch(() => []);
  return names.some(isNoteOfOther(own));
}

/**
 * Tells whether somebody watches the folder: another computer, or this one by a rule that it still has. Fails if that
 * cannot be read.
 */
export async function isWatched(
  root: string,
  own: string,
  watched: readonly { readonly marker: string | null }[],
): Promise<boolean> {
  const names = await readdir(join(root, markerFolder, watchersFolder)).catch((error: unknown) => {
    // A file that has the name of our folder is nobody's mark.
    if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error))) throw error;
    return [];
  });
  if (names.some(isNoteOfOther(own))) return true;
  const known = names.length === 0 ? null : await markerOf(root);
  return known !== null && watched.some(({ marker: one }) => one === known.id);
}

/** Tells whether a sub-folder is where it seems to be, and nobody watches it, or one above it, by itself. */
export async function isOurs(
  root: string,
  subFolder: string,
  isWatchedAt: (folder: string) => Promise<boolean>,
): Promise<boolean> {
  if (!(await isReallyInside(root, subFolder))) return false;
  for (let at = subFolder; at !== ''; [at] = splitPath(at))
    // oxlint-disable-next-line no-await-in-loop -- from the inside out
    if (await isWatchedAt(join(root, at)).catch(() => true)) return false;
  return true;
}

/** Finds a folder around this one that another computer watches: both would take its documents. */
export async function watchedAround(root: string, own: string): Promise<string | null> {
  for (let path = root; path !== dirname(path); ) {
    path = dirname(path);
    // oxlint-disable-next-line no-await-in-loop -- from the inside out
    if (await isShared(path, own)) return path;
  }
  return null;
}

/** Returns the other computers that watch this folder. Null: nobody can tell now. */
export async function otherWatchers(root: string, own: string): Promise<readonly string[] | null> {
  const names = await readdir(join(root, markerFolder, watchersFolder)).catch((error: unknown) =>
    errorCode(error) === 'ENOENT' ? [] : null,
  );
  if (names === null) return null;
  const found: string[] = [];
  for await (const name of unhurried(names.filter((one) => one.endsWith('.json')).slice(0, mostWatchers))) {
    const file = await readUntrustedFile(root, `${markerFolder}/${watchersFolder}/${name}`, smallBytes).catch(
      () => null,
    );
    const one = watcher.safeParse(file?.kind === 'text' ? parseJson(file.text) : null).data;
    // It may still be on its way to this computer.
    if (one === undefined && name !== `${own}.json`) found.push('?');
    if (one && one.id !== own) found.push(whoIs(one));
  }
  return found.toSorted();
}
