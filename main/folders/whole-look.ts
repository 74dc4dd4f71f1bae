import type { Entries, Entry } from './folder-entries.ts';
import { lookAtRoot } from './folder-root.ts';
import { type DeviceOf, scanFolder } from './folder-scan.ts';
import { ownFolders } from './ignored-names.ts';
import type { KeptContents } from './kept-contents.ts';
import { sweepReasons } from './move-file.ts';
import type { SubFolderDrives } from './sub-folder-drives.ts';

interface WholeLookDeps {
  readonly root: string;
  /** Null: only a preview, and nothing in the folder is touched. */
  readonly marker: string | null;
  readonly entries: Entries;
  readonly contents: KeptContents;
  readonly drives: SubFolderDrives;
  readonly quietMs: () => number;
  readonly monotonic: () => number;
  /** The folder is there, or another drive is mounted in its place: a watcher has to begin anew. */
  readonly onMounted: () => void;
  readonly deviceOf: DeviceOf;
}

type Root =
  | 'here'
  /** It was not there before. Every file in it has to rest again before it is taken. */
  | 'mounted'
  | 'unreachable'
  | 'replaced';

type Whole =
  | { readonly kind: 'here'; readonly files: readonly Entry[]; readonly tookMs: number }
  /** The folder is not there, or it is another one. What we know of its files stays. */
  | { readonly kind: 'unreachable' | 'replaced' };

/** Looks at the whole folder: finds everything that events did not tell. */
export function createWholeLook(deps: WholeLookDeps) {
  const { root, marker, entries, contents, drives, quietMs, monotonic, onMounted } = deps;
  let device = '';

  async function rootNow(): Promise<Root> {
    const seen = await lookAtRoot(root, marker);
    if (seen.kind !== 'here') return seen.kind === 'gone' ? 'unreachable' : 'replaced';
    if (device === seen.device) return 'here';
    device = seen.device;
    entries.restart();
    onMounted();
    return 'mounted';
  }

  async function lookAtAll(): Promise<Whole> {
    const began = monotonic();
    const before = await rootNow();
    if (isAway(before)) return { kind: before };
    await drives.haveChanged();
    const seen = await scanFolder(root, deps.deviceOf);
    // The drive may have gone while we looked: what looks empty now is not.
    const after = await rootNow();
    if (isAway(after)) return { kind: after };
    if (after === 'mounted') return lookAtAll();
    const missing = await drives.missing(seen);
    entries.seeAll({ ...seen, unread: new Set([...seen.unread, ...missing]) }, quietMs());
    const tookMs = monotonic() - began;
    for (const entry of entries.entries.values()) {
      contents.recall(entry);
      // A person elsewhere may have released a claim, and a locked file may be free again.
      if (entry.claim?.kind === 'other') entry.claim = null;
      if (entry.known?.isGuess === true) entry.known = null;
      if (entry.content?.ok === false) entry.content = null;
    }
    if (marker !== null)
      await Promise.all([ownFolders.attention, ownFolders.duplicates].map((one) => sweepReasons(root, one)));
    return { kind: 'here', files: [...entries.entries.values()], tookMs };
  }

  return { rootNow, lookAtAll };
}

export const isAway = (root: Root): root is 'unreachable' | 'replaced' => root === 'unreachable' || root === 'replaced';
