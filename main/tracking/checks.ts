import type { DocumentEntry } from '../../preload/contract/document.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Clock } from '../clock.ts';
import type { PublishedState } from '../ipc/published-state.ts';
import type { Journal } from '../journal/journal.ts';
import { KeychainFault, problemOfFailure } from '../problem-of.ts';
import type { OverviewEntry } from '../signing/answers/overview.ts';
import type { SigningClient } from '../signing/client.ts';
import { type Failure, waitsForAPerson } from '../signing/failure.ts';

export interface ChecksDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'deadlines' | 'documentsSeen'>;
  readonly state: PublishedState;
  readonly clientOf: (connectionId: string) => Pick<SigningClient, 'signIn' | 'overview'> | null;
  /** The service no longer takes what is kept for this connection. */
  readonly onSignInNeeded: (connectionId: string) => void;
}

const listed = 1_000;
/** A check that never reached the service costs nothing: it is tried again soon. */
const retryMs = 60_000;

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
  let cancelTimer = () => {};
  let closed = false;

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

  function publishTimes(
    connectionId: string,
    patch: { running: boolean; problem: Problem | null; total?: number | null },
  ) {
    if (closed || state.get().active !== connectionId) return;
    const next = nextAllowed(connectionId);
    state.publish({
      check: {
        ...state.get().check,
        ...patch,
        asOf: journal.deadlines.get(connectionId, 'checked'),
        next: next > clock.now() ? next : null,
      },
    });
  }

  function schedule(connectionId: string, at: number): void {
    cancelTimer();
    if (closed) return;
    cancelTimer = clock.after(Math.max(0, at - clock.now()), () => void run(connectionId));
  }

  function failed(connectionId: string, failure: Failure): void {
    // A keychain that is locked today is not a sign-in that ended.
    const lockedOut = failure.cause instanceof KeychainFault;
    if (waitsForAPerson(failure.kind) && !lockedOut) deps.onSignInNeeded(connectionId);
    const client = state.get().connections.find(({ id }) => id === connectionId);
    publishTimes(connectionId, { running: false, problem: problemOfFailure(failure, client?.fields.base ?? '') });
  }

  async function run(connectionId: string): Promise<void> {
    const client = deps.clientOf(connectionId);
    if (!client || state.get().active !== connectionId || state.get().check.running) return;
    publishTimes(connectionId, { running: true, problem: null });

    // The token first: without one nothing is asked of the service, and the allowed check is not spent.
    const token = await client.signIn();
    if (!token.ok) {
      failed(connectionId, token.failure);
      if (!waitsForAPerson(token.failure.kind)) schedule(connectionId, clock.now() + retryMs);
      return;
    }
    const before = nextAllowed(connectionId);
    const startedAt = clock.now();
    allowNext(connectionId, startedAt, startedAt + limits.pollingMs);
    const answer = await client.overview({ limit: listed, offset: 0, order: 'desc' });
    if (!answer.ok) {
      const { certainty, retryAfterMs = 0 } = answer.failure;
      const spared = certainty === 'never-sent';
      const next = spared ? before : clock.now() + Math.max(limits.pollingMs, retryAfterMs);
      allowNext(connectionId, startedAt, next);
      failed(connectionId, answer.failure);
      if (!waitsForAPerson(answer.failure.kind)) schedule(connectionId, spared ? clock.now() + retryMs : next);
      return;
    }
    const documents = answer.value.documents.map(toEntry);
    journal.documentsSeen.replace(connectionId, documents);
    journal.deadlines.set(connectionId, 'checked', startedAt);
    if (state.get().active === connectionId && !closed) state.publish({ documents });
    publishTimes(connectionId, { running: false, problem: null, total: answer.value.size });
    schedule(connectionId, nextAllowed(connectionId));
  }

  return {
    /** Shows what the last check saw, and checks as soon as that is allowed. */
    follow(connectionId: string): void {
      state.publish({ documents: journal.documentsSeen.list(connectionId) });
      publishTimes(connectionId, { running: false, problem: null, total: null });
      schedule(connectionId, nextAllowed(connectionId));
    },
    /** The person's own wish obeys the same limit, and says when it becomes possible. */
    now(connectionId: string): { ok: true } | { ok: false; next: number } {
      const next = nextAllowed(connectionId);
      if (next > clock.now()) return { ok: false, next };
      void run(connectionId);
      return { ok: true };
    },
    /** After sleep the timer is late: what it waited for may be long past. */
    wake(connectionId: string): void {
      schedule(connectionId, nextAllowed(connectionId));
    },
    close(): void {
      closed = true;
      cancelTimer();
    },
  };
}

export type Checks = ReturnType<typeof createChecks>;
