import { join } from 'node:path';
import { lastingLook, lookAt } from '../files/file-look.ts';
import type { KeptContent, TakenFile } from '../journal/folder-files.ts';
import { unhurried } from '../time/slices.ts';
import { keep, planRecord, refresh } from './file-facts.ts';
import { isAside, purposeOf, splitPath } from './file-names.ts';
import { differing } from './file-plan.ts';
import { type Beside, type FileRecord, kindOf } from './file-table.ts';
import { type Folder, isOnDrive, mayMove, ownFoldersOf, quietMsOf } from './folder.ts';
import { lookAtPath } from './folder-scan.ts';
import { statusOfRefusal } from './inside-folder.ts';
import { moveFile, moveSidecar, placesIn } from './move-file.ts';
import { readContent } from './read-document.ts';
import { writeReason } from './reason-file.ts';
import { has, type Verdict, verdict } from './verdict.ts';

/** Files that cannot be sent rest this long before they are set aside: their writer may only have paused. */
const PATIENCE_MS = 60_000;
/** A look into `Sent` that told nothing, and a move that was refused, are tried again after this time. */
const AGAIN_MS = 30_000;
/** A program that writes on in an original does so within this time. */
const LATELY_MS = 60 * 60_000;
/** Quiet times after which a missing original is given up. Its content shows earlier if it was renamed. */
const MISSING_QUIETS = 3;

export const patienceMsOf = (folder: Folder): number => Math.max(PATIENCE_MS, quietMsOf(folder) * 10);

/** Returns the time of the next look into `Sent`, by the monotonic clock. */
export const nextSentLook = ({ sent }: Folder): number =>
  Math.min(Number.POSITIVE_INFINITY, ...[...sent.values()].map(({ at }) => at));

/** Returns the originals that were moved shortly before the app ended, to look at them once more. */
export function sentBefore({ id, deps }: Pick<Folder, 'id' | 'deps'>): Folder['sent'] {
  const { now, monotonic } = deps.clock;
  const moved = deps.journal.folderFiles.movedAfter(id, now() - LATELY_MS);
  const sent = moved.filter(({ path }) => purposeOf(path) === 'sent');
  return new Map(sent.map(({ path, look }) => [path, { look, at: monotonic() }]));
}

/** Moves what has come to its end: sent files, duplicates, and files that cannot be sent. */
export async function tidyUp(folder: Folder, planned: Iterable<FileRecord>): Promise<void> {
  for await (const record of unhurried(planned)) {
    const into = placeFor(folder, record);
    if (into === null) continue;
    // A person may have paused it since the last move, or the app may end.
    if (!mayMove(folder)) return;
    await (kindOf(record) === 'sent' ? moveSent(folder, record, into) : setAside(folder, record, into));
  }
  if (mayMove(folder)) await checkSent(folder);
}

/** Returns the folder of ours where a file belongs by its plan. Null: it stays. */
function placeFor(folder: Folder, record: FileRecord): string | null {
  const { file, since } = record;
  const { sent, duplicates, attention } = ownFoldersOf(folder);
  const kind = kindOf(record);
  const moves = folder.rule.originals === 'move';
  if (isOnDrive(folder, file.path)) return null;
  if (kind === 'sent') return moves ? sent : null;
  if (isAside(file.path)) return null;
  if (kind === 'duplicate') return moves ? duplicates : null;
  const isPatient = folder.deps.clock.monotonic() - since >= patienceMsOf(folder);
  return has(kind, 'sets-aside') && isPatient ? attention : null;
}

/** Returns the sidecars that go with a file. Another than the one that it was taken with is meant for the next document. */
function sidecarsOf({ table, deps }: Folder, { file, planned }: FileRecord): readonly Beside[] {
  const there = table.sidecarsOf(file.path);
  const own = planned?.own ?? null;
  if (own === null) return there;
  const submission = deps.journal.submissions.find(own.submissionId);
  const taken = submission?.folder?.sidecar ?? null;
  // Nobody noted it: what was there when the document was taken is its own.
  if (taken === null) return there.filter(({ arrivedMs }) => arrivedMs <= (submission?.acceptedAt ?? 0));
  return there.filter(({ look }) => lastingLook(look) === taken);
}

/** Moves a file with its sidecars. Null: it stays. */
async function move(
  folder: Folder,
  record: FileRecord,
  into: string,
  stillMoves?: (path: string) => Promise<boolean>,
): Promise<string | null> {
  const { root, table, hinted, deps } = folder;
  const { path, look } = record.file;
  const place = { root, computerId: deps.computer.id, attention: ownFoldersOf(folder).attention };
  const sidecars = sidecarsOf(folder, record);
  const options = { ...place, path, into, look, ...(stillMoves && { stillMoves }) };
  const moved = await (deps.moveFile ?? moveFile)(options);
  if (moved.kind === 'failed' && moved.ofFolder) folder.status = statusOfRefusal(moved.code);
  if (moved.kind === 'changed' || moved.kind === 'gone') hinted.add(path);
  if (moved.kind === 'changed') table.remove(path);
  if (moved.kind !== 'moved') return null;
  for await (const sidecar of unhurried(sidecars)) await moveSidecar(place, sidecar, moved.to);
  table.remove(path);
  return moved.to;
}

/** Looks at a file again just before it is moved. False: something that its plan rests on is another by now. */
async function stillHolds(folder: Folder, record: FileRecord): Promise<boolean> {
  const { table, hinted } = folder;
  const { planned } = record;
  const { path } = record.file;
  await refresh(folder, record, 'usual');
  const isHere = table.files.get(path) === record;
  if (!isHere) hinted.add(path);
  if (planned === null || !isHere) return false;
  record.planned = planRecord(folder, record);
  if (differing(planned.basis, record.planned.basis) === null) return true;
  table.touch(record);
  return false;
}

async function moveSent(folder: Folder, record: FileRecord, into: string): Promise<void> {
  const original = folder.deps.journal.folderFiles.of(record.planned?.own?.submissionId ?? '');
  if (original === null || original.folderId !== folder.id) return;
  if (!(await stillHolds(folder, record))) return;
  const { content, file } = record;
  if (content?.ok !== true) return;
  // On a disk that numbers files by their folder, another file of the same size and date looks like this one.
  const isStill = async (held: string) =>
    (await lookAt(join(folder.root, held))) === file.look || isSame(content, await readAgain(folder, held));
  const to = await move(folder, record, into, isStill);
  if (to === null) return;
  noteMoved(folder, original.submissionId, { ...content, path: to, look: file.look });
}

/** Notes that an original lies in `Sent` now. It is looked at once more. */
function noteMoved(folder: Folder, submissionId: string, kept: KeptContent): void {
  const { clock, journal } = folder.deps;
  journal.folderFiles.settle(folder.id, submissionId, { at: clock.now(), movedTo: kept.path, kept });
  folder.sent.set(kept.path, { look: kept.look, at: clock.monotonic() + quietMsOf(folder) });
}

/** Finds an original in `Sent` that was moved there just before the app ended, so that nobody has noted it. */
async function findMoved(folder: Folder, path: string, submissionId: string): Promise<KeptContent | null> {
  const { id, root, deps } = folder;
  const { submissions, folderFiles } = deps.journal;
  const file = submissions.find(submissionId)?.wish.file;
  for await (const to of unhurried(placesIn(ownFoldersOf(folder).sent, path))) {
    const there = await lookAtPath(root, to);
    if (there.kind !== 'file') return null;
    if (there.file.size !== file?.size) continue;
    const content = await readContent(root, there.file, deps.documentReader);
    const isOwn = content.ok && content.sha256 === file.sha256 && !folderFiles.wasMovedTo(id, to);
    if (isOwn) return { ...content, path: to, look: there.file.look };
  }
  return null;
}

/** Sets a file aside as its plan says. False: it stays. */
export async function setAside(folder: Folder, record: FileRecord, into: string): Promise<boolean> {
  const { content, planned } = record;
  const { name, path, look } = record.file;
  const { clock, journal } = folder.deps;
  if (planned === null || !(await stillHolds(folder, record))) return false;
  // Size and date may stand still while a program writes: read it again where nobody can change what lies there.
  const isStill = async (held: string) => isSame(content, await readAgain(folder, held));
  const to = await move(folder, record, into, content === null ? undefined : isStill);
  if (to === null) return false;
  for (const { submissionId } of journal.folderFiles.takenAt(folder.id, path))
    journal.folderFiles.settle(folder.id, submissionId, { at: clock.now(), movedTo: to });
  keep(folder, to, look, content);
  await tellAside(folder, name, to, planned.verdict);
  return true;
}

async function readAgain({ root, deps }: Folder, path: string): Promise<FileRecord['content']> {
  const look = await lookAtPath(root, path);
  return look.kind === 'file' ? readContent(root, look.file, deps.documentReader) : null;
}

const isSame = (one: FileRecord['content'], other: FileRecord['content']): boolean =>
  one?.ok === true
    ? other?.ok === true && one.sha256 === other.sha256
    : one?.ok === other?.ok && one?.refusal.kind === (other?.ok === false ? other.refusal.kind : undefined);

/** Notes that a file lies elsewhere now, with the reason, for people with and without the app. */
async function tellAside({ id, root, hinted, deps }: Folder, name: string, to: string, judged: Verdict): Promise<void> {
  await writeReason(root, to, deps.reasonOf(judged, name)).catch(deps.onFault);
  const kind = purposeOf(to) === 'duplicates' ? 'folder-duplicate' : 'folder-aside';
  const content = { name, movedTo: to, verdict: judged.kind };
  deps.journal.folderFiles.note(id, kind, content, deps.clock.now());
  hinted.add(to);
}

/** Checks the files in `Sent`: a program may write on after its document was sent. */
async function checkSent(folder: Folder): Promise<void> {
  const { root, sent, deps } = folder;
  const { now, monotonic } = deps.clock;
  const { attention } = ownFoldersOf(folder);
  for await (const [to, one] of unhurried(sent)) {
    if (monotonic() < one.at) continue;
    const look = await lookAtPath(root, to);
    const isChanged = look.kind === 'file' && lastingLook(look.file.look) !== lastingLook(one.look);
    // The disk may refuse for a moment: it is asked until something is known of the file.
    if (isChanged || look.kind === 'unread') sent.set(to, { ...one, at: monotonic() + AGAIN_MS });
    else sent.delete(to);
    if (!isChanged) continue;
    const what = { root, computerId: deps.computer.id, path: to, into: attention, attention, look: look.file.look };
    const moved = await (deps.moveFile ?? moveFile)(what);
    if (moved.kind === 'moved' || moved.kind === 'gone') sent.delete(to);
    const judged = verdict('changed-after', { at: now() });
    if (moved.kind === 'moved') await tellAside(folder, splitPath(to)[1], moved.to, judged);
  }
}

/** Originals that are no longer there: a person moved, deleted or replaced them. The journal still knows them. */
export async function settleMissing(folder: Folder): Promise<void> {
  const { id, root, table, missingSince, deps } = folder;
  const { now, monotonic } = deps.clock;
  const { unread, isCut } = table.incomplete();
  // A file may have been moved to where the look could not see, or lie under a new name and be open in an editor.
  if (unread > 0 || isCut || [...table.files.values()].some(mayBeAnything)) return missingSince.clear();
  // A disk that ignores case answers for the old name of an original, and lists the new one alone.
  const renamed = new Set<string>();
  for (const { renamedFrom } of table.files.values()) if (renamedFrom !== null) renamed.add(renamedFrom.submissionId);
  const isThere = ({ path, submissionId }: TakenFile): boolean => {
    const record = table.files.get(path);
    // Nobody has looked into a folder that was left out.
    if (renamed.has(submissionId) || table.isLeftOut(path)) return true;
    if (record === undefined) return false;
    // A file that nobody has read may be the original: the folder leaves its kind alone, or cannot read it.
    return record.content?.ok !== true || record.planned === null || record.planned.own?.submissionId === submissionId;
  };
  const kinds = new Map<string, Promise<string>>();
  const kindAt = (path: string) => {
    const asked = kinds.get(path) ?? lookAtPath(root, path).then(({ kind }) => kind);
    kinds.set(path, asked);
    return asked;
  };
  const gone: TakenFile[] = [];
  for await (const one of unhurried(deps.journal.folderFiles.here(id))) {
    const atPath = missingSince.get(one.path) ?? new Map<string, number>();
    const since = atPath.get(one.submissionId) ?? monotonic();
    if (isThere(one)) atPath.delete(one.submissionId);
    else missingSince.set(one.path, atPath.set(one.submissionId, since));
    const isLong = !isThere(one) && monotonic() - since >= quietMsOf(folder) * MISSING_QUIETS;
    // A sub-folder that is away comes back with its files.
    if (isLong && (await kindAt(splitPath(one.path)[0])) === 'folder') gone.push(one);
  }
  for await (const { path, submissionId } of unhurried(gone)) {
    missingSince.get(path)?.delete(submissionId);
    const kept = await findMoved(folder, path, submissionId);
    if (kept === null) deps.journal.folderFiles.settle(id, submissionId, { at: now(), movedTo: null });
    else noteMoved(folder, submissionId, kept);
  }
}

/** Tells whether nobody has read the content: the file may be any original under a new name. */
const mayBeAnything = ({ content, planned }: FileRecord): boolean =>
  content?.ok !== true && (planned === null || has(planned.verdict.kind, 'unread'));
