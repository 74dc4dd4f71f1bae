import { basename } from 'node:path';
import type { FolderFile, FolderFileAction, FolderFilter, WatchedFolder } from '../../preload/contract/folder.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Profile } from '../../preload/contract/profile.ts';
import type { NeedyFolder } from '../notifications/news.ts';
import { printOf } from './basis.ts';
import { foldersOf, isConfirmed, isSameProfile } from './file-choices.ts';
import { isAside, ownFolders } from './file-names.ts';
import { needsPerson, type Verdict } from './file-plan.ts';
import type { FileRecord } from './file-table.ts';
import type { FolderRule } from './folder-rule.ts';
import type { FolderWatching } from './folder-watching.ts';
import type { FolderWorker } from './folder-worker.ts';

/** A folder that is watched, or that a person is about to add. */
export interface Watched {
  readonly id: string;
  readonly connectionId: string;
  readonly root: string;
  rule: FolderRule;
  worker: FolderWorker;
  /** Null: only a preview. */
  watching: FolderWatching | null;
  remarks: WatchedFolder['remarks'];
  others: readonly string[];
  revision: number;
}

/** Names that fit into a line and into a remark. */
const namesShown = { line: 3, remark: 5 };
/** One folder does not fill the memory of what was told. */
const mostFiles = 200;
/** Leaves room for the rest of a message over the bridge, which has at most 64 kB. */
const MESSAGE_BYTES = 52_000;

/** The first of these that fit into one message. */
export function fitMessage<T>(items: Iterable<T>): T[] {
  const fitting: T[] = [];
  let bytes = 0;
  for (const item of items) {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    if (bytes > MESSAGE_BYTES) break;
    fitting.push(item);
  }
  return fitting;
}

const notPlanned: Verdict = { kind: 'writing', problem: null, who: '', at: null, submissionId: null };
const verdictOf = ({ planned }: FileRecord): Verdict => planned?.verdict ?? notPlanned;
const isOneOf = (kinds: string) => {
  const all = new Set(kinds.split(' '));
  return (kind: string): boolean => all.has(kind);
};

/** Another profile, or the account that is signed in now, is chosen for the folder. */
const changesFolder = isOneOf('other-account mode-not-open no-sender');
/** A person may send these although the folder would not. */
export const isForced = isOneOf('duplicate signed-copy maybe-sent stopped set-aside');
const isClaimed = isOneOf('claimed claimed-long');
const isMovable = isOneOf(
  'duplicate maybe-sent stopped not-a-document too-large damaged sidecar-wrong sidecar-old no-signee',
);

function actionsOf(record: FileRecord): FolderFileAction[] {
  const { file, content } = record;
  const { kind, who } = verdictOf(record);
  const actions: FolderFileAction[] = [];
  if (kind === 'no-signee') actions.push('complete');
  // A profile that a sidecar names is corrected in the sidecar.
  if (changesFolder(kind) || (kind === 'no-profile' && who === '')) actions.push('change-folder');
  if (isClaimed(kind)) actions.push('release');
  if (content?.ok === true && isForced(kind)) actions.push('send-anyway');
  if (isMovable(kind) && !isAside(file.path)) actions.push('aside');
  return actions;
}

/** A file for the window. `peopleOf` a submission: what was taken goes to them, whatever its sidecar says by now. */
export function toFolderFile(
  record: FileRecord,
  peopleOf: (submissionId: string) => readonly string[] | null,
  isPreview: boolean,
): FolderFile {
  const { file, planned } = record;
  const { kind, ...verdict } = verdictOf(record);
  const chosen = planned?.chosen?.choices.signees.map(({ email, name }) => name || email) ?? [];
  const signees = (planned?.own ? peopleOf(planned.own.submissionId) : null) ?? chosen;
  return {
    ...verdict,
    key: file.path,
    verdict: kind,
    size: file.size,
    signees: signees.slice(0, namesShown.line),
    signeeCount: signees.length,
    profile: planned?.profile?.name ?? '',
    isAside: isAside(file.path),
    print: planned === null ? '' : printOf(planned.basis),
    // A folder that is not watched yet is only looked at.
    actions: isPreview ? [] : actionsOf(record),
  };
}

/** A folder may hold 100,000 files, and comparing them as a language does takes a second. */
export const byPath = ({ file: one }: FileRecord, { file: other }: FileRecord): number =>
  one.path < other.path ? -1 : 1;

/** Does a person have to see to this file? A duplicate waits for one as well, but does not call. */
function needsYou(record: FileRecord): boolean {
  const isKept = record.file.path.startsWith(`${ownFolders.duplicates}/`);
  const { kind } = verdictOf(record);
  return needsPerson.has(kind) && !(isKept && kind === 'set-aside');
}

/** The content was sent or signed before, or a person set it aside: it waits for a person, but does not call. */
const isKnown = isOneOf('duplicate signed-copy set-aside');
const isTaken = isOneOf('under-way sent stopped');

export function matchesFilter(record: FileRecord, filter: FolderFilter): boolean {
  const { kind, problem } = verdictOf(record);
  if (filter === 'all') return kind !== 'ignored' || problem !== null;
  if (filter === 'needs-you') return needsYou(record) || isKnown(kind);
  if (filter === 'taken') return isTaken(kind);
  return !isTaken(kind) && !needsYou(record) && kind !== 'ignored' && !isKnown(kind);
}

export function countsOf(worker: Pick<FolderWorker, 'files' | 'foreign'>): Pick<WatchedFolder, 'counts' | 'needsYou'> {
  const counts: WatchedFolder['counts'] = {};
  let needing = 0;
  for (const record of worker.files.values()) {
    const { kind } = verdictOf(record);
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (needsYou(record)) needing += 1;
  }
  const ignored = (counts.ignored ?? 0) + worker.foreign();
  if (ignored > 0) counts.ignored = ignored;
  return { counts, needsYou: needing };
}

/** The profiles by which a folder would send to other people than a person confirmed. */
function unconfirmedOf(
  { rule, worker, watching }: Watched,
  profiles: readonly Profile[],
): WatchedFolder['unconfirmed'] {
  if (watching === null || rule.goal !== 'send') return null;
  const changed = new Set(profiles.filter((one) => one.id === rule.profileId && !isConfirmed(one, rule)));
  for (const { file, planned } of worker.files.values()) {
    if (!planned?.profile) continue;
    // A person may have confirmed the rule since the file was planned.
    const isMoved =
      planned.chosen?.isUnconfirmed === true && !isSameProfile(planned.profile, rule, foldersOf(file.path));
    if (isMoved || !isConfirmed(planned.profile, rule)) changed.add(planned.profile);
  }
  if (changed.size === 0) return null;
  const people = new Set(
    [...changed].flatMap(({ choices }) => choices.signees.map(({ email, name }) => name || email)),
  );
  return {
    profiles: [...new Set([...changed].map(({ name }) => name))],
    people: [...people].slice(0, namesShown.remark),
    peopleCount: people.size,
  };
}

/** A folder for the window. */
export function toWatchedFolder(watched: Watched, profiles: readonly Profile[]): WatchedFolder {
  const { id, connectionId, root, rule, worker, watching, remarks, others, revision } = watched;
  const { version: _v, account: _a, signees: _s, confirmed: _c, claimsSince: _t, pause, marker: _m, ...input } = rule;
  const profile = profiles.find((one) => one.id === rule.profileId);
  return {
    id,
    connectionId,
    isPreview: watching === null,
    path: root,
    name: basename(root),
    rule: input,
    profileName: profile?.name ?? null,
    subFolderProfiles: profiles
      .filter((one) => one.id !== rule.profileId && worker.hasSubFolder(one.name))
      .map((one) => one.id),
    isTroubled: watching !== null && worker.troubledAt() !== null,
    ...worker.view(),
    unconfirmed: unconfirmedOf(watched, profiles),
    pausedUntil: pause?.until ?? null,
    ...countsOf(worker),
    sentThisHour: worker.sentThisHour(),
    remarks,
    others: [...others],
    revision,
  };
}

function problemOf(status: WatchedFolder['status'], folder: string): Problem | null {
  if (status === 'replaced') return null;
  return status === 'read-only'
    ? { key: 'folder-read-only', params: { folder, code: '' } }
    : { key: 'folder-unreachable', params: { folder } };
}

/** What a person away from the window has to know of a folder. */
export function needsOf({ id: folderId, connectionId, root, worker }: Watched): readonly NeedyFolder[] {
  const { status } = worker.view();
  const troubledAt = worker.troubledAt();
  const common = { connectionId, folderId };
  if (troubledAt !== null) {
    // Once a day: a drive that comes and goes must not call all the time.
    const key = `folder|${folderId}|${status}|${new Date(troubledAt).toDateString()}`;
    const why = status === 'replaced' ? { why: { kind: status, who: '', at: null } } : {};
    return [{ ...common, key, name: basename(root), problem: problemOf(status, root), ...why, isFolder: true }];
  }
  const files: NeedyFolder[] = [];
  for (const record of worker.files.values()) {
    if (files.length === mostFiles) break;
    if (!needsYou(record)) continue;
    const { kind, problem, who, at } = verdictOf(record);
    // A file that was set aside has another path and the same look.
    const key = `folder-file|${folderId}|${record.file.look}|${kind}`;
    files.push({ ...common, key, name: record.file.name, problem, why: { kind, who, at }, isFolder: false });
  }
  return files;
}
