import type { ListGroup, ListSort } from '../../preload/contract/list-choices.ts';
import type { ArchivedRow } from '../journal/archive.ts';
import type { Slices } from '../time/slices.ts';
import { timesOf } from './document-times.ts';
import { groupOf, speakingDocument } from './grouping.ts';
import { lacksCopy } from './row-filter.ts';
import { type DocumentKey, type RowKey, type SubmissionKey, wordsOfRow } from './row-key.ts';
import { openReason } from './row-verdict.ts';
import { createRowWords } from './row-words.ts';
import { createSortedRows, orders, type SortedRows } from './sorted-rows.ts';

export const submissionRowKey = (id: string): string => `submission:${id}`;

type Counts = Record<ListGroup | 'all', number>;

const NEVER = Number.POSITIVE_INFINITY;

/** The end of a row as the archive stores it. */
export const endOfRow = ({
  key,
  submission,
  document,
}: Pick<RowKey, 'key' | 'submission' | 'document'>): ArchivedRow => ({
  key,
  end: submission?.end ?? null,
  status: speakingDocument(submission, document)?.status ?? null,
});

/** Whether a row is still at the end that it had when a person put it out of sight. A status may be unknown meanwhile. */
function isUnchanged(before: ArchivedRow, now: ArchivedRow): boolean {
  return before.end === now.end && (before.status === null || now.status === null || before.status === now.status);
}

/** Whether a row may stand elsewhere, or be found otherwise, than the one before. */
function isMoved(before: RowKey, now: RowKey): boolean {
  const { submission, document } = before;
  return (
    before.group !== now.group ||
    before.createdAt !== now.createdAt ||
    before.due !== now.due ||
    before.sortName !== now.sortName ||
    before.words !== now.words ||
    submission?.end !== now.submission?.end ||
    submission?.finished !== now.submission?.finished ||
    document?.status !== now.document?.status ||
    document?.signStatus !== now.document?.signStatus ||
    document?.saved !== now.document?.saved ||
    document?.copyFault !== now.document?.copyFault ||
    document?.gone !== now.document?.gone ||
    document?.order !== now.document?.order ||
    document?.canWithdraw !== now.document?.canWithdraw ||
    document?.canDelete !== now.document?.canDelete
  );
}

/** Small keys of all rows of one connection: submissions and documents merged, grouped and counted. */
export function createListIndex() {
  const submissions = new Map<string, SubmissionKey>();
  const documents = new Map<string, DocumentKey>();
  /** The submission that each document belongs to. */
  const owners = new Map<string, string>();
  /** Held copies, by the submission that they were made of. */
  const copies = new Map<string, string>();
  const rows = new Map<string, RowKey>();
  /** What a person put out of sight. A row that has changed since is in sight again. */
  const archived = new Map<string, ArchivedRow>();
  const sorted = new Map<ListSort, SortedRows>();
  const rowWords = createRowWords();
  const counts: Counts = { all: 0, needsYou: 0, sending: 0, waiting: 0, finished: 0, drafts: 0, other: 0, archive: 0 };
  let times: ReadonlyMap<string, number> = new Map();
  let listed = 0;
  let missing = 0;
  let version = 0;

  function put(key: string, now: RowKey | null): void {
    const before = rows.get(key) ?? null;
    // The order keeps the row it has. What else changed is read from the journal.
    if (before !== null && now !== null && !isMoved(before, now)) return;
    if (before === null && now === null) return;
    if (before !== null) counts[before.group] -= 1;
    if (now !== null) counts[now.group] += 1;
    if (now === null) rows.delete(key);
    else rows.set(key, now);
    const slot = now?.slot ?? before?.slot;
    if (slot !== undefined) rowWords.put(slot, now?.words ?? '');
    counts.all = rows.size - counts.archive;
    version += 1;
    for (const order of sorted.values()) order.replace(before, now);
  }

  function rowOf(key: string, submission: SubmissionKey | null, document: DocumentKey | null): RowKey {
    const speaking = speakingDocument(submission, document);
    const before = archived.get(key);
    const isArchived =
      before !== undefined &&
      openReason({ submission, document }) === null &&
      isUnchanged(before, endOfRow({ key, submission, document }));
    return {
      key,
      submission,
      document,
      group: isArchived ? 'archive' : groupOf(submission, document),
      createdAt: submission?.acceptedAt ?? times.get(document?.id ?? '') ?? document?.firstSeen ?? 0,
      due: speaking?.due ?? NEVER,
      sortName: document?.sortName ?? submission?.sortName ?? '',
      words: wordsOfRow(submission, document),
      slot: rows.get(key)?.slot ?? rowWords.add(),
    };
  }

  function refreshSubmission(submission: SubmissionKey): void {
    const { id, documentId } = submission;
    const owned = documentId !== null && owners.get(documentId) === id ? (documents.get(documentId) ?? null) : null;
    put(submissionRowKey(id), rowOf(submissionRowKey(id), submission, owned));
  }

  function refreshDocument(id: string): void {
    const owner = submissions.get(owners.get(id) ?? '');
    const document = documents.get(id);
    put(id, owner || !document ? null : rowOf(id, null, document));
    if (owner) refreshSubmission(owner);
  }

  /** The newest submission has the document. An older one of the same document keeps a row of its own. */
  function claim({ id, acceptedAt, documentId }: SubmissionKey, before: SubmissionKey | undefined): void {
    const lost = before?.documentId ?? null;
    if (lost !== null && lost !== documentId && owners.get(lost) === id) {
      owners.delete(lost);
      refreshDocument(lost);
    }
    if (documentId === null) return;
    const owner = submissions.get(owners.get(documentId) ?? '');
    if (owner !== undefined && owner.id !== id && owner.acceptedAt >= acceptedAt) return;
    owners.set(documentId, id);
    if (owner !== undefined && owner.id !== id) refreshSubmission(owner);
    put(documentId, null);
  }

  const told = (document: DocumentKey): number | null =>
    submissions.get(owners.get(document.id) ?? '')?.acceptedAt ?? document.created;

  function refresh(key: string): void {
    const row = rows.get(key);
    if (row !== undefined) put(key, rowOf(key, row.submission, row.document));
  }

  return {
    /** Puts a row out of sight. */
    archive(row: ArchivedRow): void {
      archived.set(row.key, row);
      refresh(row.key);
    },
    unarchive(key: string): void {
      archived.delete(key);
      refresh(key);
    },
    counts: (): Readonly<Counts> => ({ ...counts }),
    /** Grows whenever a row comes, goes or may stand elsewhere. */
    version: (): number => version,
    missing: (): number => missing,
    /** Documents that the overview lists. */
    listed: (): number => listed,
    /** The row of a key. Of a document that a submission has: the row of the submission. */
    find: (key: string): RowKey | null => rows.get(key) ?? rows.get(submissionRowKey(owners.get(key) ?? '')) ?? null,
    submission: (id: string): SubmissionKey | null => submissions.get(id) ?? null,
    documentIds: (): Iterable<string> => documents.keys(),
    copyOf: (id: string): string | null => copies.get(id) ?? null,
    findWord: rowWords.find,
    prepareSearch: rowWords.prepare,
    putSubmission(now: SubmissionKey): void {
      const before = submissions.get(now.id);
      submissions.set(now.id, now);
      claim(now, before);
      refreshSubmission(now);
      if (now.redoOf === null) return;
      if (now.phase === 'held') copies.set(now.redoOf, now.id);
      else if (copies.get(now.redoOf) === now.id) copies.delete(now.redoOf);
    },
    putDocument(now: DocumentKey): void {
      const before = documents.get(now.id);
      missing += (lacksCopy(now) ? 1 : 0) - (before && lacksCopy(before) ? 1 : 0);
      documents.set(now.id, now);
      refreshDocument(now.id);
    },
    removeDocument(id: string): void {
      const before = documents.get(id);
      if (before === undefined) return;
      if (lacksCopy(before)) missing -= 1;
      documents.delete(id);
      refreshDocument(id);
    },
    /** After documents came or their times were learned: each gets its place among the others. */
    async placeDocuments(slices: Slices): Promise<void> {
      const place = ({ position }: DocumentKey) => position ?? NEVER;
      const newestFirst = [...documents.values()].toSorted((one, other) => place(one) - place(other));
      listed = newestFirst.filter(({ position }) => position !== null).length;
      const before = times;
      times = await timesOf(newestFirst, told, slices);
      for (const [id, at] of times) {
        if (before.get(id) !== at && !owners.has(id)) refreshDocument(id);
        if (slices.isOver()) await slices.rest();
      }
    },
    order(sort: ListSort): SortedRows {
      const known = sorted.get(sort);
      if (known) return known;
      const fresh = createSortedRows(orders[sort]);
      for (const row of rows.values()) fresh.replace(null, row);
      sorted.set(sort, fresh);
      return fresh;
    },
  };
}

export type ListIndex = ReturnType<typeof createListIndex>;
