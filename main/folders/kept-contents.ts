import type { KeptContent } from '../journal/folder-files.ts';
import type { Journal } from '../journal/journal.ts';
import { createSlices } from '../slices.ts';
import type { Entries, Entry } from './folder-entries.ts';
import type { ContentFact } from './verdict.ts';

interface KeptContentsDeps {
  readonly folderId: string;
  readonly files: Journal['folderFiles'];
  readonly entries: Entries;
  /** Only a preview: nothing is recorded. */
  readonly isPreview: boolean;
}

const MANY = 200;

/** Remembers the contents of files that stay, so that they are not read again, and which files have a content. */
export function createKeptContents({ folderId, files, entries, isPreview }: KeptContentsDeps) {
  /** From an earlier run, until a look shows whether the file is still the same. */
  const earlier = new Map<string, KeptContent>();
  const stored = new Set<string>();
  const bySha256 = new Map<string, Set<string>>();
  let unsaved: KeptContent[] = [];

  function noteContent(path: string, sha256: string): void {
    const paths = bySha256.get(sha256) ?? new Set();
    bySha256.set(sha256, paths.add(path));
  }

  function keepFresh(gone: readonly string[]): void {
    const fresh = unsaved;
    unsaved = [];
    if (isPreview) return;
    for (const path of gone) stored.delete(path);
    for (const { path } of fresh) stored.add(path);
    files.keepContents(folderId, fresh, gone);
  }

  return {
    /** Loads what an earlier run kept. Call this before the first look. */
    async load(): Promise<void> {
      const slices = createSlices();
      for (const kept of files.contents(folderId)) {
        earlier.set(kept.path, kept);
        stored.add(kept.path);
        // oxlint-disable-next-line no-await-in-loop -- the pause between two slices
        if (slices.isOver()) await slices.rest();
      }
    },
    note({ file: { path, look } }: Pick<Entry, 'file'>, content: ContentFact, at = path): void {
      if (!content.ok) return;
      noteContent(at, content.sha256);
      unsaved.push({ path: at, look, sha256: content.sha256, isParsed: content.isParsed });
    },
    /** Gives a stable file the content that an earlier run read. */
    recall(entry: Entry): void {
      const { path, look } = entry.file;
      const known = earlier.get(path);
      if (known === undefined || entry.content !== null) return;
      if (known.look === look && !entry.isStable) return;
      earlier.delete(path);
      if (known.look !== look) return;
      entry.content = { ok: true, sha256: known.sha256, isParsed: known.isParsed };
      noteContent(path, known.sha256);
    },
    /** The files that may have this content. */
    pathsOf: (sha256: string): ReadonlySet<string> => bySha256.get(sha256) ?? new Set(),
    /** The files whose contents are known, also of those that no look can see now. */
    paths: (): Iterable<string> => stored,
    /** Writes what was read if it is a lot: one write for 10,000 files would hold up the app. */
    saveMany(): void {
      if (unsaved.length >= MANY) keepFresh([]);
    },
    save(): void {
      keepFresh([...stored].filter((path) => !entries.mayBeThere(path)));
    },
  };
}

export type KeptContents = ReturnType<typeof createKeptContents>;
