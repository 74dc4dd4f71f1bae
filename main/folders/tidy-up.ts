import { errorCode } from '../files/error-code.ts';
import type { TakenFile } from '../journal/folder-files.ts';
import { unhurried } from '../time/slices.ts';
import { keep, planRecord, refresh } from './file-facts.ts';
import { isAside, purposeOf, splitPath } from './file-names.ts';
import type { Beside, FileRecord } from './file-table.ts';
import { type Folder, isOnDrive, ownFoldersOf, quietMsOf } from './folder.ts';
import { lookAtPath } from './folder-scan.ts';
import { lastingLook, readContent, statusOfRefusal } from './inside-folder.ts';
import { moveFile, moveSidecar } from './move-file.ts';
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
  for await (const record of unhurried(planned)) if (record.planned) await tidy(folder, record, record.planned.verdict);
  await checkSent(folder);
}

async function tidy(folder: Folder, record: FileRecord, judged: Verdict): Promise<void> {
  const moves = folder.rule.originals === 'move';
  const { duplicates, attention } = ownFoldersOf(folder);
  if (isOnDrive(folder, record.file.path)) return;
  if (judged.kind === 'sent' && moves) await moveSent(folder, record);
  if (isAside(record.file.path)) return;
  if (judged.kind === 'duplicate' && moves) await setAside(folder, record, judged, duplicates);
  const isPatient = folder.deps.clock.monotonic() - record.since >= patienceMsOf(folder);
  if (has(judged.kind, 'sets-aside') && isPatient) await setAside(folder, record, judged, attention);
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
  // oxlint-disable-next-line no-await-in-loop -- one, as a rule
  for (const sidecar of sidecars) await moveSidecar(place, sidecar, moved.to);
  table.remove(path);
  return moved.to;
}

async function moveSent(folder: Folder, record: FileRecord): Promise<void> {
  const { clock, journal } = folder.deps;
  const original = journal.folderFiles.of(record.planned?.own?.submissionId ?? '');
  if (original === null || original.folderId !== folder.id) return;
  const { content } = record;
  const { look } = record.file;
  const to = await move(folder, record, ownFoldersOf(folder).sent);
  if (to === null) return;
  const kept = content?.ok === true ? { ...content, look } : null;
  journal.folderFiles.settle(folder.id, original.submissionId, { at: clock.now(), movedTo: to, kept });
  folder.sent.set(to, { look, at: clock.monotonic() + quietMsOf(folder) });
}

export async function setAside(folder: Folder, record: FileRecord, judged: Verdict, into: string): Promise<boolean> {
  const { name, path, look } = record.file;
  const { clock, journal } = folder.deps;
  // Its sidecar may have been corrected, and its content be known by now.
  if (!(await isRefreshed(folder, record))) return false;
  if (folder.table.files.get(path) !== record) return false;
  record.planned = planRecord(folder, record);
  if (record.planned.verdict.kind !== judged.kind) {
    folder.table.touch(record);
    return false;
  }
  const { content } = record;
  // Size and date may stand still while a program writes: read it again where nobody can change what lies there.
  const isStill = async (held: string) => isSame(content, await readAgain(folder, held));
  const to = await move(folder, record, into, content === null ? undefined : isStill);
  if (to === null) return false;
  for (const { submissionId } of journal.folderFiles.takenAt(folder.id, path))
    journal.folderFiles.settle(folder.id, submissionId, { at: clock.now(), movedTo: to });
  keep(folder, to, look, content);
  await tellAside(folder, name, to, judged);
  return true;
}

/** Looks at a file again. False: its sub-folder has gone. */
async function isRefreshed(folder: Folder, record: FileRecord): Promise<boolean> {
  try {
    await refresh(folder, record);
    return true;
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error))) throw error;
    folder.hinted.add(record.file.path);
    return false;
  }
}

async function readAgain({ root, deps }: Folder, path: string): Promise<FileRecord['content']> {
  const look = await lookAtPath(root, path);
  return look.kind === 'file' ? readContent(root, path, look.file.look, deps.documentReader) : null;
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
  for (const [to, one] of sent) {
    if (monotonic() < one.at) continue;
    // oxlint-disable-next-line no-await-in-loop -- a handful
    const look = await lookAtPath(root, to);
    const isChanged = look.kind === 'file' && lastingLook(look.file.look) !== lastingLook(one.look);
    // The disk may refuse for a moment: it is asked until something is known of the file.
    if (isChanged || look.kind === 'unread') sent.set(to, { ...one, at: monotonic() + AGAIN_MS });
    else sent.delete(to);
    if (!isChanged) continue;
    const what = { root, computerId: deps.computer.id, path: to, into: attention, attention, look: look.file.look };
    // oxlint-disable-next-line no-await-in-loop
    const moved = await (deps.moveFile ?? moveFile)(what);
    if (moved.kind === 'moved' || moved.kind === 'gone') sent.delete(to);
    const judged = verdict('changed-after', { at: now() });
    // oxlint-disable-next-line no-await-in-loop
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
  const isThere = ({ path, submissionId }: TakenFile): boolean => {
    const record = table.files.get(path);
    if (record === undefined) return false;
    // A file that nobody has read may be the original: the folder leaves its kind alone, or cannot read it.
    return record.content?.ok !== true || record.planned === null || record.planned.own?.submissionId === submissionId;
  };
  const kinds = new Map<string, Promise<string>>();
  const kindOf = (path: string) => {
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
    if (isLong && (await kindOf(splitPath(one.path)[0])) === 'folder') gone.push(one);
  }
  for (const { path, submissionId } of gone) {
    missingSince.get(path)?.delete(submissionId);
    deps.journal.folderFiles.settle(id, submissionId, { at: now(), movedTo: null });
  }
}

/** Tells whether nobody has read the content: the file may be any original under a new name. */
const mayBeAnything = ({ content, planned }: FileRecord): boolean =>
  content?.ok !== true && (planned === null || has(planned.verdict.kind, 'unread'));
