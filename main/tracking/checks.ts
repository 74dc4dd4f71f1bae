import type { ListedDocument } from '../../preload/contract/document.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { CredentialsFault, problemOfFailure } from '../problems/problem-of.ts';
import type { SigningClient } from '../signing/client.ts';
import { type Failure, signInEnded, waitsForAPerson } from '../signing/failure.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Clock } from '../time/clock.ts';
import { createSlices, inParts } from '../time/slices.ts';
import { asDone, type Lately } from './as-done.ts';
import { isCheckDue } from './check-due.ts';
import { type Placed, placeListed } from './listed-places.ts';
import { createOlderPages } from './older-pages.ts';
import { readOverviews, type Window } from './overviews.ts';
import { createPace } from './pace.ts';
import { createPageLimit } from './page-limit.ts';
import { type CheckSeen, type Reading, seenOf } from './reading.ts';
import type { TrackingStore } from './store.ts';

type Client = Pick<SigningClient, 'signIn' | 'overview' | 'forgive' | 'clockSkewMs'>;

export interface ListedDocuments {
  readonly documents: readonly ListedDocument[];
  readonly changed: readonly ListedDocument[];
  /** How many documents there are, where the service says so. */
  readonly total: number | null;
}

export interface ChecksDeps {
  readonly clock: Clock;
  readonly journal: TrackingStore;
  readonly state: PublishedState;
  readonly clientOf: (connectionId: string) => Client | null;
  /** Something waits for the next overview of this connection, whether it is shown or not. */
  readonly wantsCheck: (connectionId: string) => boolean;
  /** Something of this connection may change soon: while nothing does, and nobody looks, checks are rare. */
  readonly isTracked: (connectionId: string) => boolean;
  /** Adds what was done here since the service was asked. Null: nothing was done lately. */
  readonly lately: (connectionId: string) => Lately | null;
  /** The list changed, or another connection is shown. */
  readonly publishDocuments: (connectionId: string) => void;
  /** What an overview showed, the documents it listed, and those of them that are new or have changed. */
  readonly onChecked: (connectionId: string, seen: CheckSeen, listed: ListedDocuments) => Promise<void> | void;
  /** The service no longer takes what is kept for this connection. */
  readonly onSignInNeeded: (connectionId: string) => void;
  /** There is a token: whatever was said before, the sign-in works. */
  readonly onSignedIn: (connectionId: string) => void;
  /** A bug, or a disk that does not take the list. */
  readonly onFault: (error: unknown) => void;
}

/** What a check was asked for. */
interface Asked {
  readonly askedAt: number;
  readonly account: string | null;
  readonly begun: Reading | null;
  /** How many documents a page could have. */
  readonly pageSize: number;
  /** The app ends, or the account or the address of the connection is another one now. */
  readonly stopped: () => boolean;
}

/** A check that never reached the service costs nothing: it is tried again soon. */
const retryMs = 60_000;

/**
 * The service counts from when it got the request, which is somewhere before its answer. When the app ends in between,
 * the request may have been on its way for this long.
 */
const onItsWayMs = 60_000;
/** How much later a connection asks than another one of its account that was asked longer ago. */
const TURN_MS = 5_000;
const movedWithTheClock = ['asked', 'checked', 'next-check', 'paused', 'pause-ends'] as const;
/** Documents written at once. */
const PART = 100;

/** One overview per window of the service, for everybody who wants to know; the moment survives a restart. */
export function createChecks(deps: ChecksDeps) {
  const { clock, journal, state } = deps;
  /** What is under way, by connection. The window's flag follows this, never the other way round. */
  const running = new Map<string, AbortController>();
  const timers = new Map<string, () => void>();
  /** Connections that are checked at the next allowed moment, whether something is open or not. */
  const eager = new Set<string>();
  const olderPages = createOlderPages(journal);
  const pageLimit = createPageLimit(journal);
  const pace = createPace({ clock, journal });
  let closed = false;
  let isWindowShown = true;

  const { connectionOf, accountOf } = state;
  const isActive = (connectionId: string) => !closed && state.get().active === connectionId;
  /** None before the first connection is set up to its end: its first check is what the person sees then. */
  const isFollowed = (connectionId: string) =>
    isActive(connectionId) ||
    (!closed && state.get().active !== null && connectionOf(connectionId)?.signedIn === 'yes');
  const isDue = (connectionId: string) =>
    isCheckDue(
      {
        checkedAt: journal.deadlines.get(connectionId, 'checked'),
        isOpen: deps.wantsCheck(connectionId) || deps.isTracked(connectionId),
        isLookedAt: isWindowShown && isActive(connectionId),
      },
      clock.now(),
    );

  function publish(connectionId: string, patch: { problem?: Problem | null; total?: number | null }): void {
    if (!isActive(connectionId)) return;
    const next = pace.nextCheck(connectionId);
    state.publish({
      check: {
        ...state.get().check,
        ...patch,
        running: running.has(connectionId),
        asOf: journal.deadlines.get(connectionId, 'checked'),
        next: next > clock.now() ? next : null,
      },
    });
  }

  function unschedule(connectionId: string): void {
    timers.get(connectionId)?.();
    timers.delete(connectionId);
  }

  /** Connections of one account share its window: the one that was asked longest ago is next. */
  function isTurnOfAnother(connectionId: string): boolean {
    const askedAt = (id: string) => journal.deadlines.get(id, 'asked') ?? 0;
    return journal.connections
      .ofSameAccount(connectionId)
      .some((id) => askedAt(id) < askedAt(connectionId) && isFollowed(id) && connectionOf(id)?.signedIn === 'yes');
  }

  /** Checks then, if something is open or the last check is long ago. */
  function schedule(connectionId: string, at: number): void {
    if (!isFollowed(connectionId)) return;
    unschedule(connectionId);
    const turn = isTurnOfAnother(connectionId) ? TURN_MS : 0;
    timers.set(
      connectionId,
      clock.after(Math.max(0, at - clock.now()) + turn, () => {
        timers.delete(connectionId);
        // Asked again in one window: until then something may have opened.
        if (eager.has(connectionId) || isDue(connectionId)) void run(connectionId);
        else schedule(connectionId, clock.now() + limits.pollingMs);
      }),
    );
  }

  function scheduleNext(connectionId: string): void {
    eager.add(connectionId);
    schedule(connectionId, pace.nextCheck(connectionId));
  }

  /** Others of its account asked in vain meanwhile: the window ends at another moment than they were told. */
  function scheduleOthers(connectionId: string): void {
    if (closed) return;
    const others = journal.connections.ofSameAccount(connectionId).filter((id) => id !== connectionId);
    for (const other of others) if (timers.has(other)) schedule(other, pace.nextCheck(other));
  }

  /** What a failure means for the next try: the moment of it, or null when only a person can help. */
  function failed(connectionId: string, { kind, cause, details, ...rest }: Failure, soon: number): Problem {
    // A keychain that is locked today is not a sign-in that ended.
    const ended = signInEnded(kind) || (kind === 'credentials-missing' && !(cause instanceof CredentialsFault));
    eager.add(connectionId);
    if (ended) deps.onSignInNeeded(connectionId);
    else schedule(connectionId, waitsForAPerson(kind) ? clock.now() + limits.pollingMs : soon);
    return problemOfFailure({ kind, cause, details, ...rest }, connectionOf(connectionId)?.fields.base ?? '');
  }

  async function check(connectionId: string, client: Client, signal: AbortSignal): Promise<Problem | null> {
    const stopped = () => closed || signal.aborted;
    // The token first: without one nothing is asked of the service, and the allowed check is not spent.
    const token = await client.signIn({ signal });
    if (stopped()) return null;
    if (!token.ok) return failed(connectionId, token.failure, clock.now() + retryMs);
    deps.onSignedIn(connectionId);
    const before = Math.max(pace.nextCheck(connectionId), pace.nextCheckThere(connectionId, client.clockSkewMs()));
    if (before > clock.now()) {
      schedule(connectionId, before);
      return null;
    }
    const startedAt = clock.now();
    const askedThere = journal.deadlines.get(connectionId, 'asked-there');
    pace.setNextCheck(connectionId, startedAt, startedAt + limits.pollingMs + onItsWayMs);
    journal.deadlines.set(connectionId, 'asked-there', startedAt + client.clockSkewMs());
    const account = accountOf(connectionId);
    const search = deps.wantsCheck(connectionId);
    const older = olderPages.wanted(connectionId, startedAt);
    const begun = search || older ? begunReading(connectionId, account) : null;
    const onePage = pageLimit.isOnePage(connectionId, startedAt);
    const newest = !search && olderPages.isNewestNext(connectionId);
    const pageSize = pageLimit.sizeOf(connectionId, startedAt);
    const leavesOut = (ids: readonly string[]) => journal.documentsSeen.leavesOut(connectionId, ids);
    const options = { signal, account, now: startedAt, search, older, leavesOut, newest, begun, onePage, pageSize };
    // What is sent from now on needs another check.
    eager.delete(connectionId);
    const answer = await readOverviews(client, options);
    if (stopped()) return null;
    const failure = answer.ok ? answer.value.failure : answer.failure;
    if (failure !== null) pageLimit.noteFailure(connectionId, failure, clock.now());
    if (!answer.ok) {
      const { certainty, retryAfterMs = 0 } = answer.failure;
      const spared = certainty === 'never-sent';
      const next = spared ? before : clock.now() + Math.max(limits.pollingMs, retryAfterMs);
      pace.setNextCheck(connectionId, startedAt, next);
      if (spared) journal.deadlines.set(connectionId, 'asked-there', askedThere ?? 0);
      return failed(connectionId, answer.failure, spared ? clock.now() + retryMs : next);
    }
    const { refused } = answer.value;
    pageLimit.note(connectionId, answer.value, clock.now());
    pace.setNextCheck(connectionId, startedAt, clock.now() + Math.max(limits.pollingMs, refused?.retryAfterMs ?? 0));
    await took(connectionId, answer.value, { askedAt: startedAt, account, begun, pageSize, stopped });
    if (stopped()) return null;
    olderPages.note(connectionId, answer.value, startedAt);
    schedule(connectionId, pace.nextCheck(connectionId));
    return null;
  }

  /** What earlier windows have read, if it is of the account that is signed in now. */
  function begunReading(connectionId: string, account: string | null): Reading | null {
    const found = journal.readings.find(connectionId);
    if (found === null || found.account !== account) return null;
    // The clock was set back since: a reading that seems to begin tomorrow proves too much.
    return found.beganAt <= clock.now() ? found : null;
  }

  /** Thousands of documents take a while: other work goes in between. */
  async function took(connectionId: string, window: Window, { askedAt, account, begun, pageSize, stopped }: Asked) {
    const { list, others, reading } = asDone(window, deps.lately(connectionId), askedAt);
    // The next window tells the documents of a begun reading again, so an end of the app in between loses nothing.
    if (reading !== null && !reading.whole)
      journal.readings.save(connectionId, reading, begun?.beganAt === reading.beganAt ? begun : null);
    const slices = createSlices();
    const documents = list?.documents ?? [];
    const changed: ListedDocument[] = [];
    for (const document of [...documents, ...others]) {
      if (journal.documentsSeen.isChanged(connectionId, document)) changed.push(document);
      if (slices.isOver()) await slices.rest();
    }
    // Another account may have signed in meanwhile: these documents are not in its list.
    if (stopped()) return;
    const named = ({ id, name, documentStatus }: ListedDocument) => ({ documentId: id, name, status: documentStatus });
    const newest = { account, askedAt, documents: documents.map(named), whole: false, unreadable: 0 };
    // Before the list that the next difference is taken from: an end of the app in between tells it twice, not never.
    const total = list?.total ?? null;
    await deps.onChecked(connectionId, reading === null ? newest : seenOf(reading), { documents, changed, total });
    if (stopped()) return;
    if (reading === null || reading.whole) journal.readings.clear(connectionId);
    if (list === null) return;
    journal.deadlines.set(connectionId, 'checked', askedAt);
    // A full page may be one of many, where its size is told as that of the list.
    const isFull = documents.length >= pageSize;
    const isLonger = isFull || total !== documents.length || olderPages.isLonger(connectionId, askedAt);
    const isOnePage = reading === null && !isLonger;
    const stillThere = reading?.whole === true || isOnePage ? new Set(reading?.documents.keys()) : null;
    await keepListed(connectionId, [...documents, ...others], stillThere, stopped);
    if (stopped()) return;
    if (isActive(connectionId)) deps.publishDocuments(connectionId);
    publish(connectionId, { total: list.total });
  }

  async function keepListed(
    connectionId: string,
    documents: readonly ListedDocument[],
    stillThere: ReadonlySet<string> | null,
    stopped: () => boolean,
  ): Promise<void> {
    const slices = createSlices();
    const known: Placed[] = [];
    for (const place of journal.documentsSeen.places(connectionId)) {
      known.push(place);
      if (slices.isOver()) await slices.rest();
    }
    if (stopped()) return;
    const ids = documents.map(({ id }) => id);
    const { places, gone } = placeListed(ids, { known, stillThere });
    await inParts(documents, PART, (part) => {
      const placed = part.map((document) => ({ document, position: places.get(document.id) ?? 0 }));
      if (!stopped()) journal.documentsSeen.put(connectionId, placed);
    });
    await inParts(gone, PART, (part) => {
      if (!stopped()) journal.documentsSeen.drop(connectionId, part);
    });
  }

  async function run(connectionId: string): Promise<void> {
    const client = deps.clientOf(connectionId);
    if (!client || !isFollowed(connectionId) || running.has(connectionId)) return;
    const stopping = new AbortController();
    running.set(connectionId, stopping);
    publish(connectionId, { problem: null });
    let problem: Problem | null = null;
    try {
      problem = await check(connectionId, client, stopping.signal);
    } catch (error) {
      // A full disk, say: the list stays as it was, and the next check is not lost with this one.
      problem = { key: 'unknown', params: {}, details: error instanceof Error ? error.message : String(error) };
      deps.onFault(error);
      eager.add(connectionId);
      if (!closed) schedule(connectionId, Math.max(pace.nextCheck(connectionId), clock.now() + retryMs));
    } finally {
      running.delete(connectionId);
      publish(connectionId, { problem });
      scheduleOthers(connectionId);
    }
  }

  return {
    /** Shows what the last check saw, and checks as soon as that is allowed. */
    follow(connectionId: string): void {
      for (const other of timers.keys()) if (!isFollowed(other)) unschedule(other);
      deps.publishDocuments(connectionId);
      const signedIn = connectionOf(connectionId)?.signedIn === 'yes';
      publish(connectionId, { problem: signedIn ? null : signedOut, total: null });
      if (signedIn) scheduleNext(connectionId);
    },
    /** Checks every connection, shown or not. */
    start(): void {
      for (const { id, signedIn } of state.get().connections)
        if (signedIn === 'yes' && isFollowed(id)) scheduleNext(id);
    },
    /** Something has begun to wait for an overview of this connection. */
    wanted(connectionId: string): void {
      eager.add(connectionId);
      if (running.has(connectionId)) return;
      if (connectionOf(connectionId)?.signedIn === 'yes') scheduleNext(connectionId);
    },
    /** A refresh by a person obeys the same limit, and says when it becomes possible. */
    now(connectionId: string): { ok: true } | { ok: false; next: number } {
      const next = pace.nextCheck(connectionId);
      if (next > clock.now()) return { ok: false, next };
      if (connectionOf(connectionId)?.signedIn === 'never') publish(connectionId, { problem: signedOut });
      else {
        deps.clientOf(connectionId)?.forgive();
        void run(connectionId);
      }
      return { ok: true };
    },
    /** This computer's clock was set while the app ran: what was left to wait is left now. */
    clockMoved(byMs: number): void {
      for (const { id } of state.get().connections) {
        for (const name of movedWithTheClock) {
          const at = journal.deadlines.get(id, name);
          if (at !== null) journal.deadlines.set(id, name, at + byMs);
        }
        if (timers.has(id)) schedule(id, pace.nextCheck(id));
        publish(id, {});
      }
    },
    /** A person who opens the window sees what is, as soon as that is allowed. */
    windowShown(isShown: boolean): void {
      isWindowShown = isShown;
      const { active } = state.get();
      if (!isShown || active === null || running.has(active)) return;
      if (connectionOf(active)?.signedIn === 'yes') scheduleNext(active);
    },
    /** After sleep the timer is late: what it waited for may be long past. */
    wake(): void {
      for (const { id, signedIn } of state.get().connections) {
        if (signedIn === 'yes') scheduleNext(id);
      }
    },
    /** The sign-in is gone: what is under way with it ends, and nothing more is asked. */
    stop(connectionId: string): void {
      running.get(connectionId)?.abort();
      unschedule(connectionId);
    },
    close(): void {
      closed = true;
      for (const connectionId of timers.keys()) unschedule(connectionId);
      for (const stopping of running.values()) stopping.abort();
    },
  };
}

const signedOut: Problem = { key: 'signed-out', params: {} };

export type Checks = ReturnType<typeof createChecks>;
