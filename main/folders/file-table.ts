import { foldedName } from '../files/name-pattern.ts';
import type { SigneeScan } from '../hand-over/signee-scan.ts';
import type { FoundMarks } from '../text-marks/text-mark-reader.ts';
import { unhurried } from '../time/slices.ts';
import { documentOf, foldedPath, isAside, isSidecar, keyOf, keysOf, splitPath } from './file-names.ts';
import type { FileFacts, Planned } from './file-plan.ts';
import type { ScanResult, SeenBeside, SeenFile } from './folder-scan.ts';
import type { ContentFact } from './read-document.ts';
import type { Verdict } from './verdict.ts';

/** A file of the folder with everything that looking at it cost. */
export interface FileRecord extends FileFacts {
  /** The time at which this fingerprint was first seen, by the monotonic clock. */
  readonly since: number;
  /** The submission of this very file, if it was renamed since. `isGuess`: its old path cannot be seen now. */
  renamedFrom: { readonly submissionId: string; readonly isGuess: boolean } | null;
  /** The service's answer about the people in the fields of the PDF. Null: not asked. */
  scan: SigneeScan | null;
  /** The marks in the text, of these forms. Null: not looked for. `found`: null if the text cannot be read. */
  marks: { readonly forms: readonly string[]; readonly found: FoundMarks | null } | null;
  planned: Planned | null;
  /** The time to plan the file again even if no event comes, by the monotonic clock. */
  dueAt: number;
}

/** Returns the verdict on a file. One that was not planned yet is left alone. */
export const kindOf = ({ planned }: Pick<FileRecord, 'planned'>): Verdict['kind'] => planned?.verdict.kind ?? 'ignored';

export interface Beside extends SeenBeside {
  readonly path: string;
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
  marks: null,
  planned: null,
  dueAt: Number.POSITIVE_INFINITY,
};

/** Keeps keys with their values: mostly one, and a set for each would take the memory of 20,000 files. */
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

/** Keeps documents, and the sidecars and owner files that belong to them, each found by the names of the others. */
function createNames() {
  const beside = new Map<string, Beside>();
  const documents = createIndex();
  const besides = createIndex();
  const besideAt = (paths: readonly string[]) => paths.flatMap((path) => beside.get(path) ?? []);
  const sidecarsIn = (paths: readonly string[]) => paths.filter((path) => isSidecar(path));

  return {
    addDocument(path: string): void {
      for (const key of keysOf(path)) documents.add(key, path);
    },
    removeDocument(path: string): void {
      for (const key of keysOf(path)) documents.remove(key, path);
    },
    addBeside(path: string, seen: Beside): void {
      beside.set(path, seen);
      besides.add(keyOf(path), path);
    },
    removeBeside(path: string): boolean {
      besides.remove(keyOf(path), path);
      return beside.delete(path);
    },
    beside: (): Iterable<string> => beside.keys(),
    besideOf: (path: string): Beside | null => beside.get(path) ?? null,
    /** Returns the documents that a sidecar or an owner file may belong to. */
    documentsOf: (path: string): readonly string[] => documents.of(keyOf(path)),
    /** Returns other spellings of the path of a document. */
    twinsOf: (path: string): readonly string[] => documents.of(foldedPath(path)).filter((one) => one !== path),
    /** Returns a document's possible sidecars: that of its exact name, or those that no other document has. */
    sidecarsOf(path: string): readonly Beside[] {
      const found = sidecarsIn(besides.of(foldedPath(path)));
      const own = found.filter((one) => documentOf(one) === path);
      const isTaken = (one: string) => documents.of(keyOf(one)).includes(documentOf(one));
      return besideAt(own.length > 0 ? own : found.filter((one) => !isTaken(one)));
    },
    ownersOf: (path: string): readonly Beside[] => {
      const [_own, ...owners] = keysOf(path);
      return owners.flatMap((key) => besideAt(besides.of(key)));
    },
    /** Returns all sidecars and owner files that may belong to a document. */
    besidesOf: (path: string): readonly string[] => keysOf(path).flatMap((key) => besides.of(key)),
    /** Sidecars whose document is not there. */
    loneSidecars: (): number =>
      sidecarsIn([...beside.keys()]).filter((path) => !isAside(path) && documents.of(keyOf(path)).length === 0).length,
    clear(): void {
      for (const all of [beside, documents, besides]) all.clear();
    },
  };
}

/** Keeps what the last full scan saw besides files, and the places it could not read. */
function createCoverage() {
  let foreign = 0;
  let isCut = false;
  let subFolders = new Set<string>();
  let unread = new Set<string>();
  let leftOut: ReadonlySet<string> = new Set();
  return {
    note(seen: ScanResult): void {
      ({ foreign, isCut, leftOut } = seen);
      subFolders = new Set([...seen.folderNames].map(foldedName));
      unread = new Set(seen.unread);
    },
    hide: (path: string): void => void unread.add(path),
    /** Tells whether the last scans could not see if there is anything at this path. */
    isHidden(path: string): boolean {
      for (let at = path; at !== ''; [at] = splitPath(at)) if (unread.has(at)) return true;
      return isCut;
    },
    hasSubFolder: (name: string): boolean => subFolders.has(foldedName(name)),
    incomplete: () => ({ unread: unread.size, isCut }),
    foreign: (): number => foreign,
    leftOut: (): readonly string[] => [...leftOut],
    /** Tells whether the path lies in a folder that the last full scan left out. */
    isLeftOut(path: string): boolean {
      for (let [at] = splitPath(path); at !== ''; [at] = splitPath(at)) if (leftOut.has(at)) return true;
      return false;
    },
  };
}

/**
 * Keeps the files of a folder as the last scans saw them, and which of them have to be planned again. A file is stable
 * when two scans, a quiet time apart, saw the same size, time and inode: its own time says nothing, because many
 * programs set it after the last byte.
 */
export function createFileTable(monotonic: () => number) {
  const files = new Map<string, FileRecord>();
  const names = createNames();
  const contents = createIndex();
  const stale = new Set<FileRecord>();
  const coverage = createCoverage();
  const at = (paths: readonly string[]) => paths.flatMap((path) => files.get(path) ?? []);

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
    names.addDocument(path);
    return fresh;
  }

  const touchDocumentsOf = (path: string) => at(names.documentsOf(path)).forEach((one) => void stale.add(one));

  function seeBeside(path: string, seen: SeenBeside): void {
    const before = names.besideOf(path);
    const isSame = before?.look === seen.look;
    names.addBeside(path, { ...seen, path, since: isSame ? before.since : monotonic() });
    if (!isSame) touchDocumentsOf(path);
  }

  function remove(path: string): void {
    const record = files.get(path);
    if (record) {
      files.delete(path);
      stale.delete(record);
      names.removeDocument(path);
    }
    if (names.removeBeside(path)) touchDocumentsOf(path);
  }

  return {
    files: files as ReadonlyMap<string, FileRecord>,
    ...names,
    ...coverage,
    see,
    seeBeside,
    remove,
    /** Takes over a whole look. */
    async seeAll(seen: ScanResult, quietMs: number): Promise<void> {
      coverage.note(seen);
      for await (const file of unhurried(seen.files.values())) see(file, quietMs);
      for await (const [path, one] of unhurried(seen.beside)) seeBeside(path, one);
      for (const path of names.beside()) if (!seen.beside.has(path)) remove(path);
      for (const path of files.keys()) if (!seen.files.has(path)) remove(path);
    },
    /** Hides a path of which the system refused to read anything. */
    hide(path: string): void {
      coverage.hide(path);
      remove(path);
    },
    /** Tells whether a file may be there. Unseen files count as there: an incomplete scan settles nothing. */
    mayBeThere: (path: string): boolean => files.has(path) || coverage.isHidden(path),
    /** Keeps the result of reading the file. */
    noteContent(record: FileRecord, content: ContentFact): void {
      record.content = content;
      if (content.ok) contents.add(content.sha256, record.file.path);
    },
    /** Marks all files of this content for a new plan, but for one. */
    touchContent(sha256: string, planned: FileRecord | null = null): void {
      for (const path of contents.of(sha256)) {
        const record = files.get(path);
        if (record === planned) continue;
        if (record?.content?.ok === true && record.content.sha256 === sha256) stale.add(record);
        else contents.remove(sha256, path);
      }
    },
    /** Marks this file for a new plan. */
    touch: (record: FileRecord): void => void stale.add(record),
    touchAll: (): void => files.forEach((one) => void stale.add(one)),
    isStale: (): boolean => stale.size > 0,
    /** Takes the files that have to be planned. They are not stale any more. */
    takeStale(): readonly FileRecord[] {
      const all = [...stale];
      stale.clear();
      return all;
    },
    /** Lets every file rest once more, because a drive was mounted again. */
    restart(): void {
      for (const all of [files, names, contents, stale]) all.clear();
    },
  };
}

export type FileTable = ReturnType<typeof createFileTable>;
