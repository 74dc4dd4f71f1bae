import { couldBe, likenessOf } from '../submission/decide/likeness.ts';
import type { Seen } from '../submission/fact.ts';
import type { Submission } from '../submission/submission.ts';
import { createSlices } from '../time/slices.ts';
import type { CheckSeen, Listed } from '../tracking/reading.ts';
import { type Group, hasName, passedOf } from './namesakes.ts';

/**
 * The reason to look at a document in this check. `decisive`: its content is not read yet, or a row may take it without
 * a person. `possible`: it is known, and a person who chooses it leads to a look of its own.
 */
type Need = 'unread' | 'failed' | 'decisive' | 'possible';

/** The ranks of documents to look at. Unseen ones come first: known ones would use up the looks of each check. */
const ORDER: readonly Need[] = ['unread', 'failed', 'decisive', 'possible'];

/** Our knowledge of the documents of a connection. */
export interface Known {
  readonly seen: Map<string, Seen>;
  /** The check whose search saw a document last, by the id of the document. */
  readonly seenIn: Map<string, CheckSeen>;
  /** Documents that were looked at since a search told their submissions. It may take longer than until the next check. */
  readonly untold: Set<string>;
  /** Documents whose content was not read, because their details had ruled them out. */
  readonly unopened: Set<string>;
  readonly failed: Map<string, Failed>;
}

interface Failed {
  readonly tries: number;
  readonly notBefore: number;
  /** The check whose search looks at it no more. */
  readonly givenUpIn: CheckSeen | null;
}

/** A group of submissions that is searched for by a check. `skewMs`: how far the service's clock is ahead of ours. */
interface GroupSearch {
  readonly group: Group;
  readonly check: CheckSeen;
  readonly skewMs: number;
}

type Look = { readonly documentId: string; readonly need: Need };

/** Returns the documents of a group that have to be looked at, in this order. */
export async function looksInOrder(known: Known, search: GroupSearch): Promise<readonly Look[]> {
  const slices = createSlices('parts');
  const looks: Look[] = [];
  for (const document of search.group.documents) {
    // oxlint-disable-next-line no-await-in-loop -- other work goes in between
    if (slices.isOver()) await slices.rest();
    const need = needOf(document, known, search);
    if (need !== null) looks.push({ documentId: document.documentId, need });
  }
  const byNeed = Map.groupBy(looks, ({ need }) => need);
  return ORDER.flatMap((need) => byNeed.get(need) ?? []);
}

/** Returns the reason for a look. Null: nothing more is needed, because what ruled the document out stays true. */
function needOf({ documentId, status }: Listed, known: Known, { group, check, skewMs }: GroupSearch): Need | null {
  const seen = known.seen.get(documentId);
  if (seen === undefined) return known.failed.has(documentId) ? 'failed' : 'unread';
  const isUnopened = known.unopened.has(documentId);
  if ((known.seenIn.get(documentId) === check && !isUnopened) || !hasName(seen, group)) return null;
  const couldBeOurs = group.rows.some((row) => couldBe(row, seen, skewMs) && !passedOf(row).includes(documentId));
  if (!couldBeOurs) return null;
  const mayTake = (row: Submission) => !row.recovered && !row.cancelled && likenessOf(row, seen, skewMs) === 'proven';
  if (isUnopened || group.rows.some(mayTake)) return 'decisive';
  if (known.untold.has(documentId) && seen.status === status) return null;
  // Once a document is started, nothing of it changes that the list would not show.
  return seen.status === 'draft' || seen.status !== status ? 'possible' : null;
}
