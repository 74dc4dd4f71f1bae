import { join } from 'node:path';
import type { FolderVerdictKind } from '../../preload/contract/folder.ts';
import type { Clock } from '../clock.ts';
import type { TakenFile } from '../journal/folder-files.ts';
import type { Journal } from '../journal/journal.ts';
import { unhurried } from '../slices.ts';
import type { FileFactsOf } from './file-facts.ts';
import { isAside, ownFolders, sidecarOf, splitPath } from './file-names.ts';
import { setsAside, type Verdict } from './file-plan.ts';
import type { FileRecord, FileTable } from './file-table.ts';
import type { FolderRule } from './folder-rule.ts';
import { lookAtPath } from './folder-scan.ts';
import { lookAt } from './inside-folder.ts';
import { type Moved, moveFile, moveSidecar, writeReason } from './move-file.ts';

export interface TidyDeps {
  readonly root: string;
  readonly folderId: string;
  readonly computer: { readonly id: string };
  readonly files: Journal['folderFiles'];
  readonly rule: () => FolderRule;
  readonly table: FileTable;
  readonly facts: FileFactsOf;
  readonly clock: Clock;
  /** The text for people without the app. */
  readonly reasonOf: (verdict: Verdict, name: string) => string;
  /** Look at this path soon. */
  readonly onMoved: (path: string) => void;
  /** The folder refuses. */
  readonly onRefused: (code: string) => void;
  readonly onFault: (error: unknown) => void;
  /** Only planted bugs replace it. */
  readonly moveFile?: typeof moveFile | undefined;
}

/** Files that cannot be sent rest this long before they are set aside: their writer may only have paused. */
const PATIENCE_MS = 60_000;
/** Quiet times after which a missing original is given up. Its content shows earlier if it was renamed. */
const MISSING_QUIETS = 3;

const unreadKinds: ReadonlySet<FolderVerdictKind> = new Set(['writing', 'open', 'cloud', 'unreadable']);

/** Nobody has read its content: it may be any original under a new name. */
const mayBeAnything = ({ content, planned }: FileRecord): boolean =>
  content?.ok !== true && (planned === null || unreadKinds.has(planned.verdict.kind));

/** Moves what has come to its end: sent files, duplicates, and files that cannot be sent. */
export function createTidyUp(deps: TidyDeps) {
  const { root, folderId, files, rule, table, facts, clock } = deps;
  const { now, monotonic } = clock;
  const moveNow = deps.moveFile ?? moveFile;
  const computerId = deps.computer.id;
  const quietMs = () => rule().quietSeconds * 1_000;
  const patienceMs = () => Math.max(PATIENCE_MS, quietMs() * 10);
  /** Originals in `Sent`, with the look that they had when they were moved, and when to look again. */
  const watched = new Map<string, { readonly look: string; at: number }>();
  /** Since when a submission's original is missing, by the monotonic clock. */
  const missingSince = new Map<string, number>();

  /** Moves a file with its sidecars. Null: it stays. */
  async function move(
    record: FileRecord,
    into: string,
    stillMoves?: (path: string) => Promise<boolean>,
  ): Promise<string | null> {
    const { path, look } = record.file;
    const seen = table.sidecarsOf(path);
    const moved: Moved = await moveNow({ root, computerId, path, into, look, ...(stillMoves && { stillMoves }) });
    if (moved.kind === 'failed' && moved.ofFolder) deps.onRefused(moved.code);
    if (moved.kind === 'changed' || moved.kind === 'gone') deps.onMoved(path);
    if (moved.kind === 'changed') table.remove(path);
    if (moved.kind !== 'moved') return null;
    // Also a sidecar that came since the last look.
    // oxlint-disable-next-line no-await-in-loop -- one, as a rule
    for (const sidecar of seen.length > 0 ? seen : [sidecarOf(path)])
      await moveSidecar(root, computerId, sidecar, moved.to);
    table.remove(path);
    return moved.to;
  }

  async function moveSent(record: FileRecord): Promise<void> {
    const original = files.of(record.planned?.own?.submissionId ?? '');
    if (original === null || original.folderId !== folderId) return;
    const to = await move(record, ownFolders.sent);
    if (to === null) return;
    files.settle(folderId, original.submissionId, { at: now(), movedTo: to });
    watched.set(to, { look: record.file.look, at: monotonic() + quietMs() });
  }

  /** Notes that a file lies elsewhere now, with the reason, for people with and without the app. */
  async function tellAside(name: string, to: string, verdict: Verdict): Promise<void> {
    await writeReason(root, to, deps.reasonOf(verdict, name)).catch(deps.onFault);
    const kind = to.startsWith(`${ownFolders.duplicates}/`) ? 'folder-duplicate' : 'folder-aside';
    files.note(folderId, kind, { name, movedTo: to, verdict: verdict.kind }, now());
    deps.onMoved(to);
  }

  async function setAside(record: FileRecord, verdict: Verdict, into: string): Promise<boolean> {
    const { name, path, look } = record.file;
    const { content } = record;
    // Size and date may stand still while a program writes: read it again where nobody can change what lies there.
    const isStill = async (held: string) => isSame(content, await facts.readAgain(held));
    const to = await move(record, into, content === null ? undefined : isStill);
    if (to === null) return false;
    for (const { submissionId } of files.takenAt(folderId, path))
      files.settle(folderId, submissionId, { at: now(), movedTo: to });
    if (content !== null) facts.keep(to, look, content);
    await tellAside(name, to, verdict);
    return true;
  }

  async function tidy(record: FileRecord, verdict: Verdict): Promise<void> {
    const moves = rule().originals === 'move';
    if (verdict.kind === 'sent' && moves) await moveSent(record);
    if (isAside(record.file.path)) return;
    if (verdict.kind === 'duplicate' && moves) await setAside(record, verdict, ownFolders.duplicates);
    const isPatient = monotonic() - record.since >= patienceMs();
    if (setsAside.has(verdict.kind) && isPatient) await setAside(record, verdict, ownFolders.attention);
  }

  /** A program may write on after its document was sent: what lies in `Sent` is not what was sent then. */
  async function checkSent(): Promise<void> {
    for (const [to, one] of watched) {
      if (monotonic() < one.at) continue;
      watched.delete(to);
      // oxlint-disable-next-line no-await-in-loop -- a handful
      const look = await lookAt(join(root, to));
      if (look === null || look === one.look) continue;
      // oxlint-disable-next-line no-await-in-loop
      const moved = await moveFile({ root, computerId, path: to, into: ownFolders.attention, look });
      const name = to.slice(to.lastIndexOf('/') + 1);
      const verdict = { kind: 'changed-after', problem: null, who: '', at: now(), submissionId: null } as const;
      // oxlint-disable-next-line no-await-in-loop
      if (moved.kind === 'moved') await tellAside(name, moved.to, verdict);
      else if (moved.kind === 'changed') watched.set(to, { ...one, at: monotonic() + quietMs() });
    }
  }

  function isThere({ path, submissionId }: TakenFile): boolean {
    const record = table.files.get(path);
    return record !== undefined && (record.planned === null || record.planned.own?.submissionId === submissionId);
  }

  return {
    patienceMs,
    setAside,
    async all(planned: Iterable<FileRecord>): Promise<void> {
      for await (const record of unhurried(planned)) if (record.planned) await tidy(record, record.planned.verdict);
      await checkSent();
    },
    /** When to look into `Sent` again, by the monotonic clock. */
    nextAt: (): number => Math.min(Number.POSITIVE_INFINITY, ...[...watched.values()].map(({ at }) => at)),
    /** Originals that are no longer there: a person moved, deleted or replaced them. The journal still knows them. */
    async settleMissing(): Promise<void> {
      const { unread, isCut } = table.incomplete();
      // A file may have been moved to where the look could not see, or lie under a new name and be open in an editor.
      if (unread > 0 || isCut || [...table.files.values()].some(mayBeAnything)) return missingSince.clear();
      const gone: TakenFile[] = [];
      const folders = new Map<string, Promise<boolean>>();
      const isFolder = (path: string) => {
        const asked = folders.get(path) ?? lookAtPath(root, path).then(({ kind }) => kind === 'folder');
        folders.set(path, asked);
        return asked;
      };
      for await (const one of unhurried(files.here(folderId))) {
        if (isThere(one)) {
          missingSince.delete(one.submissionId);
          continue;
        }
        const since = missingSince.get(one.submissionId) ?? monotonic();
        missingSince.set(one.submissionId, since);
        // A sub-folder that is away comes back with its files.
        if (monotonic() - since >= quietMs() * MISSING_QUIETS && (await isFolder(splitPath(one.path)[0])))
          gone.push(one);
      }
      for (const { submissionId } of gone) {
        missingSince.delete(submissionId);
        files.settle(folderId, submissionId, { at: now(), movedTo: null });
      }
    },
  };
}

const isSame = (one: FileRecord['content'], other: FileRecord['content']): boolean =>
  one?.ok === true
    ? other?.ok === true && one.sha256 === other.sha256
    : one?.ok === other?.ok && one?.refusal.kind === (other?.ok === false ? other.refusal.kind : undefined);
