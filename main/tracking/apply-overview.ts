import type { ListedDocument } from '../../preload/contract/document.ts';
import { inSlices, type LongWork, partsOf } from '../time/slices.ts';
import { asDone } from './as-done.ts';
import type { ChecksDeps } from './checks-deps.ts';
import { type Placed, placeListed } from './listed-places.ts';
import type { CheckResult } from './overviews.ts';
import { type CheckSeen, type Reading, seenOf } from './reading.ts';

/** The request of a check. */
export interface Asked {
  readonly connectionId: string;
  readonly askedAt: number;
  readonly account: string | null;
  readonly begun: Reading | null;
  /** The page size that was asked for. */
  readonly pageSize: number;
  /** The list was longer than its page lately. */
  readonly isLonger: boolean;
  /** Returns false once the app ends, or the connection has another account or address. */
  readonly isWanted: () => boolean;
}

/**
 * Stores the findings of a check, and reports them. Thousands of documents take a while: other work runs in between.
 */
export async function applyOverview({ journal, lately, onChecked }: ChecksDeps, result: CheckResult, asked: Asked) {
  const { connectionId, askedAt, account, begun, isWanted } = asked;
  const { list, others, apart, reading, running } = asDone(result, lately(connectionId), askedAt);
  const documents = list?.documents ?? [];
  const all = [...documents, ...others];
  const shown = [...all, ...apart];
  const changed = await inSlices(changedAmong(journal, connectionId, shown), isWanted);
  // Another account may have signed in meanwhile: these documents are not in its list.
  if (changed === undefined || !isWanted()) return;
  const named = ({ id, name, documentStatus }: ListedDocument) => ({ documentId: id, name, status: documentStatus });
  // What earlier checks of a reading showed may have changed since.
  const fresh = shown.map(named);
  const page = { account, askedAt, documents: fresh, whole: false, unreadable: 0 };
  const seen: CheckSeen = {
    ...(reading === null ? page : seenOf(reading)),
    fresh,
    ...(running !== null && { running: running.isAll ? 'all' : 'some' }),
  };
  // Tell first, then store: after a crash in between a change, or a page of a reading, is told twice, never lost.
  const total = list?.total ?? null;
  await onChecked(connectionId, seen, { documents, changed, total });
  if (!isWanted()) return;
  if (reading !== null && !reading.whole)
    journal.readings.save(connectionId, reading, begun?.beganAt === reading.beganAt ? begun : null);
  else if (running === null) journal.readings.clear(connectionId);
  if (list !== null) {
    journal.deadlines.set(connectionId, 'checked', askedAt);
    // Also after a restart it must be known that the list was not read whole.
    journal.deadlines.set(connectionId, 'list-total', total ?? 0);
  }
  // A full page may be one of many, where its size is told as that of the list.
  const isLonger = documents.length >= asked.pageSize || total !== documents.length || asked.isLonger;
  const isOnePage = list !== null && reading === null && !isLonger;
  const stillThere = reading?.whole === true || isOnePage ? new Set(reading?.documents.keys()) : null;
  await inSlices(keepListed(journal, connectionId, { all, apart, stillThere }), isWanted);
}

function* changedAmong(
  { documentsSeen }: ChecksDeps['journal'],
  connectionId: string,
  documents: readonly ListedDocument[],
): LongWork<ListedDocument[]> {
  const changed: ListedDocument[] = [];
  for (const document of documents) {
    if (documentsSeen.isChanged(connectionId, document)) changed.push(document);
    yield;
  }
  return changed;
}

interface Kept {
  readonly all: readonly ListedDocument[];
  /** Documents that change, and keep their place if they have one. */
  readonly apart: readonly ListedDocument[];
  /** Null: there may be others. */
  readonly stillThere: ReadonlySet<string> | null;
}

/** Documents written at once. */
const PART = 100;

function* keepListed(
  { documentsSeen }: ChecksDeps['journal'],
  connectionId: string,
  { all, apart, stillThere }: Kept,
): LongWork {
  for (const document of apart) {
    documentsSeen.change(connectionId, document);
    yield;
  }
  const known: Placed[] = [];
  for (const place of documentsSeen.places(connectionId)) {
    known.push(place);
    yield;
  }
  const ids = all.map(({ id }) => id);
  const { places, gone } = placeListed(ids, { known, stillThere });
  yield* partsOf(all, PART, (part) =>
    documentsSeen.put(
      connectionId,
      part.map((document) => ({ document, position: places.get(document.id) ?? 0 })),
    ),
  );
  yield* partsOf(gone, PART, (part) => documentsSeen.drop(connectionId, part));
}
