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

/** Says what this check showed, and the whole reading that it may be part of. */
function seenBy({ list, others, apart, running, reading }: CheckResult, { account, askedAt }: Asked): CheckSeen {
  const named = ({ id, name, documentStatus }: ListedDocument) => ({ documentId: id, name, status: documentStatus });
  // Documents that earlier checks of a reading showed may have changed since.
  const fresh = [...(list?.documents ?? []), ...others, ...apart].map(named);
  const page = { account, askedAt, documents: fresh, whole: false, unreadable: 0 };
  const ofRunning = running !== null && ({ running: running.isAll ? 'all' : 'some' } as const);
  return { ...(reading === null ? page : seenOf(reading)), fresh, freshAt: askedAt, ...ofRunning };
}

/** Stores how far the reading came and when the list was read. After a gap another reading begins. */
function storeProgress(journal: ChecksDeps['journal'], asked: Asked, found: CheckResult, isGap: boolean): void {
  const { readings, deadlines, documentsSeen } = journal;
  const { connectionId, askedAt, begun } = asked;
  const { list, running, reading } = found;
  if (reading !== null && !reading.whole)
    readings.save(connectionId, reading, begun?.beganAt === reading.beganAt ? begun : null);
  else if (running === null) readings.clear(connectionId);
  if (list !== null) deadlines.set(connectionId, 'checked', askedAt);
  if (!isGap) return;
  deadlines.set(connectionId, 'read-whole', 0);
  if (documentsSeen.count(connectionId) > 0) readings.clear(connectionId);
}

/**
 * Stores the findings of a check, and reports them. Thousands of documents take a while: other work runs in between.
 * Returns what holds of them. Null: it is no longer wanted.
 */
export async function applyOverview(
  { journal, ownChangeOf, onChecked }: ChecksDeps,
  result: CheckResult,
  asked: Asked,
): Promise<CheckResult | null> {
  const { connectionId, askedAt, begun, isWanted } = asked;
  const current = withOwnChanges(result, ownChangeOf(connectionId), askedAt);
  const { list, others, apart } = current;
  const { documents, total } = list ?? { documents: [], total: null };
  const changed = await inSlices(changedAmong(journal, connectionId, [...documents, ...others, ...apart]), isWanted);
  // Another account may have signed in meanwhile: these documents are not in its list.
  if (changed === undefined || !isWanted()) return null;
  const isGap = hasGap(journal, connectionId, documents);
  // A reading that began before they came ends without them.
  const isBehind = isGap && begun !== null && current.reading?.beganAt === begun.beganAt;
  const reading = current.reading && isBehind ? { ...current.reading, whole: false } : current.reading;
  const found = { ...current, reading };
  // Tell first, then store: after a crash in between a change, or a page of a reading, is told twice, never lost.
  await onChecked(connectionId, seenBy(found, asked), { documents, changed, total });
  if (!isWanted()) return null;
  storeProgress(journal, asked, found, isGap);
  // A full page may be one of many, where its size is told as that of the list.
  const isLonger = documents.length >= asked.pageSize || total !== documents.length || asked.isLonger;
  const isOnePage = list !== null && reading === null && !isLonger;
  const stillThere = reading?.whole === true || isOnePage ? new Set(reading?.documents.keys()) : null;
  await inSlices(keepListed(journal, connectionId, found, stillThere), isWanted);
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

/** Documents written at once. */
const PART = 100;

/** Stores the listed documents. Those apart keep their place if they have one. `stillThere` null: there may be others. */
function* keepListed(
  { documentsSeen }: ChecksDeps['journal'],
  connectionId: string,
  { list, others, apart }: CheckResult,
  stillThere: ReadonlySet<string> | null,
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
  const all = [...(list?.documents ?? []), ...others];
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
