import { unhurried } from '../slices.ts';
import type { SigneeScan } from './file-choices.ts';
import {
  documentOf,
  type Editor,
  foldedName,
  foldedPath,
  isAside,
  isSidecar,
  ownerNamesOf,
  splitPath,
} from './file-names.ts';
import type { ClaimFact, ContentFact, Planned } from './file-plan.ts';
import type { ScanResult, SeenBeside, SeenFile } from './folder-scan.ts';
import type { SidecarFact } from './sidecar.ts';

/** A file of the folder with everything that looking at it cost. */
export interface FileRecord {
  file: SeenFile;
  /** When this look was first seen, by the monotonic clock. */
  readonly since: number;
  isStable: boolean;
  content: ContentFact | null;
  /** Null: to be looked up in the folder. */
  claim: ClaimFact | null;
  sidecar: SidecarFact;
  /** The bytes of the sidecars, as one text. */
  sidecarPrint: string;
  /** False: a part of its path is a link now. */
  isInside: boolean;
  /** The submission of this very file, if it was renamed since. `isGuess`: its old path cannot be seen now. */
  renamedFrom: { readonly submissionId: string; readonly isGuess: boolean } | null;
  /** What the service said about the people in the fields of the PDF. Null: not asked. */
  scan: SigneeScan | null;
  planned: Planned | null;
  /** When to plan it again although nothing tells of it, by the monotonic clock. */
  dueAt: number;
}

export interface Beside extends SeenBeside {
  readonly since: number;
}

const nothingKnown = {
  isStable: false,
  content: null,
  claim: null,
  sidecar: null,
  sidecarPrint: '',
  isInside: true,
  renamedFrom: null,
  scan: null,
  planned: null,
  dueAt: Number.POSITIVE_INFINITY,
};

/** Keys with the values that have them: one, as a rule, and a set for each would take the memory of 20,000 files. */
function createIndex() {
  const all = new Map<string, string | Set<string>>();
  return {
    add(key: string, value: string): void {
      const before = all.get(key);
      if (before instanceof Set) before.add(value);
      else all.set(key, before === undefined || before === value ? value : new Set([before, value]));
    },
    remove(key: string, value: string): void {
      const before = all.get(key);
      if (before instanceof Set) before.delete(value);
      if (before === value || (before instanceof Set && before.size === 0)) all.delete(key);
    },
    of(key: string): readonly string[] {
      const found = all.get(key);
      return found === undefined ? [] : typeof found === 'string' ? [found] : [...found];
    },
    clear: (): void => all.clear(),
  };
}

/** The folded paths of the owner files that a document may have. */
function ownersOf(path: string): readonly (readonly [string, Editor])[] {
  const [folder, name] = splitPath(path);
  return ownerNamesOf(name).map(([owner, editor]) => [`${folder}/${foldedName(owner)}`, editor]);
}

/**
 * The files of a folder as the last looks saw them, and which of them have to be planned again. A file is stable when two
 * looks, a quiet time apart, saw the same size, time and inode: its own time says nothing, because many programs set it
 * after the last byte.
 */
export function createFileTable(monotonic: () => number) {
  const files = new Map<string, FileRecord>();
  const beside = new Map<string, Beside>();
  /** Documents and sidecars by the document they name; owner files, and documents by the owner files they may have. */
  const documents = createIndex();
  const sidecars = createIndex();
  const owners = createIndex();
  const owned = createIndex();
  const contents = createIndex();
  const stale = new Set<FileRecord>();
  let subFolders = new Set<string>();
  let unread = new Set<string>();
  let foreign = 0;
  let isCut = false;

  function see(file: SeenFile, quietMs: number): FileRecord {
    const { path } = file;
    const before = files.get(path);
    if (before?.file.look === file.look && before.file.isInCloud === file.isInCloud) {
      before.file = file;
      if (!before.isStable && monotonic() - before.since >= quietMs) {
        before.isStable = true;
        stale.add(before);
      }
      return before;
    }
    if (before) stale.delete(before);
    const fresh: FileRecord = { ...nothingKnown, file, since: monotonic() };
    files.set(path, fresh);
    stale.add(fresh);
    documents.add(foldedPath(path), path);
    for (const [owner] of ownersOf(path)) owned.add(owner, path);
    return fresh;
  }

  /** The documents that a sidecar or an owner file may belong to. */
  function documentsOf(path: string): readonly FileRecord[] {
    const of = isSidecar(path) ? documents.of(foldedPath(documentOf(path))) : owned.of(foldedPath(path));
    return of.flatMap((one) => files.get(one) ?? []);
  }

  function touch(path: string): void {
    for (const one of documentsOf(path)) stale.add(one);
  }

  function seeBeside(path: string, seen: SeenBeside): void {
    const before = beside.get(path);
    const isSame = before?.look === seen.look;
    beside.set(path, { ...seen, since: isSame ? before.since : monotonic() });
    if (isSidecar(path)) sidecars.add(foldedPath(documentOf(path)), path);
    else owners.add(foldedPath(path), path);
    if (!isSame) touch(path);
  }

  function remove(path: string): void {
    const record = files.get(path);
    if (record) {
      files.delete(path);
      stale.delete(record);
      documents.remove(foldedPath(path), path);
      for (const [owner] of ownersOf(path)) owned.remove(owner, path);
    }
    if (!beside.delete(path)) return;
    if (isSidecar(path)) sidecars.remove(foldedPath(documentOf(path)), path);
    else owners.remove(foldedPath(path), path);
    touch(path);
  }

  /** The last looks could not see whether there is anything at this path. */
  function isHidden(path: string): boolean {
    for (let at = path; at !== ''; [at] = splitPath(at)) if (unread.has(at)) return true;
    return isCut;
  }

  return {
    files: files as ReadonlyMap<string, FileRecord>,
    see,
    seeBeside,
    remove,
    /** Takes over a whole look. */
    async seeAll({ files: seen, beside: others, folderNames, ...rest }: ScanResult, quietMs: number): Promise<void> {
      unread = new Set(rest.unread);
      ({ isCut, foreign } = rest);
      subFolders = new Set([...folderNames].map(foldedName));
      for await (const file of unhurried(seen.values())) see(file, quietMs);
      for await (const [path, one] of unhurried(others)) seeBeside(path, one);
      for (const path of beside.keys()) if (!others.has(path)) remove(path);
      for (const path of files.keys()) if (!seen.has(path)) remove(path);
    },
    /** The system refused a look at this path. */
    hide(path: string): void {
      unread.add(path);
      remove(path);
    },
    isHidden,
    /** A file that no look could see counts as there: nothing is settled by an incomplete look. */
    mayBeThere: (path: string): boolean => files.has(path) || isHidden(path),
    /** Other spellings of the path under which a file is known. */
    twinsOf: (path: string): readonly FileRecord[] =>
      documents.of(foldedPath(path)).flatMap((one) => (one === path ? [] : (files.get(one) ?? []))),
    /** Sidecars whose document is not there. */
    loneSidecars: (): number =>
      [...beside.keys()].filter(
        (path) => isSidecar(path) && !isAside(path) && documents.of(foldedPath(documentOf(path))).length === 0,
      ).length,
    /** The sidecars that may be meant for a document: the one of its exact name, or those that no other document has. */
    sidecarsOf(path: string): readonly string[] {
      const found = sidecars.of(foldedPath(path));
      const own = found.filter((one) => documentOf(one) === path);
      return own.length > 0 ? own : found.filter((one) => !files.has(documentOf(one)));
    },
    besideOf: (path: string): Beside | null => beside.get(path) ?? null,
    /** The owner files of a document, each with the editor that makes such. */
    ownersOf: (path: string): readonly (readonly [Beside, Editor])[] =>
      ownersOf(path).flatMap(([key, editor]) =>
        owners.of(key).flatMap((one) => {
          const there = beside.get(one);
          return there === undefined ? [] : [[there, editor] as const];
        }),
      ),
    /** All sidecars and owner files that may belong to a document. */
    besidesOf: (path: string): readonly string[] => [
      ...sidecars.of(foldedPath(path)),
      ...ownersOf(path).flatMap(([key]) => owners.of(key)),
    ],
    /** What reading the file showed. */
    noteContent(record: FileRecord, content: ContentFact): void {
      record.content = content;
      if (content.ok) contents.add(content.sha256, record.file.path);
    },
    /** Plan all files of this content again. */
    touchContent(sha256: string): void {
      for (const path of contents.of(sha256)) {
        const record = files.get(path);
        if (record?.content?.ok === true && record.content.sha256 === sha256) stale.add(record);
        else contents.remove(sha256, path);
      }
    },
    /** Plan this file again. */
    touch: (record: FileRecord): void => void stale.add(record),
    touchAll(): void {
      for (const one of files.values()) stale.add(one);
    },
    /** The paths of the files to look at although nothing tells of them. */
    due(): readonly string[] {
      const now = monotonic();
      const due = [...files.values()].filter(({ dueAt }) => dueAt <= now);
      for (const one of due) {
        one.dueAt = Number.POSITIVE_INFINITY;
        stale.add(one);
      }
      return due.map(({ file }) => file.path);
    },
    nextDue(): number {
      let next = Number.POSITIVE_INFINITY;
      for (const { dueAt } of files.values()) next = Math.min(next, dueAt);
      return next;
    },
    /** The files that have to be planned. They are not stale any more. */
    takeStale(): readonly FileRecord[] {
      const all = [...stale];
      stale.clear();
      return all;
    },
    hasSubFolder: (name: string): boolean => subFolders.has(foldedName(name)),
    incomplete: () => ({ unread: unread.size, isCut }),
    foreign: () => foreign,
    /** A drive was mounted again: every file has to rest once more. */
    restart(): void {
      for (const one of [files, beside, documents, sidecars, owners, owned, contents, stale]) one.clear();
    },
  };
}

export type FileTable = ReturnType<typeof createFileTable>;
