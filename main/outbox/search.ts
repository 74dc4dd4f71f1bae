import { couldBe, isTooOld } from '../submission/decide/likeness.ts';
import { waitMs } from '../submission/decide/retry.ts';
import type { Seen, Trouble } from '../submission/fact.ts';
import { hashOf, type Submission } from '../submission/submission.ts';
import { createSlices } from '../time/slices.ts';
import type { CheckSeen } from '../tracking/reading.ts';
import { countingLooks, MOST_LOOKS_EACH, readCandidate } from './calls.ts';
import { type Known, looksInOrder } from './look-order.ts';
import type { LookTools } from './look-tools.ts';
import { findCandidates, findOlder, type Group, groupByName, hasName, prepare } from './namesakes.ts';
import { belongsTo, countOnly, inDoubtSince, waitsForCheck } from './settle-by-check.ts';

export interface SearchDeps extends LookTools {
  /** Returns until when the connection is left alone after failures. 0: it is not. */
  readonly restsUntil: (connectionId: string) => number;
  readonly called: (connectionId: string, trouble: Trouble | null) => void;
  readonly turn: () => void;
}

/** Requests for details per check, beside one for each submission in doubt. The rest waits for the next check. */
export const SPARE_LOOKS = 70;
const MOST_TRIES = 4;
const AFTER_PAUSE_MS = 5_000;

/** The documents of a group that this check could not show. */
interface Missing {
  /** The documents whose facts may be out of date: no row takes them. */
  readonly stale: Set<string>;
  unread: number;
}

/** The searches of all connections, each by the last check, and what they know of documents. */
interface Searches {
  readonly deps: SearchDeps;
  readonly latest: Map<string, Search>;
  readonly knowledge: Map<string, Known>;
  readonly timers: Map<string, () => void>;
}

/** The search by one check. The next check of its connection replaces it. */
interface Search {
  readonly searches: Searches;
  readonly connectionId: string;
  readonly check: CheckSeen;
  readonly known: Known;
  groups: readonly Group[];
  looksLeft: number;
  isRunning: boolean;
}

const nothingKnown = (): Known => ({
  seen: new Map(),
  seenIn: new Map(),
  untold: new Set(),
  unopened: new Set(),
  failed: new Map(),
});

const skewOf = ({ searches, connectionId }: Search) => searches.deps.clientOf(connectionId)?.clockSkewMs() ?? 0;

function isCurrent(search: Search): boolean {
  const { deps, latest } = search.searches;
  const { connectionId, check } = search;
  return !deps.signal.aborted && latest.get(connectionId) === search && deps.accountOf(connectionId) === check.account;
}

/** Begins the search by a check, in place of the one before. */
async function begin(searches: Searches, connectionId: string, check: CheckSeen): Promise<void> {
  const { deps, latest, knowledge } = searches;
  const open = deps.openOf(connectionId);
  const rows = open.filter((one) => waitsForCheck(one) && belongsTo(one, check.account));
  if (rows.length === 0) {
    latest.delete(connectionId);
    // A person who finds none of the first documents goes on to the next ones.
    if (!open.some(({ reason }) => reason?.kind === 'several')) knowledge.delete(connectionId);
    return;
  }
  const known = knowledge.get(connectionId) ?? nothingKnown();
  knowledge.set(connectionId, known);
  const looksLeft = rows.length + SPARE_LOOKS;
  const search: Search = { searches, connectionId, check, known, groups: [], looksLeft, isRunning: false };
  latest.set(connectionId, search);
  const searched: Submission[] = [];
  const slices = createSlices('parts');
  for (const row of rows) {
    const counted = countOnly(row, check);
    if (counted === null) searched.push(row);
    else if (counted !== 'nothing') deps.apply(row.id, counted);
    // oxlint-disable-next-line no-await-in-loop -- other work goes in between
    if (slices.isOver()) await slices.rest();
  }
  const groups = await groupByName(searched, check, deps.store.isOwned);
  // Common names wait: the others are settled before all looks of this check are used up.
  search.groups = groups.toSorted((a, b) => a.documents.length - b.documents.length);
  await goOn(search);
}

/** Looks at the documents of each group, and settles it. */
async function goOn(search: Search): Promise<void> {
  if (search.isRunning) return;
  search.isRunning = true;
  try {
    for (let group = search.groups[0]; group !== undefined; group = search.groups[0]) {
      // oxlint-disable-next-line no-await-in-loop -- one document at a time
      const missing = await lookAtAll(search, group);
      if (missing === null || !isCurrent(search)) return;
      search.groups = search.groups.slice(1);
      // oxlint-disable-next-line no-await-in-loop -- a group is settled before the next one
      await settle(search, group, missing);
      // A newer check has begun meanwhile, and not all were told.
      if (!isCurrent(search)) return;
      for (const { documentId } of group.documents) search.known.untold.delete(documentId);
      search.searches.deps.turn();
    }
  } finally {
    search.isRunning = false;
  }
}

/** Looks at the documents of a group. Null: the search continues later. */
async function lookAtAll(search: Search, group: Group): Promise<Missing | null> {
  const { check, known } = search;
  const skewMs = skewOf(search);
  const missing: Missing = { stale: new Set(), unread: 0 };
  let older = findOlder(group, known.seen, skewMs);
  const slices = createSlices('parts');
  for (const { documentId, need } of await looksInOrder(known, { group, check, skewMs })) {
    // oxlint-disable-next-line no-await-in-loop -- other work goes in between
    if (slices.isOver()) await slices.rest();
    if (older.has(documentId)) continue;
    if (known.failed.get(documentId)?.givenUpIn === check || search.looksLeft < MOST_LOOKS_EACH) {
      if (need === 'unread') missing.unread += 1;
      else if (need !== 'possible') missing.stale.add(documentId);
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- one document at a time
    const seen = await lookAt(search, group, documentId);
    if (seen === 'later') return null;
    if (seen === null) missing.stale.add(documentId);
    else if (group.rows.every((row) => isTooOld(row, seen, skewMs))) older = findOlder(group, known.seen, skewMs);
  }
  return missing;
}

/** Looks at one document. `later`: the search goes on later, or is over. Null: it could not be read in this check. */
async function lookAt(search: Search, group: Group, documentId: string): Promise<Seen | 'later' | null> {
  const { deps } = search.searches;
  const { check, connectionId, known } = search;
  const client = deps.clientOf(connectionId);
  if (client === null || !isCurrent(search)) return 'later';
  const wait = waitBefore(search, documentId);
  if (wait > 0) return later(search, wait);
  const askedAt = deps.clock.now();
  const counted = countingLooks(client, () => {
    search.looksLeft -= 1;
  });
  const skewMs = client.clockSkewMs();
  known.unopened.delete(documentId);
  const couldBeOurs = (one: Seen) => {
    const isPossible = hasName(one, group) && group.rows.some((row) => couldBe(row, one, skewMs));
    if (!isPossible) known.unopened.add(documentId);
    return isPossible;
  };
  const answer = await readCandidate(documentId, counted, couldBeOurs, deps.signal);
  if (!isCurrent(search)) return 'later';
  deps.called(connectionId, answer.ok ? null : answer.trouble);
  if (!answer.ok) return noteFailure(search, documentId, answer.trouble, askedAt);
  known.failed.delete(documentId);
  known.seen.set(documentId, answer.value);
  known.seenIn.set(documentId, check);
  known.untold.add(documentId);
  return answer.value;
}

/** Returns the wait before the next look at a document, in milliseconds. */
function waitBefore({ searches: { deps }, connectionId, known }: Search, documentId: string): number {
  const now = deps.clock.now();
  const pauseEnds = now + (deps.pace.refusal(connectionId)?.retryAfterMs ?? 0);
  const resumesAt = deps.store.paused() ? now + AFTER_PAUSE_MS : 0;
  const notBefore = known.failed.get(documentId)?.notBefore ?? 0;
  return Math.max(resumesAt, pauseEnds, deps.restsUntil(connectionId), notBefore) - now;
}

/** Notes that a look failed, and plans the next try. Null: this check tries no more. */
function noteFailure(search: Search, documentId: string, trouble: Trouble, askedAt: number): 'later' | null {
  const { deps } = search.searches;
  const { failed } = search.known;
  const tries = (failed.get(documentId)?.tries ?? 0) + 1;
  const wait = waitMs(tries, trouble.retryAfterMs ?? 0, { now: askedAt, roll: deps.random });
  // It is listed, so an answer that it does not exist, or is not ours to see, proves nothing.
  const isOver = trouble.certainty === 'permanent' || tries >= MOST_TRIES;
  failed.set(documentId, {
    tries: isOver ? 0 : tries,
    notBefore: deps.clock.now() + wait,
    givenUpIn: isOver ? search.check : null,
  });
  return isOver ? null : later(search, wait);
}

/** Plans to go on with the search. */
function later(search: Search, ms: number): 'later' {
  const { deps, timers } = search.searches;
  timers.get(search.connectionId)?.();
  timers.set(
    search.connectionId,
    deps.clock.after(ms, () => wake(search)),
  );
  return 'later';
}

function wake(search: Search | undefined): void {
  if (search !== undefined && isCurrent(search)) goOn(search).catch(search.searches.deps.onFault);
}

/** Tells each submission of the group what was found. */
async function settle(search: Search, group: Group, missing: Missing): Promise<void> {
  const { deps } = search.searches;
  const { check, connectionId, known } = search;
  const isFree = ({ documentId }: { readonly documentId: string }) => !deps.store.isOwned(documentId);
  const current = group.documents.filter((one) => isFree(one) && !missing.stale.has(one.documentId));
  const documents = prepare({ ...group, documents: current }, known.seen);
  const skewMs = skewOf(search);
  const rivals = countRivals(deps.openOfAccount(connectionId), group.name);
  const slices = createSlices('parts');
  for (const { id } of group.rows) {
    // oxlint-disable-next-line no-await-in-loop -- other work goes in between
    if (slices.isOver()) await slices.rest();
    const row = deps.find(id);
    if (row === null || !waitsForCheck(row) || !isCurrent(search)) continue;
    const { candidates, more } = findCandidates(row, documents, skewMs);
    deps.apply(id, {
      kind: 'checked',
      // An earlier submission of the group may have taken one.
      candidates: candidates.filter(isFree),
      more,
      contested: (rivals.get(hashOf(row)) ?? 0) > 1,
      // A missing document proves something only if the reading began after the doubt arose.
      whole: check.whole && inDoubtSince(row) <= check.askedAt,
      documents: check.documents.length,
      unreadable: check.unreadable,
      unread: missing.unread,
      undecided: missing.unread + missing.stale.size,
    });
  }
}

/**
 * Finds the documents of uploads in doubt, after each check: looks once at every listed document that has the name of
 * one of them, and tells each submission what was found. Thousands of submissions of one name share these looks.
 */
export function createSearch(deps: SearchDeps) {
  const searches: Searches = { deps, latest: new Map(), knowledge: new Map(), timers: new Map() };
  return {
    begin: (connectionId: string, check: CheckSeen): Promise<void> => begin(searches, connectionId, check),
    /** Continues the search when the connection works again, or after a pause. */
    wake: (connectionId: string): void => wake(searches.latest.get(connectionId)),
    close(): void {
      for (const cancel of searches.timers.values()) cancel();
    },
  };
}

/** Counts, by content, the uploads of this name that could have made a draft of it. */
function countRivals(open: readonly Submission[], name: string): ReadonlyMap<string, number> {
  const rivals = new Map<string, number>();
  for (const one of open) {
    if (one.firstSent === null || one.documentId !== null || one.wish.file.name !== name) continue;
    rivals.set(hashOf(one), (rivals.get(hashOf(one)) ?? 0) + 1);
  }
  return rivals;
}
