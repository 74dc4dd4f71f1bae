import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';
import type { Entries, Entry } from './folder-entries.ts';
import { isAside, isBeside, lookOf, seenBeside, seenFile } from './folder-scan.ts';
import { isIgnoredFolder, isTemporaryName } from './ignored-names.ts';
import type { KeptContents } from './kept-contents.ts';
import { isOwnerFile, openIn } from './owner-file.ts';

interface LooksDeps {
  readonly root: string;
  readonly entries: Entries;
  readonly contents: KeptContents;
  readonly quietMs: () => number;
  /** The path is a folder, or another spelling of a known path. Only a whole look shows what is there. */
  readonly onWholeLookNeeded: () => void;
  readonly onGone: (path: string) => void;
}

/** Looks at single files: those the system named, and those that may have come to rest. */
export function createLooks({ root, entries, contents, quietMs, onWholeLookNeeded, onGone }: LooksDeps) {
  /** The documents that a sidecar or an owner file belongs to. */
  function documentsOf(path: string, name: string): readonly Entry[] {
    if (!isOwnerFile(name)) return entries.documentsOf(path);
    const folder = path.slice(0, path.length - name.length);
    const owner = [{ name, ageMs: 0 }];
    return [...entries.entries.values()].filter(
      ({ file }) => file.path === folder + file.name && openIn(file.name, owner) !== null,
    );
  }

  return async (paths: Iterable<string>): Promise<readonly Entry[]> => {
    const touched = new Set<Entry>();
    const isTwin = twinsAmong(entries.entries);
    for (const path of paths) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      try {
        // oxlint-disable-next-line no-await-in-loop -- a look takes microseconds
        const seen = await lstat(join(root, path), { bigint: true });
        if (seen.isDirectory()) onWholeLookNeeded();
        else if (isBeside(name)) entries.seeBeside(path, seenBeside(seen));
        // A disk that ignores case answers for the old name as well: a whole look shows which name it has now.
        else if (isTwin(path, lookOf(seen))) onWholeLookNeeded();
        else {
          const entry = entries.see(seenFile(path, seen), quietMs());
          contents.recall(entry);
          touched.add(entry);
        }
      } catch (error) {
        const code = errorCode(error);
        // A folder inside may be forbidden for a while: the next whole look tells.
        if (code === 'ENOENT' || code === 'ENOTDIR') entries.remove(path);
        else entries.hide(path);
        onGone(path);
      }
      if (isBeside(name)) for (const entry of documentsOf(path, name)) touched.add(entry);
    }
    return [...touched];
  };
}

const folded = (path: string) => path.normalize('NFC').toLowerCase();

/** Is the file known under another spelling of the path? Asks for the spellings of thousands of files only once. */
function twinsAmong(all: Entries['entries']) {
  let spellings: Map<string, Entry> | null = null;
  return (path: string, look: string): boolean => {
    if (all.has(path)) return false;
    spellings ??= new Map([...all].map(([one, entry]) => [folded(one), entry]));
    return spellings.get(folded(path))?.file.look === look;
  };
}

/** Is this a path that no look would show, so that a hint about it means nothing? */
export function isUninteresting(path: string): boolean {
  const [top = '', ...rest] = path.split('/');
  const name = rest.at(-1) ?? top;
  if (rest.length > 0 && isIgnoredFolder(top, 0) && !isAside(path)) return true;
  return isTemporaryName(name) && !isOwnerFile(name);
}
