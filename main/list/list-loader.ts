import type { ArchivedRow } from '../journal/archive.ts';
import type { DocumentCommand } from '../journal/document-commands.ts';
import type { Journal } from '../journal/journal.ts';
import type { Part, StoredDocumentKey, StoredSubmissionKey } from '../journal/list-keys.ts';
import type { Submission } from '../submission/submission.ts';
import { createSlices } from '../time/slices.ts';
import type { ListIndex } from './list-index.ts';
import { keyOfDocument, keyOfStored, keyOfSubmission } from './row-key.ts';

export interface LoaderDeps {
  readonly journal: Pick<Journal, 'archive' | 'documentCommands' | 'documentFacts' | 'listKeys'>;
  readonly now: () => number;
}

/** How long the list shows a deleted draft. Nobody was asked to sign it, so there is nothing to prove. */
const DRAFT_SHOWN_MS = 60 * 24 * 60 * 60_000;
const PART = 200;
/** Whole submissions, which take longer to read than their keys. */
const OPEN_PART = 50;
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
  const draftsAfter = () => now() - DRAFT_SHOWN_MS;
  const keyOf = (connectionId: string, stored: StoredDocumentKey, command: DocumentCommand | null) =>
    keyOfDocument(stored, journal.documentFacts.find(connectionId, stored.id), command);

  /** All documents, in place of those of the index. */
  async function readDocuments(connectionId: string, index: ListIndex, wanted: () => boolean): Promise<void> {
    const slices = createSlices();
    const shown = new Set<string>();
    // Few documents have an order: one question for all of them.
    const commands = new Map(
      journal.documentCommands
        .all()
        .filter((command) => command.connectionId === connectionId)
        .map((command) => [command.documentId, command]),
    );
    const put = (stored: StoredDocumentKey) => {
      shown.add(stored.id);
      index.putDocument(keyOf(connectionId, stored, commands.get(stored.id) ?? null));
    };
    for (const { id } of journal.listKeys.seen(connectionId)) {
      const stored = journal.listKeys.document(connectionId, id, draftsAfter());
      if (stored === null) continue;
      put(stored);
      if (slices.isOver()) await slices.rest();
      if (!wanted()) return;
    }
    for (const stored of journal.listKeys.gone(connectionId, draftsAfter())) {
      put(stored);
      if (slices.isOver()) await slices.rest();
      if (!wanted()) return;
    }
    for (const id of index.documentIds()) if (!shown.has(id)) index.removeDocument(id);
    await index.placeDocuments(slices);
  }

  return {
    readDocuments,
    /** One document that changed. */
    readDocument(connectionId: string, index: ListIndex, id: string): void {
      const stored = journal.listKeys.document(connectionId, id, draftsAfter());
      if (stored === null) index.removeDocument(id);
      else index.putDocument(keyOf(connectionId, stored, journal.documentCommands.find(connectionId, id)));
    },
    /** What a person put out of sight. Read first, or these rows would be in sight for a moment. */
    async readArchive(connectionId: string, index: ListIndex, wanted: () => boolean): Promise<void> {
      const slices = createSlices('parts');
      for (let after: number | null = 0; after !== null; ) {
        const part: Part<ArchivedRow> = journal.archive.part(connectionId, after, PART);
        for (const row of part.rows) index.archive(row);
        after = part.next;
        if (after !== null && slices.isOver()) await slices.rest();
        if (!wanted()) return;
      }
    },
    async readOpen(connectionId: string, index: ListIndex, wanted: () => boolean): Promise<void> {
      const slices = createSlices('parts');
      for (let after: number | null = OLDEST; after !== null; ) {
        const part: Part<Submission> = journal.listKeys.open(connectionId, after, OPEN_PART);
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
