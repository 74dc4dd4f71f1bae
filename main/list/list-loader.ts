import type { StoredOrder } from '../journal/document-orders.ts';
import type { Journal } from '../journal/journal.ts';
import type { StoredDocumentKey } from '../journal/list-keys.ts';
import type { Part } from '../journal/statements.ts';
import type { LongWork } from '../time/slices.ts';
import type { ListIndex } from './list-index.ts';
import { keyOfDocument, keyOfStored, keyOfSubmission } from './row-key.ts';

export interface LoaderDeps {
  readonly journal: Pick<Journal, 'archive' | 'documentOrders' | 'documentFacts' | 'listKeys'>;
  readonly now: () => number;
}

/** The time for which the list shows a deleted draft. Nobody was asked to sign it, so there is nothing to prove. */
const DRAFT_SHOWN_MS = 60 * 24 * 60 * 60_000;
const PART = 200;
/** The submissions of one part. They are read whole, which takes longer than reading keys. */
const OPEN_PART = 50;
const NEWEST = Number.MAX_SAFE_INTEGER;
const OLDEST = Number.MIN_SAFE_INTEGER;

/** Reads part after part. Each says where the next one begins. */
function* eachPart<T>(first: number, read: (from: number) => Part<T>, take: (rows: readonly T[]) => void): LongWork {
  for (let from: number | null = first; from !== null; ) {
    const part = read(from);
    take(part.rows);
    from = part.next;
    if (from !== null) yield 'part';
  }
}

/** Reads the keys of a connection from the journal into the index of its list. */
export function createLoader({ journal, now }: LoaderDeps, connectionId: string, index: ListIndex) {
  const draftsAfter = () => now() - DRAFT_SHOWN_MS;
  const put = (stored: StoredDocumentKey, order: StoredOrder | null) =>
    index.putDocument(keyOfDocument(stored, journal.documentFacts.find(connectionId, stored.id), order));

  /** Reads all documents, in place of those of the index. */
  function* readDocuments(): LongWork {
    const shown = new Set<string>();
    // Few documents have an order: one question for all of them.
    const orders = journal.documentOrders.open(connectionId);
    const orderOf = new Map(orders.map((order) => [order.documentId, order]));
    for (const stored of storedDocuments()) {
      shown.add(stored.id);
      put(stored, orderOf.get(stored.id) ?? null);
      yield;
    }
    for (const id of index.documentIds()) if (!shown.has(id)) index.removeDocument(id);
    yield* index.placeDocuments();
  }

  function* storedDocuments(): Generator<StoredDocumentKey> {
    for (const { id } of journal.listKeys.seen(connectionId)) {
      const stored = journal.listKeys.document(connectionId, id, draftsAfter());
      if (stored !== null) yield stored;
    }
    yield* journal.listKeys.gone(connectionId, draftsAfter());
  }

  return {
    readDocuments,
    *readSome(ids: Iterable<string>): LongWork {
      for (const id of ids) {
        const stored = journal.listKeys.document(connectionId, id, draftsAfter());
        if (stored === null) index.removeDocument(id);
        else put(stored, journal.documentOrders.find(connectionId, id));
        yield;
      }
      yield* index.placeDocuments();
    },
    /** Reads everything, the newest first. What the index knows already is newer than the read rows. */
    *readAll(onEnded: (count: number) => void): LongWork {
      const { archive, listKeys } = journal;
      // The archive first, or its rows would be in sight for a moment.
      yield* eachPart(
        0,
        (after) => archive.part(connectionId, after, PART),
        (rows) => rows.forEach(index.archive),
      );
      yield* eachPart(
        OLDEST,
        (after) => listKeys.open(connectionId, after, OPEN_PART),
        (rows) => {
          for (const one of rows) if (index.submission(one.id) === null) index.putSubmission(keyOfSubmission(one));
        },
      );
      yield* readDocuments();
      let count = 0;
      yield* eachPart(
        NEWEST,
        (before) => listKeys.ended(connectionId, before, PART),
        (rows) => {
          for (const one of rows) if (index.submission(one.id) === null) index.putSubmission(keyOfStored(one));
          count += rows.length;
          onEnded(count);
        },
      );
      // Submissions tell when their documents were made.
      yield* index.placeDocuments();
    },
  };
}
