import type { ListedDocument } from '../../preload/contract/document.ts';
import { inSlices, type LongWork, partsOf } from '../time/slices.ts';
import type { ChecksDeps } from './checks-deps.ts';
import { type Placed, placeListed } from './listed-places.ts';
import type { CheckResult } from './overviews.ts';
import { withOwnChanges } from './own-changes.ts';
import { type CheckSeen, type Reading, seenOf } from './reading.ts';

export interface Asked {
  readonly connectionId: string;
  readonly askedAt: number;
  readonly account: string | null;
  readonly begun: Reading | null;
  readonly pageSize: number;
  /** The list was longer than its page lately. */
  readonly isLonger: boolean;
  /** Returns false once the app ends, or the connection has another account or address. */
  readonly isWanted: () => boolean;
}

/** Tells whether more came since the last check than its page holds: nobody has read those in between. */
const hasGap = ({ documentsSeen }: ChecksDeps['journal'], connectionId: string, page: readonly ListedDocument[]) =>
  page.length > 0 && !page.some(({ id }) => documentsSeen.has(connectionId, id));

/**
 * Stores the findings of a check, and reports them. Thousands of documents take a while: other work runs in between.
 * Returns what holds of them. Null: it is no longer wanted.
 */
export async function applyOverview(
  { journal, ownChangeOf, onChecked }: ChecksDeps,
  result: CheckResult,
  asked: Asked,
): Promise<CheckResult | null> {
  const { connectionId, askedAt, account, begun, isWanted } = asked;
  const done = withOwnChanges(result, ownChangeOf(connectionId), askedAt);
  const { list, others, apart, running } = done;
  const documents = list?.documents ?? [];
  const all = [...documents, ...others];
  const shown = [...all, ...apart];
  const changed = await inSlices(changedAmong(journal, connectionId, shown), isWanted);
  // Another account may have signed in meanwhile: these documents are not in its list.
  if (changed === undefined || !isWanted()) return null;
  const isGap = hasGap(journal, connectionId, documents);
  // A reading that began before they came ends without them.
  const isBehind = isGap && begun !== null && done.reading?.beganAt === begun.beganAt;
  const reading = done.reading && isBehind ? { ...done.reading, whole: false } : done.reading;
  const named = ({ id, name, documentStatus }: ListedDocument) => ({ documentId: id, name, status: documentStatus });
  // Documents that earlier checks of a reading showed may have changed since.
  const fresh = shown.map(named);
  const page = { account, askedAt, documents: fresh, whole: false, unreadable: 0 };
  const seen: CheckSeen = {
    ...(reading === null ? page : seenOf(reading)),
    fresh,
    freshAt: askedAt,
    ...(running !== null && { running: running.isAll ? 'all' : 'some' }),
  };
  // Tell first, then store: after a crash in between a change, or a page of a reading, is told twice, never lost.
  const total = list?.total ?? null;
  await onChecked(connectionId, seen, { documents, changed, total });
  if (!isWanted()) return null;
  if (reading !== null && !reading.whole)
    journal.readings.save(connectionId, reading, begun?.beganAt === reading.beganAt ? begun : null);
  else if (running === null) journal.readings.clear(connectionId);
  if (list !== null) journal.deadlines.set(connectionId, 'checked', askedAt);
  if (isGap) {
    journal.deadlines.set(connectionId, 'read-whole', 0);
    if (journal.documentsSeen.count(connectionId) > 0) journal.readings.clear(connectionId);
  }
  // A full page may be one of many, where its size is told as that of the list.
  const isLonger = documents.length >= asked.pageSize || total !== documents.length || asked.isLonger;
  const isOnePage = list !== null && reading === null && !isLonger;
  const stillThere = reading?.whole === true || isOnePage ? new Set(reading?.documents.keys()) : null;
  await inSlices(keepListed(journal, connectionId, { all, apart, stillThere }), isWanted);
  if (!isWanted()) return null;
  const there = countThere(result, reading);
  if (there !== null)
    journal.deadlines.set(connectionId, 'unlisted', Math.max(0, there - journal.documentsSeen.count(connectionId)));
  return { ...result, reading };
}

/** Counts the documents of the service. Null: this check does not show how many there are. */
function countThere({ list }: CheckResult, reading: Reading | null): number | null {
  if (reading?.whole === true) return reading.documents.size;
  if (list === null) return null;
  const shown = list.documents.length;
  if ((list.total ?? 0) > shown) return list.total;
  return reading === null ? 0 : null;
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
