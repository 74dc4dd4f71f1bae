import type { DocumentEntry } from '../../preload/contract/document.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Clock } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import { CredentialsFault, problemOfFailure } from '../problem-of.ts';
import type { PublishedState } from '../published-state.ts';
import type { OverviewEntry } from '../signing/answers/overview.ts';
import type { SigningClient } from '../signing/client.ts';
import { type Failure, type FailureKind, waitsForAPerson } from '../signing/failure.ts';

type Client = Pick<SigningClient, 'signIn' | 'overview' | 'forgive'>;

export interface ChecksDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'deadlines' | 'documentsSeen'>;
  readonly state: PublishedState;
  readonly clientOf: (connectionId: string) => Client | null;
  /** The service no longer takes what is kept for this connection. */
  readonly onSignInNeeded: (connectionId: string) => void;
  /** A check went through: whatever was said before, the sign-in works. */
  readonly onSignedIn: (connectionId: string) => void;
  /** A bug, or a disk that does not take the list. */
  readonly onFault: (error: unknown) => void;
}

const listed = 1_000;
/** A check that never reached the service costs nothing: it is tried again soon. */
const retryMs = 60_000;

/**
 * The service counts from when it got the request, which is somewhere before its answer. When the app ends in between,
 * the request may have been on its way for this long.
 */
const onItsWayMs = 60_000;

/** The service said no to what is kept. Everything else may change without this app being told. */
const signInEnded: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'credentials-refused',
  'client-refused',
  'sign-in-refused',
  'token-refused',
]);

function toEntry(entry: OverviewEntry): DocumentEntry {
  return {
    id: entry.documentId,
    name: entry.documentName ?? entry.documentId,
    mimeType: entry.documentMimeType ?? '',
    documentStatus: entry.documentStatus,
    signStatus: entry.signStatus,
    canWithdraw: entry.policy.canWithdraw ?? false,
    canDelete: entry.policy.canDelete ?? false,
  };
}

/** One overview per window of the service, for everybody who wants to know; the moment survives a restart. */
export function createChecks(deps: ChecksDeps) {
  const { clock, journal, state } = deps;
  /** What is under way, by connection. The window's flag follows this, never the other way round. */
  const running = new Map<string, AbortController>();
  let cancelTimer = () => {};
  let closed = false;

  const connectionOf = (connectionId: string) => state.get().connections.find(({ id }) => id === connectionId);
  const isActive = (connectionId: string) => !closed && state.get().active === connectionId;

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

  /** Only the connection that is shown is followed: an answer that comes late for another must not stop it. */
  function schedule(connectionId: string, at: number): void {
    if (!isActive(connectionId)) return;
    cancelTimer();
    cancelTimer = clock.after(Math.max(0, at - clock.now()), () => void run(connectionId));
  }

  /** What a failure means for the next try: the moment of it, or null when only a person can help. */
  function failed(connectionId: string, { kind, cause, details, ...rest }: Failure, soon: number): Problem {
    // A keychain that is locked today is not a sign-in that ended.
    const ended = signInEnded.has(kind) || (kind === 'credentials-missing' && !(cause instanceof CredentialsFault));
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
    const before = nextAllowed(connectionId);
    if (before > clock.now()) {
      schedule(connectionId, before);
      return null;
    }
    const startedAt = clock.now();
    allowNext(connectionId, startedAt, startedAt + limits.pollingMs + onItsWayMs);
    const answer = await client.overview({ limit: listed, offset: 0, order: 'desc' }, { signal });
    if (stopped()) return null;
    if (!answer.ok) {
      const { certainty, retryAfterMs = 0 } = answer.failure;
      const spared = certainty === 'never-sent';
      const next = spared ? before : clock.now() + Math.max(limits.pollingMs, retryAfterMs);
      allowNext(connectionId, startedAt, next);
      return failed(connectionId, answer.failure, spared ? clock.now() + retryMs : next);
    }
    allowNext(connectionId, startedAt, clock.now() + limits.pollingMs);
    const documents = answer.value.documents.map(toEntry);
    journal.documentsSeen.replace(connectionId, documents);
    journal.deadlines.set(connectionId, 'checked', startedAt);
    deps.onSignedIn(connectionId);
    if (isActive(connectionId)) state.publish({ documents });
    publish(connectionId, { total: answer.value.size });
    schedule(connectionId, nextAllowed(connectionId));
    return null;
  }

  async function run(connectionId: string): Promise<void> {
    const client = deps.clientOf(connectionId);
    if (!client || !isActive(connectionId) || running.has(connectionId)) return;
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
      cancelTimer();
      state.publish({ documents: journal.documentsSeen.list(connectionId) });
      const signedIn = connectionOf(connectionId)?.signedIn === 'yes';
      publish(connectionId, { problem: signedIn ? null : signedOut, total: null });
      if (signedIn) schedule(connectionId, nextAllowed(connectionId));
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
    wake(connectionId: string): void {
      if (connectionOf(connectionId)?.signedIn === 'yes') schedule(connectionId, nextAllowed(connectionId));
    },
    /** The sign-in is gone: what is under way with it ends, and nothing more is asked. */
    stop(connectionId: string): void {
      running.get(connectionId)?.abort();
      if (isActive(connectionId)) cancelTimer();
    },
    close(): void {
      closed = true;
      cancelTimer();
      for (const stopping of running.values()) stopping.abort();
    },
  };
}

const signedOut: Problem = { key: 'signed-out', params: {} };

export type Checks = ReturnType<typeof createChecks>;
