import { type ArchivedRow, archivedStatus } from '../journal/archive.ts';
import type { LongWork } from '../time/slices.ts';
import { timesOf } from './document-times.ts';
import { groupOf, speakingDocument } from './grouping.ts';
import { openReason } from './row-actions.ts';
import { lacksCopy } from './row-filter.ts';
import { type DocumentKey, type RowKey, type SubmissionKey, wordsOfRow } from './row-key.ts';
import { createRowTable, type RowTable } from './row-table.ts';

export const submissionRowKey = (id: string): string => `submission:${id}`;

const NEVER = Number.POSITIVE_INFINITY;

export function endOfRow({ key, submission, document }: Pick<RowKey, 'key' | 'submission' | 'document'>): ArchivedRow {
  const speaking = speakingDocument(submission, document);
  const status = speaking === null ? null : archivedStatus(speaking.status, speaking.alarm);
  return { key, end: submission?.end ?? null, status };
}

/**
 * Tells whether a row still has the end at which a person put it out of sight. A status may be unknown meanwhile, and an
 * alarm over.
 */
function isUnchanged(before: ArchivedRow, now: ArchivedRow): boolean {
  if (before.end !== now.end) return false;
  if (before.status === null || now.status === null) return true;
  return before.status === now.status || before.status === archivedStatus(now.status, true);
}

/** The keys of one connection, from which its rows are made. */
interface Keys {
  readonly submissions: Map<string, SubmissionKey>;
  readonly documents: Map<string, DocumentKey>;
  /** The submission that each document belongs to. */
  readonly owners: Map<string, string>;
  /** The rows that a person put out of sight. A row that has changed since is in sight again. */
  readonly archived: Map<string, ArchivedRow>;
  /** The creation times of documents that have no submission here. */
  times: ReadonlyMap<string, number>;
  readonly table: RowTable;
}

function rowOf(keys: Keys, key: string, submission: SubmissionKey | null, document: DocumentKey | null): RowKey {
  const before = keys.archived.get(key);
  const isArchived =
    before !== undefined &&
    openReason({ submission, document }) === null &&
    isUnchanged(before, endOfRow({ key, submission, document }));
  return {
    key,
    submission,
    document,
    group: isArchived ? 'archive' : groupOf(submission, document),
    createdAt: submission?.acceptedAt ?? keys.times.get(document?.id ?? '') ?? document?.firstSeen ?? 0,
    due: speakingDocument(submission, document)?.due ?? NEVER,
    sortName: document?.sortName ?? submission?.sortName ?? '',
    words: wordsOfRow(submission, document),
    unread: document?.unread === true && submission?.hasPeople !== true,
    slot: keys.table.slotOf(key),
  };
}

const ownerOf = ({ submissions, owners }: Keys, documentId: string) => submissions.get(owners.get(documentId) ?? '');

function refreshSubmission(keys: Keys, submission: SubmissionKey): void {
  const { id, documentId } = submission;
  const isOwner = documentId !== null && keys.owners.get(documentId) === id;
  const key = submissionRowKey(id);
  keys.table.put(key, rowOf(keys, key, submission, isOwner ? (keys.documents.get(documentId) ?? null) : null));
}

function refreshDocument(keys: Keys, id: string): void {
  const owner = ownerOf(keys, id);
  const document = keys.documents.get(id);
  keys.table.put(id, owner || !document ? null : rowOf(keys, id, null, document));
  if (owner) refreshSubmission(keys, owner);
}

function refreshRow(keys: Keys, key: string): void {
  const row = keys.table.find(key);
  if (row !== null) keys.table.put(key, rowOf(keys, key, row.submission, row.document));
}

/** Gives a document to its newest submission. An older one of the same document keeps a row of its own. */
function giveDocument(
  keys: Keys,
  { id, acceptedAt, documentId }: SubmissionKey,
  before: SubmissionKey | undefined,
): void {
  const lost = before?.documentId ?? null;
  if (lost !== null && lost !== documentId && keys.owners.get(lost) === id) {
    keys.owners.delete(lost);
    refreshDocument(keys, lost);
  }
  if (documentId === null) return;
  const owner = ownerOf(keys, documentId);
  if (owner !== undefined && owner.id !== id && owner.acceptedAt >= acceptedAt) return;
  keys.owners.set(documentId, id);
  if (owner !== undefined && owner.id !== id) refreshSubmission(keys, owner);
  keys.table.put(documentId, null);
}

/** Keeps small keys of all rows of one connection: submissions and documents merged, grouped and counted. */
export function createListIndex() {
  const table = createRowTable();
  const [submissions, documents] = [new Map<string, SubmissionKey>(), new Map<string, DocumentKey>()];
  const keys: Keys = { submissions, documents, owners: new Map(), archived: new Map(), times: new Map(), table };
  /** Submissions that send a document again, unless they were given up, by the one they were made of: one is enough. */
  const redone = new Map<string, string>();
  let listed = 0;
  let missing = 0;
  const { counts, unread, version, order, findWord, prepareSearch } = table;

  return {
    counts,
    unread,
    version,
    order,
    findWord,
    prepareSearch,
    /** Puts a row out of sight. */
    archive(row: ArchivedRow): void {
      keys.archived.set(row.key, row);
      refreshRow(keys, row.key);
    },
    unarchive(key: string): void {
      keys.archived.delete(key);
      refreshRow(keys, key);
    },
    /** Documents whose signed copy is not on this computer and can still be saved. */
    missing: (): number => missing,
    /** Returns how many documents the overview lists. */
    listed: (): number => listed,
    /** Finds the row of a key. A document that belongs to a submission has the row of the submission. */
    find: (key: string): RowKey | null => table.find(key) ?? table.find(submissionRowKey(keys.owners.get(key) ?? '')),
    submission: (id: string): SubmissionKey | null => submissions.get(id) ?? null,
    documentIds: (): Iterable<string> => documents.keys(),
    copyOf: (id: string): string | null => redone.get(id) ?? null,
    putSubmission(now: SubmissionKey): void {
      const before = submissions.get(now.id);
      submissions.set(now.id, now);
      giveDocument(keys, now, before);
      refreshSubmission(keys, now);
      if (now.redoOf === null) return;
      if (now.phase !== 'done' || now.end === 'started') redone.set(now.redoOf, now.id);
      else if (redone.get(now.redoOf) === now.id) redone.delete(now.redoOf);
    },
    putDocument(now: DocumentKey): void {
      const before = documents.get(now.id);
      missing += (lacksCopy(now) ? 1 : 0) - (before && lacksCopy(before) ? 1 : 0);
      documents.set(now.id, now);
      refreshDocument(keys, now.id);
    },
    removeDocument(id: string): void {
      const before = documents.get(id);
      if (before === undefined) return;
      if (lacksCopy(before)) missing -= 1;
      documents.delete(id);
      refreshDocument(keys, id);
    },
    /** Gives each document its place among the others, after documents came or their times were read. */
    *placeDocuments(): LongWork {
      const told = ({ id, created }: DocumentKey) => ownerOf(keys, id)?.acceptedAt ?? created;
      const place = ({ position }: DocumentKey) => position ?? NEVER;
      const newestFirst = [...documents.values()].toSorted((one, other) => place(one) - place(other));
      listed = newestFirst.filter(({ position }) => position !== null).length;
      const { times: before, owners } = keys;
      keys.times = yield* timesOf(newestFirst, told);
      for (const [id, at] of keys.times) {
        if (before.get(id) !== at && !owners.has(id)) refreshDocument(keys, id);
        yield;
      }
    },
  };
}

export type ListIndex = ReturnType<typeof createListIndex>;
