import { join } from 'node:path';
import type { Journal } from '../journal/journal.ts';
import type { DeviceOf, ScanResult } from './folder-scan.ts';
import type { KeptContents } from './kept-contents.ts';
import type { Originals } from './originals.ts';

interface SubFolderDrivesDeps {
  readonly root: string;
  readonly folderId: string;
  readonly files: Journal['folderFiles'];
  readonly originals: Pick<Originals, 'all'>;
  readonly contents: Pick<KeptContents, 'paths'>;
  readonly deviceOf: DeviceOf;
  /** Only a preview: nothing is recorded. */
  readonly isPreview: boolean;
  /** A watcher hears nothing of a drive that came, or that came back: it has to begin anew. */
  readonly onMounted: () => void;
}

const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

/**
 * Other drives that are mounted in sub-folders. The system shows an empty folder in the place of one that is not
 * connected, or none: its files are not deleted.
 */
export function createSubFolderDrives(deps: SubFolderDrivesDeps) {
  const { root, folderId, files, originals, contents, deviceOf } = deps;
  let known: ReadonlySet<string> = new Set();
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
  function isMissed(folder: string, seen: ScanResult['files']): boolean {
    let hasFiles = false;
    const isThere = (path: string) => {
      if (!isBelow(path, folder)) return false;
      hasFiles = true;
      return seen.has(path);
    };
    for (const path of contents.paths()) if (isThere(path)) return false;
    for (const { path } of originals.all()) if (isThere(path)) return false;
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
    load(): void {
      known = new Set(files.drives(folderId));
    },
    haveChanged,
    /** The drives that a whole look did not find although some of their files are known. */
    async missing({ drives, files: seen }: ScanResult): Promise<readonly string[]> {
      const away = [...known].filter((folder) => !drives.has(folder) && isMissed(folder, seen));
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

export type SubFolderDrives = ReturnType<typeof createSubFolderDrives>;
