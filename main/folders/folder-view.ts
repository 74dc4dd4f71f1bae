import type { FolderFile, FolderFileAction, FolderFilter, WatchedFolder } from '../../preload/contract/folder.ts';
import type { Entry } from './folder-entries.ts';
import { isAside } from './folder-scan.ts';
import type { FolderWorker } from './folder-worker.ts';
import { needsPerson, type Verdict } from './verdict.ts';

/** Another profile, or the account that is signed in now, is chosen for the folder. */
const changesFolder: ReadonlySet<string> = new Set(['other-account', 'mode-not-open', 'no-sender']);
const namesShown = 3;

function actionsOf({ file, verdict, content }: Entry): FolderFileAction[] {
  if (verdict === null) return [];
  const isWhole = content?.ok === true;
  const actions: FolderFileAction[] = [];
  if (verdict.kind === 'no-signee') actions.push('complete');
  // A profile that a sidecar names is corrected in the sidecar.
  if (changesFolder.has(verdict.kind) || (verdict.kind === 'no-profile' && verdict.who === ''))
    actions.push('change-folder');
  if (verdict.kind === 'claimed' || verdict.kind === 'claimed-long') actions.push('release');
  const isHeld = ['duplicate', 'maybe-sent', 'stopped'].includes(verdict.kind);
  const isForced = isHeld || verdict.kind === 'signed-copy';
  const isTakenByHand = isAside(file.path) && ['would-send', 'would-hold', 'hour-limit'].includes(verdict.kind);
  if (isWhole && (isForced || isTakenByHand)) actions.push('send-anyway');
  const isMovable =
    isHeld ||
    ['not-a-document', 'too-large', 'damaged', 'sidecar-wrong', 'sidecar-old', 'no-signee'].includes(verdict.kind);
  if (isMovable && !isAside(file.path)) actions.push('aside');
  return actions;
}

const unread: Verdict = { kind: 'writing', problem: null, who: '', at: null, submissionId: null };

/** A file for the window. */
export function toFolderFile(
  entry: Entry,
  worker: Pick<FolderWorker, 'judgedOf'>,
  { isPreview }: { readonly isPreview: boolean },
): FolderFile {
  const { file, verdict } = entry;
  const judged = worker.judgedOf(file.path);
  const signees = judged?.chosen?.choices.signees ?? [];
  const { kind, problem, who, at, submissionId } = verdict ?? unread;
  return {
    key: file.path,
    verdict: kind,
    problem,
    who,
    at,
    size: file.size,
    signees: signees.slice(0, namesShown).map(({ email, name }) => name || email),
    signeeCount: signees.length,
    profile: judged?.profile?.name ?? '',
    submissionId,
    isAside: isAside(file.path),
    // A folder that is not watched yet is only looked at.
    actions: isPreview ? [] : actionsOf(entry),
  };
}

/** A folder may hold 100,000 files, and comparing them as a language does takes a second. */
export const byPath = ({ file: one }: Entry, { file: other }: Entry): number => (one.path < other.path ? -1 : 1);

/** Does a person have to see to this file? A duplicate waits for one as well, but does not call. */
export const needsYou = ({ verdict }: Entry): boolean => verdict !== null && needsPerson.has(verdict.kind);

/** The content was sent or signed before: it waits for a person, but does not call. */
const isKnown: ReadonlySet<string> = new Set(['duplicate', 'signed-copy']);
const taken: ReadonlySet<string> = new Set(['under-way', 'sent', 'stopped']);

export function matchesFilter(entry: Entry, filter: FolderFilter): boolean {
  const kind = entry.verdict?.kind ?? 'writing';
  if (filter === 'all') return kind !== 'ignored' || entry.verdict?.problem !== null;
  if (filter === 'needs-you') return needsYou(entry) || isKnown.has(kind);
  if (filter === 'taken') return taken.has(kind);
  return !taken.has(kind) && !needsYou(entry) && kind !== 'ignored' && !isKnown.has(kind);
}

export function countsOf(worker: Pick<FolderWorker, 'entries'>): Pick<WatchedFolder, 'counts' | 'needsYou'> {
  const counts: WatchedFolder['counts'] = {};
  let needing = 0;
  for (const entry of worker.entries.values()) {
    const kind = entry.verdict?.kind ?? 'writing';
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (needsYou(entry)) needing += 1;
  }
  return { counts, needsYou: needing };
}
