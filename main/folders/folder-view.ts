import { basename } from 'node:path';
import {
  type FolderFile,
  type FolderFileAction,
  type FolderFilter,
  folderRuleInput,
  type WatchedFolder,
} from '../../preload/contract/folder.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Profile } from '../../preload/contract/profile.ts';
import type { Choices } from '../../preload/contract/sending.ts';
import type { NeedyFolder } from '../notifications/news.ts';
import { firstMessage } from '../state/messages.ts';
import { isConfirmed, isSameProfile } from './file-choices.ts';
import { isAside, purposeOf } from './file-names.ts';
import { printOf } from './file-plan.ts';
import type { FileRecord } from './file-table.ts';
import { connectionOf, type Folder, isClaimedLate, isOnDrive, isPreview, ownFoldersOf, ruleOf } from './folder.ts';
import type { FolderRule } from './folder-rule.ts';
import { troubledAt } from './turns.ts';
import { has, mayComplete, mayForce, type Verdict, verdict } from './verdict.ts';

/** Names that fit into a line and into a remark. */
const namesShown = { line: 3, remark: 5 };

/** Returns the first names of a remark, and a sign that there are more. */
const beginningOf = (names: readonly string[]): string[] =>
  names.length > namesShown.remark ? [...names.slice(0, namesShown.remark), '…'] : [...names];

/** One folder does not fill the memory of what was told. */
const mostFiles = 200;
const nameOf = ({ email, name }: Choices['signees'][number]): string => name || email;
const notPlanned = verdict('writing');
const verdictOf = ({ planned }: FileRecord): Verdict => planned?.verdict ?? notPlanned;

/** Returns the other computer that took the content. A person releases its claim before anything else helps. */
export const claimedBy = ({ claim }: FileRecord): string =>
  (claim?.kind === 'own' ? claim.also?.by : claim?.kind === 'other' && claim.by) || '';

/** Tells whether nothing but the history of the content keeps it, so that a person can send it anyway. */
const mayGo = (record: FileRecord): boolean =>
  record.content?.ok === true &&
  mayForce(verdictOf(record)) &&
  (record.planned?.chosen ?? null) !== null &&
  (record.sidecar === null || record.sidecar.kind === 'read');

/** Returns what a person may do with a file. A folder that is not watched yet is only looked at. */
export function actionsOf(folder: Folder, record: FileRecord): FolderFileAction[] {
  if (isPreview(folder)) return [];
  const { file } = record;
  const account = connectionOf(folder.deps, folder.connectionId)?.username ?? null;
  const isForeign = account !== null && account !== folder.rule.account;
  const { kind, who } = verdictOf(record);
  const isClaimed = claimedBy(record) !== '';
  const chosen = record.planned?.chosen ?? null;
  const choosesProfile = kind === 'other-account' || chosen === null || chosen.profile.id === folder.rule.profileId;
  const actions: FolderFileAction[] = [];
  if (mayComplete(verdictOf(record))) actions.push('complete');
  // A profile that a sidecar names is corrected in the sidecar.
  // Nor does another profile of the folder help where a sub-folder or a sidecar chooses.
  const isOfFolder = kind === 'no-profile' ? who === '' : has(kind, 'changes-folder') && choosesProfile;
  if (isOfFolder || (mayGo(record) && isForeign)) actions.push('change-folder');
  if (has(kind, 'claimed') || (mayGo(record) && isClaimed)) actions.push('release');
  if (mayGo(record) && !isClaimed && !isForeign) actions.push('send-anyway');
  if (has(kind, 'movable') && !isOnDrive(folder, file.path) && !isAside(file.path)) actions.push('aside');
  return actions;
}

/** Tells whether a person should know something of the file before its document is sent. */
const mayHaveRemarks = ({ content, planned }: FileRecord): boolean =>
  content?.ok === true && !content.isSafe && planned !== null && !has(planned.verdict.kind, 'hides-remarks');

/** Describes a file for the window. */
function toFolderFile(folder: Folder, record: FileRecord): FolderFile {
  const { file, planned } = record;
  const { kind, submissionId, ...rest } = verdictOf(record);
  const { submissions } = folder.deps.journal;
  // The list shows no row of another connection, which may have sent the same.
  const isListed = submissionId !== null && submissions.find(submissionId)?.connectionId === folder.connectionId;
  // What was taken goes to the people of its submission, whatever its sidecar says by now.
  const taken = submissions.find(planned?.own?.submissionId ?? '')?.wish.signees;
  const signees = taken?.map(({ email }) => email) ?? planned?.chosen?.choices.signees.map(nameOf) ?? [];
  return {
    ...rest,
    submissionId: isListed ? submissionId : null,
    key: file.path,
    verdict: kind,
    size: file.size,
    signees: signees.slice(0, namesShown.line),
    signeeCount: signees.length,
    claimedBy: claimedBy(record),
    isAside: isAside(file.path),
    hasRemarks: mayHaveRemarks(record),
    print: planned === null ? '' : printOf(planned.basis),
    actions: actionsOf(folder, record),
  };
}

/** Returns the files of a folder, as many as fit into a message, and their number. */
export function filesOf(folder: Folder, filter: FolderFilter): { files: FolderFile[]; all: number } {
  const found = [...folder.table.files.values()].filter((record) => matchesFilter(record, filter));
  const first = found.toSorted(byPath).slice(0, limits.folderFiles);
  return { files: firstMessage(first, (record) => toFolderFile(folder, record)), all: found.length };
}

/** Orders files by path. A folder may hold 100,000, and comparing them as a language does takes a second. */
const byPath = ({ file: one }: FileRecord, { file: other }: FileRecord): number => (one.path < other.path ? -1 : 1);

/** Tells whether the file is a duplicate that was set aside. It waits for a person, but does not call. */
const isKeptDuplicate = (record: FileRecord): boolean =>
  verdictOf(record).kind === 'set-aside' && purposeOf(record.file.path) === 'duplicates';

/** Tells whether a person has to see to this file. */
const needsYou = (record: FileRecord): boolean =>
  has(verdictOf(record).kind, 'needs-person') && !isKeptDuplicate(record);

function matchesFilter(record: FileRecord, filter: FolderFilter): boolean {
  const { kind, problem } = verdictOf(record);
  if (filter === 'all') return kind !== 'ignored' || problem !== null;
  if (filter === 'needs-you') return needsYou(record) || has(kind, 'known');
  if (filter === 'taken') return has(kind, 'is-taken');
  return !has(kind, 'is-taken') && !needsYou(record) && kind !== 'ignored' && !has(kind, 'known');
}

/** Counts the files by verdict. Called several times a second while a folder changes, also for 100,000 files. */
export function countsOf({ table }: Folder): Pick<WatchedFolder, 'counts' | 'needsYou'> {
  const byKind = new Map<Verdict['kind'], number>();
  let kept = 0;
  for (const record of table.files.values()) {
    const { kind } = verdictOf(record);
    byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
    if (isKeptDuplicate(record)) kept += 1;
  }
  const ignored = (byKind.get('ignored') ?? 0) + table.foreign();
  if (ignored > 0) byKind.set('ignored', ignored);
  const needing = [...byKind].reduce((sum, [kind, count]) => (has(kind, 'needs-person') ? sum + count : sum), 0);
  return { counts: Object.fromEntries(byKind), needsYou: needing - kept };
}

/** Returns the profiles by which a folder would send to other people than a person confirmed. */
function unconfirmedOf(folder: Folder, rule: FolderRule, profiles: readonly Profile[]): WatchedFolder['unconfirmed'] {
  if (isPreview(folder) || rule.goal !== 'send') return null;
  const changed = new Set(profiles.filter((one) => one.id === rule.profileId && !isConfirmed(one, rule)));
  for (const { planned } of folder.table.files.values()) {
    if (!planned?.chosen) continue;
    const { profile, ledBy, isUnconfirmed } = planned.chosen;
    // A person may have confirmed the rule since the file was planned.
    const isMoved = isUnconfirmed && !isSameProfile(profile, rule, ledBy);
    if (isMoved || !isConfirmed(profile, rule)) changed.add(profile);
  }
  if (changed.size === 0) return null;
  const people = new Set([...changed].flatMap(({ choices }) => choices.signees.map(nameOf)));
  return {
    profiles: [...new Set([...changed].map(({ name }) => name))],
    people: [...people].slice(0, namesShown.remark),
    peopleCount: people.size,
  };
}

/** Describes a folder for the window. */
export function toWatchedFolder(folder: Folder): WatchedFolder {
  // Nobody is said to watch a folder before that was read.
  const rule = ruleOf({ ...folder, others: folder.others ?? [] });
  const { id, connectionId, root, table, hours, deps, status, lastLook, how, remarks, others, revision } = folder;
  const profiles = deps.profilesOf(connectionId);
  return {
    id,
    connectionId,
    status,
    lastLook,
    how,
    remarks: others !== null && isClaimedLate(folder) ? [...remarks, 'cloud-shared'] : [...remarks],
    revision,
    isPreview: isPreview(folder),
    path: root,
    name: basename(root),
    rule: folderRuleInput.parse(rule),
    ownFolders: ownFoldersOf(folder),
    profileName: profiles.find((one) => one.id === rule.profileId)?.name ?? null,
    subFolderProfiles: profiles
      .filter((one) => one.id !== rule.profileId && table.hasSubFolder(one.name))
      .map((one) => one.id),
    isTroubled: !isPreview(folder) && troubledAt(folder) !== null,
    ...table.incomplete(),
    loneSidecars: table.loneSidecars(),
    leftOut: beginningOf(table.leftOut()),
    unconfirmed: unconfirmedOf(folder, rule, profiles),
    isPaused: folder.pauses.isPaused(rule),
    pausedUntil: folder.pauses.untilOf(rule),
    ...countsOf(folder),
    sentThisHour: hours.sent(),
    others: [...(others ?? [])],
  };
}

/** Returns the sentence about a folder that is in trouble, and was not replaced. */
export function problemOf(status: WatchedFolder['status'], folder: string): Problem {
  return status === 'read-only'
    ? { key: 'folder-read-only', params: { folder, code: '' } }
    : { key: 'folder-unreachable', params: { folder } };
}

/** Returns what a person away from the window has to know of a folder. */
export function needsOf(folder: Folder): readonly NeedyFolder[] {
  const { id: folderId, connectionId, root, table, status } = folder;
  const troubled = troubledAt(folder);
  const common = { connectionId, folderId };
  if (troubled !== null) {
    // Once a day: a drive that comes and goes must not call all the time.
    const key = `folder|${folderId}|${status}|${new Date(troubled).toDateString()}`;
    const what = { ...common, key, name: basename(root), isFolder: true };
    if (status === 'replaced') return [{ ...what, problem: null, why: { kind: status, who: '', at: null } }];
    return [{ ...what, problem: problemOf(status, root) }];
  }
  const files: NeedyFolder[] = [];
  for (const record of table.files.values()) {
    if (files.length === mostFiles) break;
    if (!needsYou(record)) continue;
    const { kind, problem, who, at } = verdictOf(record);
    // A file that was set aside has another path and the same look.
    const key = `folder-file|${folderId}|${record.file.look}|${kind}`;
    files.push({ ...common, key, name: record.file.name, problem, why: { kind, who, at }, isFolder: false });
  }
  return files;
}
