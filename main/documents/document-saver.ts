import { dirname } from 'node:path';
import type { Problem } from '../../preload/contract/problem.ts';
import { detailsOf } from '../files/error-code.ts';
import type { DocumentFact } from '../journal/document-facts.ts';
import type { SavedCopy, SavedFiles } from '../journal/saved-copies.ts';
import type { ServiceDocument } from '../signing/answers/document.ts';
import type { Failure } from '../signing/failure.ts';
import type { Outcome } from '../signing/outcome.ts';
import type { LookOptions } from '../signing/requests.ts';
import { unhurried } from '../time/slices.ts';
import { beginCopy } from './copy-file.ts';
import { createDetailsKeeper, timeOf } from './details-keeper.ts';
import { copyRecordOf, documentRecordOf, signaturesRecordOf } from './document-record.ts';
import { downloadCopy, type OpenCopy, type Saved } from './download-copy.ts';
import { isAskedAgain, lacksReceipt, type UnsignedEnd, unsignedEnd } from './missing-copies.ts';
import { problemOfDetails, problemOfDisk } from './problem-of-copy.ts';
import { receiptText } from './receipt.ts';
import { receiptPath, receiptState, writeReceipt } from './receipt-file.ts';
import {
  belowFor,
  type CopyPlace,
  copyPattern,
  isOver,
  type Run,
  type SaverClient,
  type SaverDeps,
  type SaverParts,
} from './saver-parts.ts';
import { copyState } from './verify-copies.ts';

/** The service or the way to it refuses for now: the other documents would meet the same. */
const stops: ReadonlySet<Failure['kind']> = new Set<Failure['kind']>([
  ...(['busy', 'quota', 'unavailable', 'captive-portal', 'aborted'] as const),
  ...(['credentials-missing', 'credentials-unreadable', 'credentials-refused', 'client-refused'] as const),
  ...(['sign-in-refused', 'token-refused', 'token-expired', 'key-unusable', 'not-configured'] as const),
]);

/**
 * `stop`: the service refuses for now. `no-copies`: no copy can be saved, but the service can still be asked. `refused`:
 * this document is not ours to see, which says nothing about others.
 */
export type Step = 'saved' | 'done' | 'stop' | 'no-copies' | 'refused';

type OwnPlace = Awaited<ReturnType<NonNullable<SaverDeps['placeOfDocument']>>>;

/** An open copy in its place. `own`: the folder that the document came from. */
interface PlacedCopy {
  readonly copy: OpenCopy;
  readonly place: CopyPlace;
  readonly own: OwnPlace;
}

/** The pattern for signed copies may say that they are signed, as the usual one does. */
const UNSIGNED_PATTERN = '{date} {name}';

/** Returns the words for an installation where nobody chose a language. */
const plainWords = (status: UnsignedEnd) => ({ ended: status, folder: 'Not signed' });

/**
 * Notes that a document that was not found is deleted, as far as several answers and the last list say. Returns whether
 * they say so.
 */
export async function noteGone(saver: SaverParts, connectionId: string, id: string): Promise<boolean> {
  const { deps, disk, misses, problems } = saver;
  const { documentFacts: facts, documentsSeen, savedCopies } = deps.journal;
  if (!misses.isConfirmed(connectionId, id) || documentsSeen.find(connectionId, id) !== null) return false;
  misses.forget(connectionId, id);
  const copyAskedAgain = () => {
    const fact = facts.find(connectionId, id);
    return (fact !== null && isAskedAgain(fact) && savedCopies.of(connectionId, id).at(-1)) || null;
  };
  const copy = copyAskedAgain();
  if (copy !== null) {
    // No new copy can replace it any more: what counts is again what became of it.
    const state = await copyState(disk, copy);
    // Meanwhile a check may have listed the document, or a new copy was saved.
    if (documentsSeen.find(connectionId, id) !== null) return false;
    if (copyAskedAgain()?.path === copy.path) problems.note(connectionId, id, 'key' in state ? state : null);
  }
  createDetailsKeeper(deps).markGone(connectionId, id);
  return true;
}

/** Reads the details. Reports a draft that was started from here before: the start had no effect. */
export async function askDetails(
  { journal, onStillDraft }: Pick<SaverDeps, 'journal' | 'onStillDraft'>,
  client: Pick<SaverClient, 'details'>,
  { connectionId, id, ...options }: { readonly connectionId: string; readonly id: string } & LookOptions,
): Promise<Outcome<ServiceDocument>> {
  const startedAt = journal.submissions.ownerOf(connectionId, id)?.startedAt ?? null;
  const answer = await client.details(id, options);
  if (answer.ok && answer.value.documentStatus === 'draft' && startedAt !== null)
    onStillDraft?.(connectionId, id, startedAt);
  return answer;
}

/**
 * Reads the details and stores them. Returns a step if nothing else is to do for this document now. `rescues`: the file
 * of an unsigned document, or a new copy, is being saved.
 */
export async function look(saver: SaverParts, run: Run, id: string, rescues = false): Promise<ServiceDocument | Step> {
  const { deps, misses, pace, allowance, problems, stopping } = saver;
  const { connectionId, client, place } = run;
  const facts = deps.journal.documentFacts;
  if (isOver(saver, run)) return 'stop';
  // A check of another account may have asked for this look before that account signed out.
  if ((facts.find(connectionId, id)?.account ?? run.account) !== run.account) return 'done';
  const answer = await askDetails(deps, client, { connectionId, id, signal: stopping.signal, asked: run.asked });
  if (isOver(saver, run)) return 'stop';
  if (answer.ok) {
    misses.forget(connectionId, id);
    allowance.noteAnswer(connectionId);
    createDetailsKeeper(deps).keep(connectionId, answer.value);
    return answer.value;
  }
  const { failure } = answer;
  // The next run has another client. This says nothing about the document.
  if (failure.kind === 'sign-in-changed') return 'stop';
  if (failure.kind === 'not-found' && (await noteGone(saver, connectionId, id))) return 'done';
  facts.noteFailedRead(connectionId, id, deps.clock.now());
  pace.note(connectionId, answer);
  // Without a status it is our own answer, for a document that the service asked us to wait for.
  if (!run.asked && failure.kind === 'busy' && failure.status !== undefined) allowance.noteRefusal(connectionId);
  const fact = facts.find(connectionId, id);
  // A copy that is there keeps what was found of it, unless a person asked for a new one.
  if (rescues || (fact?.status === 'signed' && (!fact.copied || isAskedAgain(fact))))
    problems.note(connectionId, id, problemOfDetails(failure, place.base));
  if (failure.kind === 'not-allowed') return 'refused';
  return stops.has(failure.kind) || failure.certainty === 'never-sent' ? 'stop' : 'done';
}

const pauseOf =
  ({ clock }: Pick<SaverDeps, 'clock'>) =>
  (ms: number) =>
    new Promise<void>((resolve) => void clock.after(ms, resolve));

/** Opens a new file in the folder. A file in place of a missing drive would be hidden when the drive is back. */
async function openIn({ deps, disk }: SaverParts, { folder, createBelow }: CopyPlace, asked: boolean) {
  if (asked || (createBelow !== null && (await disk.isFolder(createBelow)))) await disk.makeFolder(folder);
  return beginCopy({ disk, pause: pauseOf(deps) }, folder);
}

/** Opens the copy before the service is asked: a folder that cannot be reached costs no request. Null: none can be. */
async function openCopy(
  saver: SaverParts,
  run: Run,
  id: string,
  own: OwnPlace,
  usual: CopyPlace,
): Promise<PlacedCopy | null> {
  let place = own ?? usual;
  try {
    return { copy: await openIn(saver, place, run.asked && own === null), place, own };
  } catch (error) {
    if (place === run.place) return unopened(error);
  }
  place = run.place;
  try {
    // A copy in the usual folder is better than none.
    return { copy: await openIn(saver, place, run.asked), place, own: null };
  } catch (error) {
    return unopened(error);
  }
  function unopened(error: unknown): null {
    saver.problems.note(run.connectionId, id, problemOfDisk(error, place.folder));
    return null;
  }
}

/** Copies the findings of a check to another connection: they are true of the same content there. */
function passOnCheck({ documentFacts, signatureChecks }: SaverDeps['journal'], copy: SavedCopy, connectionId: string) {
  const { documentId, sha256 } = copy;
  const figures = documentFacts.find(copy.connectionId, documentId)?.signatures ?? null;
  const stored = signatureChecks.of(copy.connectionId, documentId, sha256);
  if (figures?.sha256 === sha256 && stored !== null)
    signatureChecks.put({ connectionId, documentId, figures, report: stored.report, more: stored.more });
}

/** Tells whether the account already has a whole copy. An account that is connected twice needs no second one. */
async function isSavedElsewhere(
  { deps, disk, problems }: SaverParts,
  files: SavedFiles,
  connectionId: string,
  id: string,
) {
  const known = new Set(files.of(connectionId, id).map(({ path }) => path));
  for await (const copy of unhurried(files.ofOtherConnections(connectionId, id))) {
    if (known.has(copy.path) || 'key' in (await copyState(disk, copy))) continue;
    passOnCheck(deps.journal, copy, connectionId);
    files.add({ ...copy, connectionId, at: deps.clock.now() });
    problems.note(connectionId, id, null);
    return true;
  }
  return false;
}

/** Tells whether a receipt is wanted by the setting or by the rule of a folder. A policy can lock receipts off. */
function isReceiptWanted({ deps }: SaverParts, connectionId: string, id: string): boolean {
  const { settings } = deps.journal;
  return (
    settings.get('receipts') || (!settings.isLocked('receipts') && deps.isReceiptWanted?.(connectionId, id) === true)
  );
}

/** Downloads the file into the open copy and gives it its name. */
function download(
  saver: SaverParts,
  { connectionId, client }: Run,
  document: ServiceDocument,
  { id, since, copy, place, own, ended }: PlacedCopy & Pick<DocumentFact, 'id' | 'since'> & { readonly ended?: string },
): Promise<Saved> {
  const { deps, disk, stopping } = saver;
  const { clock, journal } = deps;
  const withReceipt = ended === undefined && isReceiptWanted(saver, connectionId, id);
  return downloadCopy(client, copy, {
    ...place,
    document,
    pattern: ended !== undefined ? UNSIGNED_PATTERN : own === null ? copyPattern(deps) : '{name}',
    named: {
      id,
      name: own?.name ?? document.documentName ?? journal.documents.find(connectionId, id)?.name ?? id,
      completedAt: timeOf(document.completionTime) ?? since,
      people: document.signees.flatMap(({ name, email }) => name ?? email ?? []),
      profile: deps.profileOf?.(connectionId, id) ?? '',
      ...(ended !== undefined && { ended }),
    },
    async isTaken(path, sha256) {
      const { savedCopies, rescuedFiles } = journal;
      const [same, other] = ended === undefined ? [savedCopies, rescuedFiles] : [rescuedFiles, savedCopies];
      if (![null, id].includes(same.ownerOf(path)) || other.ownerOf(path) !== null) return true;
      return withReceipt && (await receiptState(disk, path, { documentId: id, sha256 })) === 'foreign';
    },
    signal: stopping.signal,
    clock,
  });
}

/** Writes the receipt of a copy, where one is wanted. Returns why it could not be written. */
async function addReceipt(saver: SaverParts, run: Run, copy: SavedCopy): Promise<Problem | null> {
  const { deps, disk } = saver;
  const { connectionId, place } = run;
  const { documentId: id, path, sha256 } = copy;
  if (!isReceiptWanted(saver, connectionId, id)) return null;
  const document = documentRecordOf(deps.journal, { connectionId, service: place.base }, id);
  if (document === null) return null;
  const signatures = signaturesRecordOf(deps.journal.documentFacts.find(connectionId, id), copy);
  const text = receiptText({ document, copy: copyRecordOf(copy), signatures });
  try {
    await writeReceipt({ disk, pause: pauseOf(deps) }, path, { documentId: id, sha256 }, text);
    return null;
  } catch (error) {
    return { key: 'copy-receipt', params: { path: receiptPath(path) }, details: detailsOf(error) };
  }
}

/** Writes the receipt that is missing beside a whole copy, without asking the service. Null: the copy is not as it was. */
async function completeReceipt(saver: SaverParts, run: Run, id: string): Promise<Step | null> {
  const { deps, disk, problems } = saver;
  const copy = deps.journal.savedCopies.of(run.connectionId, id).at(-1);
  if (copy === undefined) return null;
  const state = await copyState(disk, copy);
  if ('path' in state) {
    const lack = await addReceipt(saver, run, copy);
    problems.note(run.connectionId, id, lack);
    return lack === null ? 'saved' : 'done';
  }
  if (run.asked) return null;
  // A drive that is not there may come back with the copy.
  const isAway = state.key === 'copy-missing' && !(await disk.isFolder(dirname(copy.path)).catch(() => false));
  if (!isAway && state.key !== 'copy-unreadable') problems.note(run.connectionId, id, state);
  return 'done';
}

/** Checks the copy. It is in its place already, so it counts as saved whatever the check finds. */
async function examine(
  { deps }: SaverParts,
  { connectionId }: Run,
  { signatureMode: mode, signees }: ServiceDocument,
  { id: documentId, path, size, sha256 }: Omit<Extract<Saved, { readonly ok: true }>, 'ok'> & { readonly id: string },
): Promise<void> {
  const signed = signees.filter(({ status }) => status === 'signed').length;
  await deps.examine?.({ connectionId, documentId, path, size, sha256 }, { mode, signed });
}

/** Notes why a file was saved or not. `lack`: why the receipt of a copy could not be written. */
function record(
  { problems }: SaverParts,
  { connectionId, storage }: Run,
  { id, url, lack }: { readonly id: string; readonly url: string | null; readonly lack: Problem | null },
  saved: Saved,
): Step {
  problems.note(connectionId, id, saved.ok ? lack : saved.problem);
  if (saved.ok || saved.at === 'document') storage.works();
  if (saved.ok) return 'saved';
  if (saved.at === 'storage') return storage.fails(url) ? 'no-copies' : 'done';
  return saved.at === 'disk' ? 'no-copies' : 'done';
}

const fileOf = (
  { connectionId }: Run,
  documentId: string,
  { path, sha256, size }: Pick<SavedCopy, 'path' | 'sha256' | 'size'>,
  at: number,
): SavedCopy => ({ connectionId, documentId, path, sha256, size, at });

/**
 * Saves the file of a rejected or withdrawn document, with the marks of those who had signed. It gets a folder of its
 * own, and its name says how the document ended, so that nobody takes it for a signed copy.
 */
export async function rescue(saver: SaverParts, run: Run, { id, status, since }: DocumentFact): Promise<Step> {
  const { deps } = saver;
  const { rescuedFiles } = deps.journal;
  const end = unsignedEnd(status);
  if (end === null) return 'done';
  if (await isSavedElsewhere(saver, rescuedFiles, run.connectionId, id)) return 'saved';
  const { ended, folder } = (deps.wordsFor ?? plainWords)(end);
  const placed = await openCopy(saver, run, id, null, belowFor(run.place, folder));
  if (placed === null) return 'no-copies';
  try {
    const document = await look(saver, run, id, true);
    if (typeof document === 'string') return document;
    // The name says what the list knew: another status has other words, and the next run finds them.
    if (document.documentStatus !== end) return 'done';
    const saved = await download(saver, run, document, { id, since, ...placed, ended });
    if (saver.stopping.signal.aborted) return 'stop';
    if (saved.ok) rescuedFiles.add(fileOf(run, id, saved, deps.clock.now()));
    return record(saver, run, { id, url: document.documentUrl, lack: null }, saved);
  } finally {
    await placed.copy.drop();
  }
}

/** Reads the details of one document, and saves its signed copy. `usual`: where copies go that came from no folder. */
export async function save(saver: SaverParts, run: Run, fact: DocumentFact, usual: CopyPlace): Promise<Step> {
  const { id, since } = fact;
  if (lacksReceipt(fact)) {
    const step = await completeReceipt(saver, run, id);
    if (step !== null || fact.goneAt !== null) return step ?? 'done';
  }
  const own = (await saver.deps.placeOfDocument?.(run.connectionId, id)) ?? null;
  const { savedCopies } = saver.deps.journal;
  if (own === null && (await isSavedElsewhere(saver, savedCopies, run.connectionId, id))) return 'saved';
  let placed = await openCopy(saver, run, id, own, usual);
  if (placed === null) return 'no-copies';
  try {
    // Whoever asked for a new copy is told why there is none.
    const document = await look(saver, run, id, run.asked && fact.copied);
    if (typeof document === 'string') return document;
    if (document.documentStatus !== 'signed') return 'done';
    let saved = await download(saver, run, document, { id, since, ...placed });
    // The folder that it came from may be full. The others have other folders.
    const other = !saved.ok && saved.at === 'disk' && placed.own ? await openCopy(saver, run, id, null, usual) : null;
    if (other !== null) {
      await placed.copy.drop();
      placed = other;
      saved = await download(saver, run, document, { id, since, ...placed });
    }
    if (saved.ok) await examine(saver, run, document, { id, ...saved });
    if (saver.stopping.signal.aborted) return 'stop';
    const file = saved.ok ? fileOf(run, id, saved, saver.deps.clock.now()) : null;
    const lack = file && (await addReceipt(saver, run, file));
    if (file !== null) {
      savedCopies.add(file);
      saver.deps.onSaved?.(run.connectionId, id, file.path);
    }
    return record(saver, run, { id, url: document.documentUrl, lack }, saved);
  } finally {
    await placed.copy.drop();
  }
}
