import { join } from 'node:path';
import { matchesPattern } from '../files/name-pattern.ts';
import { unhurried } from '../time/slices.ts';
import { ownFolders, splitPath } from './file-names.ts';
import { kindOf } from './file-table.ts';
import { type Folder, isPreview, ownFoldersOf, quietMsOf } from './folder.ts';
import { type Away, lookAtRoot, noteWatcher, spelledOn } from './folder-root.ts';
import { usualRule } from './folder-rule.ts';
import {
  deviceOfFolder,
  type Look,
  lookAtPath,
  looksAtOnce,
  type ScanResult,
  type SeenFile,
  scanFolder,
} from './folder-scan.ts';
import { restoreMoving } from './move-file.ts';
import { sweepReasons } from './reason-file.ts';
import { has } from './verdict.ts';

/** Looks for the folder. `mounted`: it was not there before, so every file in it has to rest again. */
async function lookForFolder(folder: Folder): Promise<Away | 'here' | 'mounted'> {
  const seen = await lookAtRoot(folder.root, folder.marker);
  if (seen.kind !== 'here') return seen.kind;
  if (folder.device === seen.device) return 'here';
  folder.device = seen.device;
  folder.table.restart();
  // Nothing is known of its files, so the window must not call it empty.
  folder.lastLook = null;
  folder.watches = false;
  return 'mounted';
}

const isAway = (seen: string): seen is Away => seen === 'unreachable' || seen === 'replaced';

/** Doubts what could not be read or was only guessed: these files get another chance. */
async function doubtAgain({ table }: Folder): Promise<void> {
  for await (const record of unhurried(table.files.values())) {
    const { claim, content, renamedFrom } = record;
    const kind = kindOf(record);
    // A person elsewhere may have released a claim, or sent a copy.
    const isOfOthers = claim?.kind === 'other' || claim?.kind === 'copy' || (claim?.kind === 'own' && claim.also);
    // A claim that could not say that its file was taken.
    const isBehind = claim?.kind === 'own' && !claim.taken && has(kind, 'is-taken');
    if (isOfOthers || isBehind) record.claim = null;
    // A locked file may be free again, and a day may have passed since an editor had it open.
    const isRead = content === null || content.ok || content.refusal.kind === 'too-large';
    if (!isRead) record.content = null;
    // A sub-folder that was away or a link, also in the moment of acting, may be back.
    const mayBeBack = !record.isInside || (kind === 'writing' && record.file.size > 0);
    const isDoubtful = isOfOthers || isBehind || !isRead || renamedFrom?.isGuess === true || mayBeBack;
    if (isDoubtful || has(kind, 'may-have-ended')) table.touch(record);
  }
}

/** Contents of files that went while the app did not run. */
async function forgetContents({ id, table, sent, deps }: Folder): Promise<void> {
  const { folderFiles } = deps.journal;
  const gone: string[] = [];
  for await (const { path } of unhurried(folderFiles.contents(id)))
    if (!table.mayBeThere(path) && !sent.has(path)) gone.push(path);
  folderFiles.keepContents(id, [], gone);
}

/** Looks at the whole folder. Documents are read also before a rule takes them, so that a question is answered at once. */
export async function lookAtAll(folder: Folder): Promise<Away | { readonly tookMs: number }> {
  const { root, rule, table, deps } = folder;
  const { clock, computer, deviceOf } = deps;
  const began = clock.monotonic();
  const before = await lookForFolder(folder);
  if (isAway(before)) return before;
  const isFirst = folder.lastLook === null;
  folder.spelled = { [rule.names]: await spelledOn(root, ownFolders[rule.names]) };
  const own = ownFoldersOf(folder);
  if (!isPreview(folder)) {
    await noteWatcher(root, computer).catch(() => undefined);
    // The app ended in the middle of a move, or the disk was full.
    await restoreMoving(root, computer.id, own, clock.now);
  }
  await haveDrivesChanged(folder);
  const patterns = [...usualRule.patterns, ...rule.patterns, ...folder.alsoWanted];
  const isWanted = (name: string) => patterns.some((pattern) => matchesPattern(name, pattern));
  const seen = await scanFolder(root, { deviceOf, isWanted, isWatched: folder.isWatched });
  // The drive may have gone while we looked: what looks empty now is not.
  const after = await lookForFolder(folder);
  if (isAway(after)) return after;
  if (after === 'mounted') return lookAtAll(folder);
  const missing = await missingDrives(folder, seen);
  await table.seeAll({ ...seen, unread: new Set([...seen.unread, ...missing]) }, quietMsOf(folder));
  const tookMs = clock.monotonic() - began;
  await doubtAgain(folder);
  if (isPreview(folder)) return { tookMs };
  if (isFirst) await forgetContents(folder);
  await Promise.all([own.attention, own.duplicates].map((one) => sweepReasons(root, one)));
  return { tookMs };
}

/** Looks at many paths, some at the same time. Answers in their order. */
async function* looksAt(root: string, paths: readonly string[]): AsyncGenerator<readonly [path: string, look: Look]> {
  for (let from = 0; from < paths.length; from += looksAtOnce) {
    const some = paths.slice(from, from + looksAtOnce);
    // oxlint-disable-next-line no-await-in-loop -- more at once do not make a disk faster
    yield* await Promise.all(some.map(async (path) => [path, await lookAtPath(root, path)] as const));
  }
}

/** Looks at single paths: those the system named, and those that may have come to rest. Null: look at the whole folder. */
export async function lookAtSome(folder: Folder, paths: Iterable<string>): Promise<Away | 'seen' | null> {
  const { root, table, missingSince } = folder;
  const now = await lookForFolder(folder);
  if (isAway(now)) return now;
  if (now === 'mounted' || (await haveDrivesChanged(folder))) return null;
  const isTwin = ({ path, look }: SeenFile): boolean =>
    !table.files.has(path) && table.twinsOf(path).some((one) => table.files.get(one)?.file.look === look);
  let isPart = false;
  for await (const [path, look] of looksAt(root, [...paths])) {
    if (table.isLeftOut(path)) continue;
    if (look.kind === 'folder') isPart = true;
    else if (look.kind === 'beside') table.seeBeside(path, look.beside);
    else if (look.kind === 'gone') table.remove(path);
    else if (look.kind === 'unread') table.hide(path);
    // A disk that ignores case answers for the old name as well: a full scan shows which name it has now.
    else if (look.kind === 'file' && isTwin(look.file)) isPart = true;
    else if (look.kind === 'file') {
      // It was away for a moment only, as when an editor saves.
      missingSince.delete(path);
      table.see(look.file, quietMsOf(folder));
    }
  }
  return isPart ? null : 'seen';
}

/**
 * Tells whether the drive of a sub-folder is there. The system shows an empty folder in the place of one that is not
 * connected, or none: its files are not deleted.
 */
async function isConnected({ root, deps }: Folder, drive: string): Promise<boolean> {
  const deviceOf = deps.deviceOf ?? deviceOfFolder;
  try {
    return (await deviceOf(join(root, drive))) !== (await deviceOf(join(root, splitPath(drive)[0])));
  } catch {
    return false;
  }
}

/** Tells whether drives came or went since the last call. A watcher hears nothing of it and begins anew. */
async function haveDrivesChanged(folder: Folder): Promise<boolean> {
  const drives = [...folder.drives];
  const connected = await Promise.all(drives.map((drive) => isConnected(folder, drive)));
  const now = drives.filter((_drive, at) => connected[at]).join('\0');
  const isChanged = folder.connectedDrives !== null && now !== folder.connectedDrives;
  folder.connectedDrives = now;
  if (isChanged) folder.watching?.restart();
  return isChanged;
}

/** Tells whether all known files of the drive are gone. If one is there, a person moved them to the disk around it. */
async function isMissed({ id, deps }: Folder, drive: string, seen: ScanResult['files']): Promise<boolean> {
  const { folderFiles } = deps.journal;
  const stored: readonly Iterable<{ readonly path: string }>[] = [folderFiles.contents(id), folderFiles.here(id)];
  let hasFiles = false;
  for (const all of stored)
    for await (const { path } of unhurried(all)) {
      if (!path.startsWith(`${drive}/`)) continue;
      if (seen.has(path)) return false;
      hasFiles = true;
    }
  return hasFiles;
}

/** Returns the drives that a full scan did not find although some of their files are known. */
async function missingDrives(folder: Folder, { drives, files: seen }: ScanResult): Promise<readonly string[]> {
  const missing: string[] = [];
  for await (const drive of unhurried(folder.drives))
    if (!drives.has(drive) && (await isMissed(folder, drive, seen))) missing.push(drive);
  const now = new Set([...drives, ...missing]);
  const isSame = now.size === folder.drives.size && [...now].every((one) => folder.drives.has(one));
  folder.drives = now;
  if (isSame) return missing;
  if (!isPreview(folder)) folder.deps.journal.folderFiles.keepDrives(folder.id, [...now]);
  await haveDrivesChanged(folder);
  return missing;
}
