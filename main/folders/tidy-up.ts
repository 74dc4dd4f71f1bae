import type { FolderVerdictKind } from '../../preload/contract/folder.ts';
import type { TakenFile } from '../journal/folder-files.ts';
import type { Journal } from '../journal/journal.ts';
import type { Entries, Entry } from './folder-entries.ts';
import type { FolderRule } from './folder-rule.ts';
import { isAside } from './folder-scan.ts';
import { ownFolders } from './ignored-names.ts';
import type { KeptContents } from './kept-contents.ts';
import { moveFile, moveSidecar, writeReason } from './move-file.ts';
import type { Originals } from './originals.ts';
import { sidecarOf } from './sidecar.ts';
import { setsAside, type Verdict } from './verdict.ts';

export interface TidyDeps {
  readonly root: string;
  readonly folderId: string;
  readonly files: Journal['folderFiles'];
  readonly rule: () => FolderRule;
  readonly entries: Entries;
  readonly originals: Originals;
  readonly contents: KeptContents;
  readonly now: () => number;
  readonly monotonic: () => number;
  /** The text for people without the app. */
  readonly reasonOf: (verdict: Verdict, name: string) => string;
  /** Look at this path soon. */
  readonly onMoved: (path: string) => void;
  /** The folder refuses. */
  readonly onRefused: (code: string) => void;
  readonly onFault: (error: unknown) => void;
}

/** Files that cannot be sent rest this long before they are set aside: their writer may only have paused. */
const PATIENCE_MS = 60_000;
/** Quiet times after which a missing original is given up. Its content shows earlier if it was renamed. */
const MISSING_QUIETS = 3;

const unreadKinds: ReadonlySet<FolderVerdictKind> = new Set(['writing', 'open', 'cloud', 'unreadable']);

/** Nobody has read its content: it may be any original under a new name. */
const mayBeAnything = ({ content, verdict }: Entry): boolean =>
  content?.ok !== true && (verdict === null || unreadKinds.has(verdict.kind));

/** Moves what has come to its end: sent files, duplicates, and files that cannot be sent. */
export function createTidyUp(deps: TidyDeps) {
  const { root, folderId, files, rule, entries, originals } = deps;
  const quietMs = () => rule().quietSeconds * 1_000;
  const patienceMs = () => Math.max(PATIENCE_MS, quietMs() * 10);

  /** Also one that came since the last look. */
  function sidecarsOf(path: string): readonly string[] {
    const seen = entries.sidecarsOf(path);
    return seen.length > 0 ? seen : [sidecarOf(path)];
  }

  async function moveSent({ file, known }: Entry): Promise<void> {
    const original = originals.of(known?.own?.submissionId ?? '');
    if (original === undefined) return;
    const sidecars = sidecarsOf(file.path);
    const moved = await moveFile({ root, path: file.path, into: ownFolders.sent, look: file.look });
    if (moved.kind === 'failed' && moved.ofFolder) deps.onRefused(moved.code);
    if (moved.kind !== 'moved') return;
    // oxlint-disable-next-line no-await-in-loop -- one, as a rule
    for (const sidecar of sidecars) await moveSidecar(root, sidecar, moved.to);
    entries.remove(file.path);
    originals.settle(original, moved.to);
  }

  async function setAside(entry: Entry, verdict: Verdict, into: string): Promise<boolean> {
    const { file, content } = entry;
    const sidecars = sidecarsOf(file.path);
    const moved = await moveFile({ root, path: file.path, into, look: file.look });
    if (moved.kind === 'failed' && moved.ofFolder) deps.onRefused(moved.code);
    if (moved.kind !== 'moved') return false;
    await writeReason(root, moved.to, deps.reasonOf(verdict, file.name)).catch(deps.onFault);
    // oxlint-disable-next-line no-await-in-loop -- one, as a rule
    for (const sidecar of sidecars) await moveSidecar(root, sidecar, moved.to);
    const original = originals.at(file.path);
    if (original) originals.settle(original, moved.to);
    entries.remove(file.path);
    if (content) deps.contents.note(entry, content, moved.to);
    const kind = into === ownFolders.duplicates ? 'folder-duplicate' : 'folder-aside';
    files.note(folderId, kind, { name: file.name, movedTo: moved.to, verdict: verdict.kind }, deps.now());
    deps.onMoved(moved.to);
    return true;
  }

  async function tidy(entry: Entry, verdict: Verdict): Promise<void> {
    const moves = rule().originals === 'move';
    if (verdict.kind === 'sent' && moves) await moveSent(entry);
    if (isAside(entry.file.path)) return;
    if (verdict.kind === 'duplicate' && moves) await setAside(entry, verdict, ownFolders.duplicates);
    const isPatient = deps.monotonic() - entry.since >= patienceMs();
    if (setsAside.has(verdict.kind) && isPatient) await setAside(entry, verdict, ownFolders.attention);
  }

  function isThere({ path, submissionId }: TakenFile): boolean {
    const entry = entries.entries.get(path);
    return entry !== undefined && (entry.known === null || entry.known.own?.submissionId === submissionId);
  }

  return {
    patienceMs,
    setAside,
    async all(touched: readonly Entry[]): Promise<void> {
      // oxlint-disable-next-line no-await-in-loop -- one file after the other
      for (const entry of touched) if (entry.verdict !== null) await tidy(entry, entry.verdict);
    },
    /** Originals that are no longer there: a person moved, deleted or replaced them. The journal still knows them. */
    settleMissing(): void {
      const { unread, isCut } = entries.incomplete();
      // A file may have been moved to where the look could not see, or lie under a new name and be open in an editor.
      if (unread > 0 || isCut || [...entries.entries.values()].some(mayBeAnything)) return originals.forgetMissing();
      const gone = originals.missingFor(isThere, deps.monotonic(), quietMs() * MISSING_QUIETS);
      for (const one of gone) originals.settle(one, null);
    },
  };
}
