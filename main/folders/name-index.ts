import { documentOf, foldedPath, isAside, isSidecar, keyOf, keysOf } from './file-names.ts';
import type { SeenBeside } from './folder-scan.ts';

export interface Beside extends SeenBeside {
  readonly path: string;
  readonly since: number;
}

/** Keys with the values that have them: one, as a rule, and a set for each would take the memory of 20,000 files. */
export function createIndex() {
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

/** Documents, and the sidecars and owner files that belong to them, each found by the names of the others. */
export function createNames() {
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
    /** The documents that a sidecar or an owner file may belong to. */
    documentsOf: (path: string): readonly string[] => documents.of(keyOf(path)),
    /** Other spellings of the path of a document. */
    twinsOf: (path: string): readonly string[] => documents.of(foldedPath(path)).filter((one) => one !== path),
    /** The sidecars that may be meant for a document: the one of its exact name, or those that no other document has. */
    sidecarsOf(path: string): readonly string[] {
      const found = sidecarsIn(besides.of(foldedPath(path)));
      const own = found.filter((one) => documentOf(one) === path);
      const isTaken = (one: string) => documents.of(keyOf(one)).includes(documentOf(one));
      return own.length > 0 ? own : found.filter((one) => !isTaken(one));
    },
    ownersOf: (path: string): readonly Beside[] => {
      const [_own, ...owners] = keysOf(path);
      return owners.flatMap((key) => besideAt(besides.of(key)));
    },
    /** All sidecars and owner files that may belong to a document. */
    besidesOf: (path: string): readonly string[] => keysOf(path).flatMap((key) => besides.of(key)),
    /** Sidecars whose document is not there. */
    loneSidecars: (): number =>
      sidecarsIn([...beside.keys()]).filter((path) => !isAside(path) && documents.of(keyOf(path)).length === 0).length,
    clear(): void {
      for (const all of [beside, documents, besides]) all.clear();
    },
  };
}
