import type { Journal } from '../journal/journal.ts';
import type { Part, StoredSubmissionKey } from '../journal/list-keys.ts';
import { createSlices } from '../slices.ts';
import type { Submission } from '../submission/submission.ts';
import type { ListIndex } from './list-index.ts';
import { keyOfDocument, keyOfStored, keyOfSubmission } from './row-key.ts';

export interface LoaderDeps {
  readonly journal: Pick<Journal, 'listKeys' | 'documentFacts'>;
  readonly now: () => number;
}

/** How long the list shows a document that the service has deleted, and whose signed copy we do not have. */
const SHOWN_AFTER_MS = 60 * 24 * 60 * 60_000;
const PART = 200;
const NEWEST = Number.MAX_SAFE_INTEGER;
const OLDEST = Number.MIN_SAFE_INTEGER;

interface Reading {
  /** False: another connection is shown, so nobody needs the rest. */
  readonly wanted: () => boolean;
  /** Gets how many rows were read so far. */
  readonly onPart: (count: number) => void;
}

/** Reads the keys of a connection into an index, in small parts. */
export function createLoader({ journal, now }: LoaderDeps) {
  const goneSince = () => now() - SHOWN_AFTER_MS;

  /** All documents, in place of those of the index. */
  async function readDocuments(connectionId: string, index: ListIndex, wanted: () => boolean): Promise<void> {
    const slices = createSlices();
    const shown = new Set<string>();
    for (const id of journal.listKeys.seen(connectionId)) {
      const stored = journal.listKeys.document(connectionId, id, goneSince());
      if (stored === null) continue;
      shown.add(id);
      index.putDocument(keyOfDocument(stored, journal.documentFacts.find(connectionId, id)));
      if (slices.isOver()) await slices.rest();
      if (!wanted()) return;
    }
    for (const stored of journal.listKeys.gone(connectionId, goneSince())) {
      shown.add(stored.id);
      index.putDocument(keyOfDocument(stored, journal.documentFacts.find(connectionId, stored.id)));
    }
    for (const id of index.documentIds()) if (!shown.has(id)) index.removeDocument(id);
    await index.placeDocuments(slices);
  }

  return {
    readDocuments,
    /** One document that changed. */
    readDocument(connectionId: string, index: ListIndex, id: string): void {
      const stored = journal.listKeys.document(connectionId, id, goneSince());
      if (stored === null) index.removeDocument(id);
      else index.putDocument(keyOfDocument(stored, journal.documentFacts.find(connectionId, id)));
    },
    async readOpen(connectionId: string, index: ListIndex, wanted: () => boolean): Promise<void> {
      const slices = createSlices('parts');
      for (let after: number | null = OLDEST; after !== null; ) {
        const part: Part<Submission> = journal.listKeys.open(connectionId, after, PART);
        for (const submission of part.rows)
          if (index.submission(submission.id) === null) index.putSubmission(keyOfSubmission(submission));
        after = part.next;
        if (after !== null && slices.isOver()) await slices.rest();
        if (!wanted()) return;
      }
    },
    /** Newest first. What the index knows already is newer than what we read. */
    async readEnded(connectionId: string, index: ListIndex, { wanted, onPart }: Reading): Promise<void> {
      const slices = createSlices('parts');
      let count = 0;
      for (let before: number | null = NEWEST; before !== null; ) {
        const part: Part<StoredSubmissionKey> = journal.listKeys.ended(connectionId, before, PART);
        for (const stored of part.rows)
          if (index.submission(stored.id) === null) index.putSubmission(keyOfStored(stored));
        count += part.rows.length;
        onPart(count);
        before = part.next;
        if (before !== null && slices.isOver()) await slices.rest();
        if (!wanted()) return;
      }
    },
  };
}
