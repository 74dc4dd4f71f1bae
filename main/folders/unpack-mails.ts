import { createHash, type Hash, randomUUID } from 'node:crypto';
import { open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../preload/contract/limits.ts';
import { createWindow } from '../intake/byte-window.ts';
import type { MailPiece } from '../intake/document-reader.ts';
import type { MailEnd } from '../intake/mail/read-mail.ts';
import type { Refusal } from '../intake/refusal.ts';
import { readAt } from '../intake/take-file.ts';
import { safeName } from '../intake/transfers.ts';
import { unhurried } from '../time/slices.ts';
import { forget, planRecord } from './file-facts.ts';
import { isBeside, isTemporaryName, markerFolder, splitPath } from './file-names.ts';
import type { FileRecord } from './file-table.ts';
import { type Folder, isStopped, ownFoldersOf } from './folder.ts';
import { lookAtPath } from './folder-scan.ts';
import { lookAt, makeFolders, openInside, readContent } from './inside-folder.ts';
import { moveFile, place } from './move-file.ts';

const unpackingFolder = `${markerFolder}/unpacking`;

/** A document of a mail in a file that nobody else knows. */
interface Unpacked {
  readonly name: string;
  readonly staged: string;
  readonly sha256: string;
}

interface Mail {
  readonly documents: readonly Unpacked[];
  /** Null: the thread could not finish. */
  readonly end: MailEnd | null;
}

/** Returns a name under which the folder takes a file: some mean a temporary file, or one that belongs to another. */
function nameInFolder(name: string): string {
  const safe = safeName(name);
  return isTemporaryName(safe) || isBeside(safe) ? `document ${safe.replace(/^[~$.]+/, '')}` : safe;
}

/** Writes the documents of a mail into files of ours, one after the other. */
function createStage({ root, deps }: Folder) {
  const documents: Unpacked[] = [];
  let current: { readonly at: number; readonly staged: string; readonly hash: Hash } | null = null;
  let isCut = false;
  return {
    documents,
    isCut: (): boolean => isCut,
    async take({ at, name, size, bytes, last }: MailPiece): Promise<void> {
      // Above the limit of the service, or empty: no file of a folder, and a person is told that something is missing.
      if (size > limits.fileBytes || size === 0) {
        isCut = true;
        return;
      }
      const isFirst = current?.at !== at;
      const staged = join(root, unpackingFolder, `${deps.computer.id}-${randomUUID()}`);
      const now: NonNullable<typeof current> =
        current === null || isFirst ? { at, staged, hash: createHash('sha256') } : current;
      current = now;
      const file = await open(now.staged, isFirst ? 'wx' : 'a', 0o600);
      try {
        await file.writeFile(bytes);
        if (last) await file.sync();
      } finally {
        await file.close();
      }
      now.hash.update(bytes);
      if (last) documents.push({ name: nameInFolder(name), staged: now.staged, sha256: now.hash.digest('hex') });
    },
  };
}

/** Deletes what an earlier run of ours, or this one, did not bring to its place. */
async function sweep({ root, deps }: Folder): Promise<void> {
  const left = await readdir(join(root, unpackingFolder)).catch(() => []);
  // oxlint-disable-next-line no-await-in-loop -- as a rule there is none
  for (const name of left.filter((one) => one.startsWith(`${deps.computer.id}-`)))
    await unlink(join(root, unpackingFolder, name)).catch(() => undefined);
}

/** Reads a mail that has the look of its record. Null: it has changed. */
async function readMail(folder: Folder, { file }: FileRecord): Promise<Mail | null> {
  const { root, deps } = folder;
  const stage = createStage(folder);
  const handle = await openInside(root, file.path);
  try {
    const read = (position: number, length: number) => readAt(handle, position, length);
    const bytes = { size: file.size, read: createWindow({ size: file.size, read }) };
    const end = await deps.documentReader.mail(bytes, stage.take);
    // Looked at before anything of it has a name in the folder.
    if ((await lookAt(join(root, file.path))) !== file.look) return null;
    return { documents: stage.documents, end: end === 'whole' && stage.isCut() ? 'partly' : end };
  } finally {
    await handle.close();
  }
}

/** Tells whether the same content has this name already: the app ended after it had put it there. */
async function isThere({ root, deps }: Folder, path: string, sha256: string): Promise<boolean> {
  const seen = await lookAtPath(root, path);
  if (seen.kind !== 'file') return false;
  const found = await readContent(root, path, seen.file.look, deps.documentReader);
  return found.ok && found.sha256 === sha256;
}

/** Puts the documents beside their mail. Each is marked first, so that no computer sends it by itself. */
async function putBeside(folder: Folder, mail: string, documents: readonly Unpacked[]): Promise<void> {
  const { root, claims, hinted } = folder;
  const [subFolder] = splitPath(mail);
  // A document that is attached twice is one.
  for (const { name, staged, sha256 } of new Map(documents.map((one) => [one.sha256, one])).values()) {
    const path = [subFolder, name].filter(Boolean).join('/');
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await claims.noteFromMail(sha256, path);
    // oxlint-disable-next-line no-await-in-loop
    if (await isThere(folder, path, sha256)) await unlink(staged);
    // oxlint-disable-next-line no-await-in-loop
    else hinted.add(await place(root, staged, subFolder, name));
  }
}

function refusalOf({ documents, end }: Mail): Refusal | null {
  if (end === null || end === 'none') return { kind: 'mail-unreadable' };
  if (end === 'partly') return { kind: 'mail-partly' };
  return documents.length === 0 ? { kind: 'mail-empty' } : null;
}

async function unpack(folder: Folder, record: FileRecord, sha256: string): Promise<void> {
  const { root, claims, deps, hinted } = folder;
  const { path, look, name } = record.file;
  if ((await claims.claim(sha256, path)) === 'other') {
    record.claim = null;
    folder.table.touch(record);
    hinted.add(path);
    return;
  }
  await makeFolders(root, unpackingFolder);
  await sweep(folder);
  try {
    const mail = await readMail(folder, record);
    if (mail === null || isStopped(folder)) {
      forget(folder, record);
      hinted.add(path);
      return;
    }
    const refusal = refusalOf(mail);
    if (mail.end !== null && mail.end !== 'none') await putBeside(folder, path, mail.documents);
    await claims.noteTaken(sha256, path);
    if (mail.documents.length > 0)
      deps.journal.folderFiles.note(folder.id, 'folder-unpacked', { name }, deps.clock.now());
    // It is set aside with the reason, as each file of which a person must know something.
    if (refusal !== null) record.content = { ok: false, refusal, mail: sha256 };
    record.claim = await claims.look(sha256);
    if (refusal === null && folder.rule.originals === 'move') await moveAway(folder, path, look);
    else folder.table.touch(record);
  } finally {
    await sweep(folder);
  }
}

/** Moves a mail to the originals of what was sent: nothing in it has to be done any more. */
async function moveAway(folder: Folder, path: string, look: string): Promise<void> {
  const { root, deps, table, hinted, id } = folder;
  const { sent, attention } = ownFoldersOf(folder);
  const what = { root, computerId: deps.computer.id, attention, path, into: sent, look };
  const moved = await (deps.moveFile ?? moveFile)(what);
  if (moved.kind !== 'moved') {
    hinted.add(path);
    return;
  }
  table.remove(path);
  deps.journal.folderFiles.note(id, 'folder-moved', { name: moved.to }, deps.clock.now());
}

/** Takes the documents out of the mails of a folder. From then on each is a file of the folder like any other. */
export async function unpackMails(folder: Folder, records: readonly FileRecord[]): Promise<void> {
  for await (const record of unhurried(records)) {
    const { content, file } = record;
    if (content?.ok !== false || content.mail === undefined || record.planned?.verdict.kind !== 'mail') continue;
    // Decided once more with what holds now.
    if (isStopped(folder) || folder.table.files.get(file.path) !== record) continue;
    if (!(await folder.isInsideNow(splitPath(file.path)[0]))) continue;
    if (planRecord(folder, record).verdict.kind === 'mail') await unpack(folder, record, content.mail);
  }
}
