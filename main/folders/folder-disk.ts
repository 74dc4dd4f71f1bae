import type { Journal } from '../journal/journal.ts';
import { unhurried } from '../slices.ts';
import { matchesPattern, ownFolders } from './file-names.ts';
import type { FileTable } from './file-table.ts';
import { lookAtRoot } from './folder-root.ts';
import { type DeviceOf, deviceOfFolder, lookAtPath, type SeenFile, scanFolder } from './folder-scan.ts';
import { restoreMoving, sweepReasons } from './move-file.ts';
import { createSubFolderDrives } from './sub-folder-drives.ts';

export interface FolderDiskDeps {
  readonly root: string;
  readonly folderId: string;
  /** Null: a person looks before adding the folder, and nothing in it is touched. */
  readonly marker: string | null;
  readonly computer: { readonly id: string };
  readonly table: FileTable;
  readonly files: Journal['folderFiles'];
  readonly patterns: () => readonly string[];
  readonly quietMs: () => number;
  readonly now: () => number;
  readonly monotonic: () => number;
  /** The folder is there, or another drive is mounted in its place: a watcher has to begin anew. */
  readonly onMounted: () => void;
  /** Only tests replace it. */
  readonly deviceOf?: DeviceOf | undefined;
}

type Root =
  | 'here'
  /** It was not there before. Every file in it has to rest again before it is taken. */
  | 'mounted'
  /** The folder is not there, or it is another one. What we know of its files stays. */
  | 'unreachable'
  | 'replaced';
export type Away = Extract<Root, 'unreachable' | 'replaced'>;

const isAway = (root: Root): root is Away => root === 'unreachable' || root === 'replaced';

/** What nothing tells the end of: a full disk, a lock that a crash left behind. */
const mayHaveEnded: ReadonlySet<string> = new Set(['open', 'waiting', 'unreadable']);

/** Looks at a folder on the disk, all of it or some paths, and tells the table what is there. */
export function createFolderDisk(deps: FolderDiskDeps) {
  const { root, folderId, marker, table, files, monotonic, quietMs } = deps;
  const isPreview = marker === null;
  const deviceOf = deps.deviceOf ?? deviceOfFolder;
  const drives = createSubFolderDrives({ ...deps, deviceOf, isPreview });
  let device = '';
  let isFirst = true;

  async function rootNow(): Promise<Root> {
    const seen = await lookAtRoot(root, marker);
    if (seen.kind !== 'here') return seen.kind === 'gone' ? 'unreachable' : 'replaced';
    if (device === seen.device) return 'here';
    device = seen.device;
    table.restart();
    deps.onMounted();
    return 'mounted';
  }

  /** Files that could not be read, or of which only a guess is known, get another chance. */
  async function doubtAgain(): Promise<void> {
    for await (const record of unhurried(table.files.values())) {
      const { claim, content, renamedFrom, planned } = record;
      // A person elsewhere may have released a claim.
      if (claim?.kind === 'other') record.claim = null;
      // A locked file may be free again, and a day may have passed since an editor had it open.
      const isRead = content === null || content.ok || content.refusal.kind === 'too-large';
      if (!isRead) record.content = null;
      // A sub-folder that was away or a link, also in the moment of acting, may be back.
      const mayBeBack = !record.isInside || (planned?.verdict.kind === 'writing' && record.file.size > 0);
      const isDoubtful = claim?.kind === 'other' || !isRead || renamedFrom?.isGuess === true || mayBeBack;
      if (isDoubtful || mayHaveEnded.has(planned?.verdict.kind ?? '')) table.touch(record);
    }
  }

  /** Contents of files that went while the app did not run. */
  async function forgetContents(): Promise<void> {
    const gone: string[] = [];
    for await (const { path } of unhurried(files.contents(folderId))) if (!table.mayBeThere(path)) gone.push(path);
    if (!isPreview) files.keepContents(folderId, [], gone);
  }

  async function scanAll(): Promise<Away | { readonly tookMs: number }> {
    const began = monotonic();
    const before = await rootNow();
    if (isAway(before)) return before;
    if (isFirst && !isPreview) await restoreMoving(root, deps.computer.id, deps.now);
    await drives.haveChanged();
    const patterns = deps.patterns();
    const isWanted = (name: string) => patterns.some((pattern) => matchesPattern(name, pattern));
    const seen = await scanFolder(root, { deviceOf, isWanted });
    // The drive may have gone while we looked: what looks empty now is not.
    const after = await rootNow();
    if (isAway(after)) return after;
    if (after === 'mounted') return scanAll();
    const missing = await drives.missing(seen);
    await table.seeAll({ ...seen, unread: new Set([...seen.unread, ...missing]) }, quietMs());
    const tookMs = monotonic() - began;
    await doubtAgain();
    if (isFirst) await forgetContents();
    isFirst = false;
    if (!isPreview)
      await Promise.all([ownFolders.attention, ownFolders.duplicates].map((one) => sweepReasons(root, one)));
    return { tookMs };
  }

  const isTwin = ({ path, look }: SeenFile): boolean =>
    !table.files.has(path) && table.twinsOf(path).some(({ file }) => file.look === look);

  return {
    scanAll,
    /** Looks at single paths: those the system named, and those that may have come to rest. Null: a full scan is needed. */
    async lookAt(paths: Iterable<string>): Promise<Away | null | 'seen'> {
      const now = await rootNow();
      if (isAway(now)) return now;
      if (now === 'mounted' || (await drives.haveChanged())) return null;
      let isPart = false;
      for await (const path of unhurried(paths)) {
        const look = await lookAtPath(root, path);
        if (look.kind === 'folder') isPart = true;
        else if (look.kind === 'beside') table.seeBeside(path, look.beside);
        else if (look.kind === 'gone') table.remove(path);
        else if (look.kind === 'unread') table.hide(path);
        // A disk that ignores case answers for the old name as well: a full scan shows which name it has now.
        else if (look.kind === 'file' && isTwin(look.file)) isPart = true;
        else if (look.kind === 'file') table.see(look.file, quietMs());
      }
      return isPart ? null : 'seen';
    },
  };
}
