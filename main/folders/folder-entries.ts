import { foldedName } from './choices-of-file.ts';
import type { SigneeScan } from './find-signees.ts';
import { isAside, type ScanResult, type SeenBeside, type SeenFile } from './folder-scan.ts';
import { isOwnerFile } from './owner-file.ts';
import { documentOf, isSidecar } from './sidecar.ts';
import type { ClaimFact, ContentFact, KnownContent, Verdict } from './verdict.ts';

interface Known {
  readonly own: KnownContent | null;
  readonly earlier: KnownContent | null;
  /** When we saved this content as a signed copy. Null: it is none. */
  readonly copyAt: number | null;
  /** `own` may lie elsewhere, where no look can see now. */
  readonly isGuess: boolean;
}

/** A file of the folder with everything that looking at it cost. */
export interface Entry {
  file: SeenFile;
  /** When this look was first seen, by the monotonic clock. */
  since: number;
  isStable: boolean;
  content: ContentFact | null;
  /** Null: to be asked of the journal. */
  known: Known | null;
  /** Null: to be looked up in the folder. */
  claim: ClaimFact | null;
  /** What the service said about the people in the fields of the PDF. Null: not asked. */
  scan: SigneeScan | null;
  verdict: Verdict | null;
  /** When to look at it again by itself, by the monotonic clock. */
  dueAt: number;
}

interface Beside extends SeenBeside {
  readonly since: number;
}

const nothingKnown = { isStable: false, content: null, known: null, claim: null, scan: null, verdict: null, dueAt: 0 };

/**
 * The files of a folder as the last looks saw them. A file is stable when two looks, a quiet time apart, saw the same
 * size, time and inode: its own time says nothing, because many programs set it after the last byte.
 */
export function createEntries(monotonic: () => number) {
  const entries = new Map<string, Entry>();
  const beside = new Map<string, Beside>();
  const owners = new Map<string, Map<string, Beside>>();
  /** By the document they name, whatever the case and the Unicode form: programs, shares and systems change both. */
  const sidecars = new Map<string, Set<string>>();
  let subFolders = new Set<string>();
  let unread = new Set<string>();
  let isCut = false;

  function see(file: SeenFile, quietMs: number): Entry {
    const before = entries.get(file.path);
    if (!before || before.file.look !== file.look) {
      const entry: Entry = { ...nothingKnown, file, since: monotonic() };
      entries.set(file.path, entry);
      return entry;
    }
    before.isStable ||= monotonic() - before.since >= quietMs;
    return before;
  }

  function seeBeside(path: string, seen: SeenBeside): void {
    const [folder, name] = split(path);
    const before = beside.get(path);
    const now = { ...seen, since: before?.look === seen.look ? before.since : monotonic() };
    beside.set(path, now);
    if (isSidecar(name)) {
      const document = foldedPath(documentOf(path));
      sidecars.set(document, (sidecars.get(document) ?? new Set()).add(path));
    }
    if (!isOwnerFile(name)) return;
    const there = owners.get(folder) ?? new Map<string, Beside>();
    owners.set(folder, there.set(name, now));
  }

  function remove(path: string): void {
    entries.delete(path);
    if (beside.delete(path) && isSidecar(path)) sidecars.get(foldedPath(documentOf(path)))?.delete(path);
    const [folder, name] = split(path);
    owners.get(folder)?.delete(name);
  }

  /** The last looks could not see whether there is anything at this path. */
  function isHidden(path: string): boolean {
    for (let at = path; at !== ''; [at] = split(at)) if (unread.has(at)) return true;
    return isCut;
  }

  return {
    entries: entries as ReadonlyMap<string, Entry>,
    see,
    seeBeside,
    remove,
    /** Takes over a whole look. */
    seeAll({ files, beside: others, folderNames, ...incomplete }: ScanResult, quietMs: number): void {
      unread = new Set(incomplete.unread);
      isCut = incomplete.isCut;
      subFolders = new Set([...folderNames].map(foldedName));
      for (const file of files.values()) see(file, quietMs);
      for (const [path, one] of others) seeBeside(path, one);
      for (const path of beside.keys()) if (!others.has(path)) remove(path);
      for (const path of entries.keys()) if (!files.has(path)) remove(path);
    },
    /** The system refused a look at this path. */
    hide(path: string): void {
      unread.add(path);
      remove(path);
    },
    isHidden,
    /** A file that no look could see counts as there: nothing is settled by an incomplete look. */
    mayBeThere: (path: string): boolean => entries.has(path) || isHidden(path),
    /** Sidecars whose document is not there. */
    loneSidecars(): number {
      const left = [...beside.keys()].filter(
        (path) => isSidecar(path) && !isAside(path) && !entries.has(documentOf(path)),
      );
      if (left.length === 0) return 0;
      const documents = new Set([...entries.keys()].map(foldedPath));
      return left.filter((path) => !documents.has(foldedPath(documentOf(path)))).length;
    },
    /** The sidecars that may be meant for a document: the one of its exact name, or those that no other document has. */
    sidecarsOf(path: string): readonly string[] {
      const found = [...(sidecars.get(foldedPath(path)) ?? [])];
      const own = found.filter((one) => documentOf(one) === path);
      return own.length > 0 ? own : found.filter((one) => !entries.has(documentOf(one)));
    },
    /** The documents that a sidecar may be meant for. */
    documentsOf(sidecar: string): readonly Entry[] {
      const own = entries.get(documentOf(sidecar));
      if (own) return [own];
      const document = foldedPath(documentOf(sidecar));
      return [...entries.values()].filter(({ file }) => foldedPath(file.path) === document);
    },
    hasSubFolder: (name: string): boolean => subFolders.has(foldedName(name)),
    incomplete: () => ({ unread: unread.size, isCut }),
    besideOf: (path: string): Beside | null => beside.get(path) ?? null,
    /** The owner files in a folder (empty: at the top). */
    ownersIn: (folder: string): readonly (Beside & { readonly name: string })[] =>
      [...(owners.get(folder) ?? [])].map(([name, one]) => ({ ...one, name })),
    /** A drive was mounted again: every file has to rest once more. */
    restart(): void {
      entries.clear();
      beside.clear();
      owners.clear();
      sidecars.clear();
    },
  };
}

/** The folder of a path and its name. */
function split(path: string): readonly [string, string] {
  const cut = path.lastIndexOf('/');
  return [path.slice(0, Math.max(cut, 0)), path.slice(cut + 1)];
}

/** The folder as it is, and the folded name. */
function foldedPath(path: string): string {
  const [folder, name] = split(path);
  return `${folder}/${foldedName(name)}`;
}

export type Entries = ReturnType<typeof createEntries>;
