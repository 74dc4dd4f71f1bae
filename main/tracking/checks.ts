import type { DocumentEntry } from '../../preload/contract/document.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Clock } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { CheckSeen } from '../outbox/reconcile.ts';
import { CredentialsFault, problemOfFailure } from '../problem-of.ts';
import type { PublishedState } from '../published-state.ts';
import type { SigningClient } from '../signing/client.ts';
import { type Failure, signInEnded, waitsForAPerson } from '../signing/failure.ts';
import { type Listed, readOverviews } from './overviews.ts';

type Client = Pick<SigningClient, 'signIn' | 'overview' | 'forgive'>;

export interface ListedDocuments {
  readonly documents: readonly DocumentEntry[];
  readonly changed: readonly DocumentEntry[];
}

export interface ChecksDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'deadlines' | 'documentsSeen'>;
  readonly state: PublishedState;
  readonly clientOf: (connectionId: string) => Client | null;
  /** Something waits for the next overview of this connection, whether it is shown or not. */
  readonly wantsCheck: (connectionId: string) => boolean;
  /** What an overview showed: the drafts, the documents it listed, and those of them that are new or have changed. */
  readonly onChecked: (connectionId: string, seen: CheckSeen, listed: ListedDocuments) => void;
  /** The service no longer takes what is kept for this connection. */
  readonly onSignInNeeded: (connectionId: string) => void;
  /** There is a token: whatever was said before, the sign-in works. */
  readonly onSignedIn: (connectionId: string) => void;
  /** A bug, or a disk that does not take the list. */
  readonly onFault: (error: unknown) => void;
}

/** A check that never reached the service costs nothing: it is tried again soon. */
const retryMs = 60_000;

/**
 * The service counts from when it got the request, which is somewhere before its answer. When the app ends in between,
 * the request may have been on its way for this long.
 */
const onItsWayMs = 60_000;

/** One overview per window of the service, for everybody who wants to know; the moment survives a restart. */
export function createChecks(deps: ChecksDeps) {
  const { clock, journal, state } = deps;
  /** What is under way, by connection. The window's flag follows this, never the other way round. */
  const running = new Map<string, AbortController>();
  const timers = new Map<string, () => void>();
  /** The last overview did not reach back far enough for what waits: the next one asks for drafts alone. */
  const draftsNext = new Set<string>();
  let closed = false;

  const connectionOf = (connectionId: string) => state.get().connections.find(({ id }) => id === connectionId);
  const isActive = (connectionId: string) => !closed && state.get().active === connectionId;
  const isFollowed = (connectionId: string) => isActive(connectionId) || (!closed && deps.wantsCheck(connectionId));

  function allowNext(connectionId: string, askedAt: number, next: number): void {
    journal.deadlines.set(connectionId, 'asked', askedAt);
    journal.deadlines.set(connectionId, 'next-check', next);
  }

  function nextAllowed(connectionId: string): number {
    const next = journal.deadlines.get(connectionId, 'next-check') ?? 0;
    const asked = journal.deadlines.get(connectionId, 'asked') ?? 0;
    const now = clock.now();
    if (now >= asked) return next;
    // The clock was set back: what counts is how long to wait, not the hour that was written down.
    allowNext(connectionId, now, now + (next - asked));
    return now + (next - asked);
  }

  function publish(connectionId: string, patch: { problem?: Problem | null; total?: number | null }): void {
    if (!isActive(connectionId)) return;
    const next = nextAllowed(connectionId);
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

  /** The connection that is shown is followed, and any that something waits for. */
  function schedule(connectionId: string, at: number): void {
    if (!isFollowed(connectionId)) return;
    unschedule(connectionId);
    timers.set(
      connectionId,
      clock.after(Math.max(0, at - clock.now()), () => {
        timers.delete(connectionId);
        void run(connectionId);
      }),
    );
  }

  /** What a failure means for the next try: the moment of it, or null when only a person can help. */
  function failed(connectionId: string, { kind, cause, details, ...rest }: Failure, soon: number): Problem {
    // A keychain that is locked today is not a sign-in that ended.
    const ended = signInEnded(kind) || (kind === 'credentials-missing' && !(cause instanceof CredentialsFault));
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
    const before = nextAllowed(connectionId);
    if (before > clock.now()) {
      schedule(connectionId, before);
      return null;
    }
    const startedAt = clock.now();
    allowNext(connectionId, startedAt, startedAt + limits.pollingMs + onItsWayMs);
    const wants = deps.wantsCheck(connectionId);
    const draftsOnly = wants && draftsNext.has(connectionId);
    const answer = await readOverviews(client, { signal, draftsOnly, allPages: wants });
    if (stopped()) return null;
    if (!answer.ok) {
      const { certainty, retryAfterMs = 0 } = answer.failure;
      const spared = certainty === 'never-sent';
      const next = spared ? before : clock.now() + Math.max(limits.pollingMs, retryAfterMs);
      allowNext(connectionId, startedAt, next);
      return failed(connectionId, answer.failure, spared ? clock.now() + retryMs : next);
    }
    allowNext(connectionId, startedAt, clock.now() + limits.pollingMs);
    journal.deadlines.set(connectionId, 'checked', startedAt);
    took(connectionId, answer.value, startedAt, draftsOnly);
    schedule(connectionId, nextAllowed(connectionId));
    return null;
  }

  function took(connectionId: string, listed: Listed, askedAt: number, draftsOnly: boolean): void {
    const { documents, drafts, begun, complete, total } = listed;
    if (complete) draftsNext.delete(connectionId);
    else draftsNext.add(connectionId);
    const before = new Map(journal.documentsSeen.list(connectionId).map((entry) => [entry.id, JSON.stringify(entry)]));
    const changed = documents.filter((entry) => before.get(entry.id) !== JSON.stringify(entry));
    // Before the list that the next difference is taken from: an end of the app in between tells it twice, not never.
    deps.onChecked(connectionId, { askedAt, drafts, begun, complete }, { documents, changed });
    if (draftsOnly) return;
    journal.documentsSeen.replace(connectionId, documents);
    if (isActive(connectionId)) state.publish({ documents: [...documents] });
    publish(connectionId, { total });
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
      if (!closed) schedule(connectionId, Math.max(nextAllowed(connectionId), clock.now() + retryMs));
    } finally {
      running.delete(connectionId);
      publish(connectionId, { problem });
    }
  }

  return {
    /** Shows what the last check saw, and checks as soon as that is allowed. */
    follow(connectionId: string): void {
      for (const other of timers.keys()) if (!isFollowed(other)) unschedule(other);
      state.publish({ documents: journal.documentsSeen.list(connectionId) });
      const signedIn = connectionOf(connectionId)?.signedIn === 'yes';
      publish(connectionId, { problem: signedIn ? null : signedOut, total: null });
      if (signedIn) schedule(connectionId, nextAllowed(connectionId));
    },
    /** Something has begun to wait for an overview of this connection. */
    wanted(connectionId: string): void {
      if (timers.has(connectionId) || running.has(connectionId)) return;
      if (connectionOf(connectionId)?.signedIn === 'yes') schedule(connectionId, nextAllowed(connectionId));
    },
    /** The person's own wish obeys the same limit, and says when it becomes possible. */
    now(connectionId: string): { ok: true } | { ok: false; next: number } {
      const next = nextAllowed(connectionId);
      if (next > clock.now()) return { ok: false, next };
      if (connectionOf(connectionId)?.signedIn === 'never') publish(connectionId, { problem: signedOut });
      else {
        deps.clientOf(connectionId)?.forgive();
        void run(connectionId);
      }
      return { ok: true };
    },
    /** After sleep the timer is late: what it waited for may be long past. */
    wake(): void {
      for (const { id, signedIn } of state.get().connections) {
        if (signedIn === 'yes') schedule(id, nextAllowed(id));
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
