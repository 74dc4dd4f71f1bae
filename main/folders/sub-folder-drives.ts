import { join } from 'node:path';
import type { Journal } from '../journal/journal.ts';
import { unhurried } from '../slices.ts';
import type { DeviceOf, ScanResult } from './folder-scan.ts';

interface SubFolderDrivesDeps {
  readonly root: string;
  readonly folderId: string;
  readonly files: Journal['folderFiles'];
  readonly deviceOf: DeviceOf;
  /** Only a preview: nothing is recorded. */
  readonly isPreview: boolean;
  /** A watcher hears nothing of a drive that came, or that came back: it has to begin anew. */
  readonly onMounted: () => void;
}

/**
 * Other drives that are mounted in sub-folders. The system shows an empty folder in the place of one that is not
 * connected, or none: its files are not deleted.
 */
export function createSubFolderDrives(deps: SubFolderDrivesDeps) {
  const { root, folderId, files, deviceOf } = deps;
  let known: ReadonlySet<string> = new Set(files.drives(folderId));
  let mountedBefore: string | null = null;

  async function isMounted(folder: string): Promise<boolean> {
    try {
      const above = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '';
      return (await deviceOf(join(root, folder))) !== (await deviceOf(join(root, above)));
    } catch {
      return false;
    }
  }

  /** Is none of its known files at its path? If one is, a person moved them to the disk around the drive. */
  async function isMissed(folder: string, seen: ScanResult['files']): Promise<boolean> {
    let hasFiles = false;
    const stored: readonly Iterable<{ readonly path: string }>[] = [files.contents(folderId), files.here(folderId)];
    for (const all of stored)
      for await (const { path } of unhurried(all)) {
        if (!path.startsWith(`${folder}/`)) continue;
        if (seen.has(path)) return false;
        hasFiles = true;
      }
    return hasFiles;
  }

  /** Was a drive mounted or unmounted since this was last asked? */
  async function haveChanged(): Promise<boolean> {
    const mounted = await Promise.all([...known].map(isMounted));
    const now = [...known].filter((_folder, at) => mounted[at]).join('\0');
    const isChanged = mountedBefore !== null && now !== mountedBefore;
    mountedBefore = now;
    if (isChanged) deps.onMounted();
    return isChanged;
  }

  return {
    haveChanged,
    /** The drives that a full scan did not find although some of their files are known. */
    async missing({ drives, files: seen }: ScanResult): Promise<readonly string[]> {
      const away: string[] = [];
      // oxlint-disable-next-line no-await-in-loop -- as a rule there is none
      for (const folder of known) if (!drives.has(folder) && (await isMissed(folder, seen))) away.push(folder);
      const now = new Set([...drives, ...away]);
      const isSame = now.size === known.size && [...now].every((folder) => known.has(folder));
      known = now;
      if (isSame) return away;
      if (!deps.isPreview) files.keepDrives(folderId, [...now]);
      await haveChanged();
      return away;
    },
  };
}
