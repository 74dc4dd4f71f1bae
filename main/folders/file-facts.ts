import type { FolderVerdictKind } from '../../preload/contract/folder.ts';
import { toKnown } from '../hand-over/known-content.ts';
import type { Submission } from '../submission/submission.ts';
import { unhurried } from '../time/slices.ts';
import type { ClaimFact } from './claims.ts';
import { chosenFor } from './file-choices.ts';
import { splitPath } from './file-names.ts';
import { basisOf, type FolderFacts, type KnownNow, type Planned, planFile, takeOf } from './file-plan.ts';
import type { FileRecord } from './file-table.ts';
import { type Folder, folderNow, isPreview, quietMsOf } from './folder.ts';
import { isSynchronised } from './folder-place.ts';
import { isOurs, isShared, otherWatchers } from './folder-root.ts';
import { lookAtPath } from './folder-scan.ts';
import { readContent } from './read-document.ts';
import { has } from './verdict.ts';

const MANY = 200;

/** Gathers everything about a file that only the disk tells. */
export async function gather(folder: Folder, record: FileRecord, facing: FolderFacts): Promise<void> {
  const { file } = record;
  record.isInside = await isInPlace(folder, splitPath(file.path)[0]);
  // A file that its name or an editor rules out is not read.
  const openIn = folder.besides.openIn(record);
  const ruledOut = planFile(record, { openIn, own: null, earlier: null, copyAt: null }, facing, null).kind;
  if (ruledOut === 'ignored' || ruledOut === 'cloud' || ruledOut === 'open' || ruledOut === 'bad-name') return;
  await readOnce(folder, record);
  if (record.content?.ok === true) {
    const { sha256 } = record.content;
    record.renamedFrom = await findOldName(folder, record, sha256);
    record.claim ??= await findClaim(folder, sha256);
    if (record.claim.kind === 'none') await tellCopy(folder, record, sha256);
    if (record.claim.kind === 'own' && !record.claim.taken) await tellTaken(folder, record, sha256);
  }
  await folder.besides.gather(record, quietMsOf(folder));
}

/** Finds the siblings that another computer watches as well, and who watches a synchronised folder. Both may change at any time. */
export async function findWatchers(folder: Folder): Promise<void> {
  if (isSynchronised(folder.root)) await findOthers(folder);
  const siblings = folder.siblings();
  const shared = await Promise.all(siblings.map(({ root, deps }) => isShared(root, deps.computer.id)));
  folder.sharedSiblings = siblings.filter((_one, at) => shared[at]);
}

/** Reads which other computers watch the folder. Of those that cannot be read now, nobody knows (null). */
export async function findOthers(folder: Folder): Promise<void> {
  folder.others = await otherWatchers(folder.root, folder.deps.computer.id);
}

/** Reads the claims on a content. In a sibling counts a claim of another computer, and one of ours that says it was taken. */
export async function findClaim({ claims, sharedSiblings }: Folder, sha256: string): Promise<ClaimFact> {
  const here = await claims.look(sha256);
  const looks = sharedSiblings.map((one) => one.claims.look(sha256).catch(() => here));
  const found = await Promise.all(looks);
  const all = [here, ...found];
  const other = all.find((one) => one.kind === 'other');
  const ours = all.filter((one) => one.kind === 'own');
  // One that a person sent anyway may be known as a copy in another folder only.
  const isCopy = ours.some((one) => one.isCopy) && { isCopy: true as const };
  // It may have been taken here and there: a person is asked about ours first.
  if (here.kind === 'own' && here.taken && other) return { ...here, ...isCopy, also: other };
  const own = ours.find(({ taken }) => taken) ?? ours.find((one) => one === here);
  return other ?? all.find(({ kind }) => kind === 'copy') ?? (own ? { ...own, ...isCopy } : here);
}

/** Notes the claim on a signed copy that was saved while the folder was away. */
async function tellCopy(folder: Folder, record: FileRecord, sha256: string): Promise<void> {
  const { claims, deps } = folder;
  if (isPreview(folder) || deps.journal.savedCopies.savedAt(sha256) === null) return;
  await claims.noteCopy(sha256, record.file.name).catch(() => undefined);
  record.claim = await claims.look(sha256);
}

/** Notes the claim on a document that was taken when its claim could not say so: the app ended, or a program held the file. */
async function tellTaken(folder: Folder, record: FileRecord, sha256: string): Promise<void> {
  const { path } = record.file;
  if (isPreview(folder) || submissionsOf(folder, sha256, path).ownId === null) return;
  const places = [folder, ...folder.sharedSiblings];
  for await (const { claims } of unhurried(places)) await claims.noteTaken(sha256, path).catch(() => undefined);
  record.claim = await findClaim(folder, sha256);
}

function isInPlace({ root, placesInTurn, isWatched }: Folder, subFolder: string): Promise<boolean> {
  const asked = placesInTurn.get(subFolder) ?? isOurs(root, subFolder, isWatched);
  placesInTurn.set(subFolder, asked);
  return asked;
}

/** Tells whether nothing but the service's reading of the file decides about it. */
const mayGo = (kind: FolderVerdictKind): boolean => kind === 'no-signee' || has(kind, 'takes');

/** Plans a file by its gathered facts and by the journal's present state. */
export function planRecord(folder: Folder, record: FileRecord, facing = folderNow(folder)): Planned {
  const chosen = chosenFor(record, facing);
  const known = knownOf(folder, record);
  const failed = record.scan?.kind === 'failed' ? record.scan.problem : null;
  // Only a file that waits for nothing but its people goes to the service.
  const asked = chosen === null || chosen.isComplete ? null : { ...chosen, isComplete: true };
  return {
    verdict: planFile(record, known, { ...facing, wait: facing.wait ?? failed }, chosen),
    chosen,
    goal: takeOf(record, known, facing, chosen) === 'would-send' ? 'send' : 'hold',
    own: known.own,
    wantsScan: asked !== null && mayGo(planFile(record, known, facing, asked).kind),
    basis: basisOf(record, known, facing, chosen),
  };
}

/**
 * Looks again, in the moment of acting, at everything of this file that lies on the disk. `usual`: lists no folder, and
 * finds a new sidecar or owner file by the names that programs give them.
 */
export async function refresh(folder: Folder, record: FileRecord, names: 'all' | 'usual' = 'all'): Promise<void> {
  const { root, table, besides } = folder;
  const { path } = record.file;
  const [subFolder] = splitPath(path);
  // Asked at once, so that a group of files shares the answers.
  const [isThere, listed] = await Promise.all([
    folder.isInsideNow(subFolder),
    names === 'all' ? besides.listNow(subFolder) : null,
  ]);
  record.isInside = isThere;
  const look = await lookAtPath(root, path);
  if (look.kind === 'file') table.see(look.file, quietMsOf(folder));
  else if (look.kind === 'unread') table.hide(path);
  else table.remove(path);
  await besides.refresh(record, listed, quietMsOf(folder));
}

async function readOnce(folder: Folder, record: FileRecord): Promise<void> {
  const { id, root, table, deps } = folder;
  const { file, isStable, isInside } = record;
  const isReadable = isStable && isInside && file.special === null && !file.isInCloud && file.size > 0;
  if (record.content !== null || !isReadable) return;
  const kept = deps.journal.folderFiles.contentAt(id, file.path);
  if (kept?.look === file.look) {
    table.noteContent(record, { ok: true, sha256: kept.sha256, isSafe: kept.isSafe });
    return;
  }
  const content = await readContent(root, file, deps.documentReader);
  table.noteContent(record, content);
  keep(folder, file.path, file.look, content);
}

/** Remembers what was read at this path, so that it is not read again. */
export function keep({ unsaved }: Folder, path: string, look: string, content: FileRecord['content']): void {
  if (content?.ok === true) unsaved.push({ path, look, sha256: content.sha256, isSafe: content.isSafe });
}

/** Drops the content that was read of the file, and what its fields and marks said. */
export function forget(folder: Folder, record: FileRecord): void {
  Object.assign(record, { content: null, scan: null, marks: null });
  folder.unsaved = folder.unsaved.filter(({ path }) => path !== record.file.path);
  if (!isPreview(folder)) folder.deps.journal.folderFiles.keepContents(folder.id, [], [record.file.path]);
}

/** Stores what was read. `many`: only if it is a lot, because one write for 10,000 files would hold up the app. */
export function save(folder: Folder, of: 'all' | 'many' = 'all'): void {
  if (of === 'many' && folder.unsaved.length < MANY) return;
  const fresh = folder.unsaved;
  folder.unsaved = [];
  if (!isPreview(folder)) folder.deps.journal.folderFiles.keepContents(folder.id, fresh, []);
}

/** Finds every submission of the content, and the one whose original lies at this path. */
function submissionsOf({ id, connectionId, deps }: Folder, sha256: string, path: string) {
  const { submissions, folderFiles } = deps.journal;
  // What was sent to a test service may be sent to the real one.
  const all = submissions.ofContent(sha256, connectionId);
  const here = all.length === 0 ? [] : folderFiles.takenAt(id, path);
  const own = here.find(({ submissionId }) => all.some((one) => one.id === submissionId));
  return { all, ownId: own?.submissionId ?? null };
}

function knownOf(folder: Folder, record: FileRecord): KnownNow {
  const { file, content, renamedFrom } = record;
  const openIn = folder.besides.openIn(record);
  if (content?.ok !== true) return { openIn, own: null, earlier: null, copyAt: null };
  const { journal } = folder.deps;
  const { all, ownId } = submissionsOf(folder, content.sha256, file.path);
  const id = ownId ?? renamedFrom?.submissionId ?? withdrawnBefore(folder, record, all)?.id;
  const isOwn = (one: Submission) => one.id === id;
  const own = all.find(isOwn);
  const others = all.filter((one) => !isOwn(one)).map((one) => toKnown(one, journal));
  return {
    openIn,
    own: own ? toKnown(own, journal) : null,
    earlier: others.findLast(({ live }) => live) ?? others.at(-1) ?? null,
    copyAt: journal.savedCopies.savedAt(content.sha256),
  };
}

/**
 * Finds a submission of this content that was withdrawn. The journal was lost, or the folder was removed and added
 * again, so nothing tells which file a submission came from. The claim tells that this folder sent the content: a
 * document that was withdrawn since is not sent again automatically.
 */
function withdrawnBefore({ connectionId, deps }: Folder, { claim }: FileRecord, all: readonly Submission[]) {
  if (claim?.kind !== 'own' || !claim.taken) return undefined;
  const { journal } = deps;
  // A corrected copy comes from no folder.
  const last = all.findLast(({ folder }) => folder !== null);
  if (!last?.folder || toKnown(last, journal).state !== 'stopped') return undefined;
  const others = all.map((one) => toKnown(one, journal));
  // What a person gave up may have been sent: it is left to the person, too.
  if (others.some(({ live, state }) => live && state !== 'stopped')) return undefined;
  const { id: folderId } = last.folder;
  return journal.folders.of(connectionId).some(({ id }) => id === folderId) ? undefined : last;
}

/** Finds a submission whose original has left its path: this file of the same content may be it under another name. */
async function findOldName(folder: Folder, record: FileRecord, sha256: string): Promise<FileRecord['renamedFrom']> {
  const { root, table, deps } = folder;
  const { folderFiles } = deps.journal;
  const { path } = record.file;
  const { all, ownId } = submissionsOf(folder, sha256, path);
  if (ownId !== null) return null;
  for await (const { id: submissionId } of unhurried(all)) {
    const original = folderFiles.of(submissionId);
    if (original?.folderId !== folder.id || original.settledAt !== null) continue;
    // The system may have told the new name alone.
    const look = table.isHidden(original.path) ? null : await lookAtPath(root, original.path);
    const there = table.files.get(original.path);
    const isSame = look?.kind === 'file' && there?.file.look === look.file.look;
    const isGone = look?.kind === 'gone';
    // It may lie at its old path still: nobody can see or read what is there. The next whole look asks again.
    if (!isGone && (!isSame || there?.content?.ok !== true)) return { submissionId, isGuess: true };
    if (!isGone && there?.content?.ok === true && there.content.sha256 === sha256) continue;
    if (isGone) table.remove(original.path);
    if (!isPreview(folder)) folderFiles.renamed(submissionId, path);
    return { submissionId, isGuess: isPreview(folder) };
  }
  return null;
}
