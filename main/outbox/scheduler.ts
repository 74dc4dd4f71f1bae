import type { Gate, Running } from '../jobs/job-kind.ts';
import { isOutOfTheWay, isPromised } from '../submission/decide/replacement.ts';
import { dueAt } from '../submission/decide/waiting.ts';
import type { Fact, Moment, Trouble } from '../submission/fact.ts';
import type { OutboxStore } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import type { Clock } from '../time/clock.ts';
import { type BudgetState, budgetOf } from './budget.ts';
import type { Client } from './calls.ts';
import { afterCall, type BreakerState, closedBreaker, opensAt } from './circuit-breaker.ts';
import { createQuotas, isUpload, smallestUpload } from './quotas.ts';
import { belongsTo } from './settle-by-check.ts';

export interface SchedulerDeps {
  readonly clock: Clock;
  readonly store: OutboxStore;
  /** Returns the client. Null: this connection cannot be used now. */
  readonly clientOf: (connectionId: string) => Client | null;
  /** Returns the service user that is signed in. A submission continues only under the account it was accepted for. */
  readonly accountOf: (connectionId: string) => string | null;
  /** Returns the number of calls that may run at the same time, as a person chose. */
  readonly parallelCalls: () => number;
}

const ofConnection = (all: ReadonlyMap<string, Submission>, connectionId: string): readonly Submission[] =>
  [...all.values()].filter((one) => one.connectionId === connectionId);

/**
 * Tells whether only the start is left. Behind hundreds of others it would wait until its comparison is too old, and each
 * new one would go behind them again: nothing would ever start.
 */
const isCompared = ({ stage }: Submission): boolean => stage.kind === 'ready' && stage.step === 'start';

/** Knows which submission may go next: breakers, daily budgets and quotas hold some back. */
export function createScheduler({ clock, store, clientOf, accountOf, parallelCalls }: SchedulerDeps) {
  const breakers = new Map<string, BreakerState>();
  const quotas = createQuotas(clock);

  const breakerOf = (connectionId: string) => breakers.get(connectionId) ?? closedBreaker;

  function budgetNow(connectionId: string, { inFlight }: Running<Submission>): BudgetState {
    const uploads = ofConnection(inFlight, connectionId).filter((one) => one.stage.kind === 'calling' && isUpload(one));
    return budgetOf(store, connectionId, uploads.length, clock.now());
  }

  /** Tells whether folder work has to wait: it never takes the last slot, so a person does not wait behind it. */
  const isCrowded = (inFlight: Running<Submission>['inFlight'], parallel: number): boolean =>
    [...inFlight.values()].filter((one) => one.origin === 'folder').length >= Math.max(parallel - 1, 1);

  /** Returns the facts that hold for all submissions of a connection now. */
  function connectionNow(connectionId: string, now: number, { inFlight }: Running<Submission>) {
    const state = breakerOf(connectionId);
    const calling = ofConnection(inFlight, connectionId);
    const opens = opensAt(state, now);
    const isResting = state.probeAt !== null && (opens > now || calling.length > 0);
    return {
      account: accountOf(connectionId),
      calling,
      opensAt: opens,
      mayCall: clientOf(connectionId) !== null && !isResting,
    };
  }

  return {
    breakerOf,
    budgetNow,
    recall: quotas.recall,
    gate(now: number, running: Running<Submission>): Gate<Submission> {
      const { open, inFlight } = running;
      // There may be 100,000 open submissions, and each asks.
      const budget = eachOnce((connectionId) => budgetNow(connectionId, running));
      const at = eachOnce((connectionId) => connectionNow(connectionId, now, running));
      const parallel = parallelCalls();
      const isCrowdedNow = isCrowded(inFlight, parallel);
      /** Finds the smallest upload of a connection among those that no wait and no other account holds back. */
      const smallest = eachOnce((connectionId) => {
        const isDue = (one: Submission) => belongsTo(one, at(connectionId).account) && (dueAt(one) ?? now + 1) <= now;
        return smallestUpload(ofConnection(open, connectionId).filter(isDue));
      });
      return {
        parallel,
        isBefore(one, other) {
          if (one.origin !== other.origin) return one.origin === 'interactive';
          if (isCompared(one) !== isCompared(other)) return isCompared(one);
          return (dueAt(one) ?? 0) < (dueAt(other) ?? 0);
        },
        isOpen(one) {
          const { connectionId, redoOf } = one;
          if (isPromised(one) && !isOutOfTheWay(open.get(redoOf ?? '') ?? store.find(redoOf ?? ''))) return false;
          if (isCrowdedNow && one.origin === 'folder') return false;
          const { account, calling, mayCall } = at(connectionId);
          if (!mayCall || !belongsTo(one, account)) return false;
          if (!isUpload(one)) return true;
          return budget(connectionId).level !== 'full' && quotas.isAllowed(one, calling, () => smallest(connectionId));
        },
        opensAt(one) {
          const breakerEnds = at(one.connectionId).opensAt;
          if (!isUpload(one)) return breakerEnds;
          const resumesAt = (dueAt(one) ?? 0) <= now ? budget(one.connectionId).resumesAt : null;
          return Math.max(breakerEnds, resumesAt ?? 0, quotas.until(one.connectionId));
        },
      };
    },
    /** Learns from an answer. The returned fact may name the daily limit, which the service did not. */
    heard: (submission: Submission, answer: Fact, running: Running<Submission>): Fact =>
      quotas.noteOutcome(submission, answer, budgetNow(submission.connectionId, running)),
    called(connectionId: string, trouble: Trouble | null, moment: Moment): void {
      breakers.set(connectionId, afterCall(breakerOf(connectionId), trouble, moment));
    },
    /** Lets one call probe an open breaker now, because a person asked. */
    probeNow(connectionId: string): void {
      const state = breakerOf(connectionId);
      if (state.probeAt !== null) breakers.set(connectionId, { ...state, probeAt: clock.now() });
    },
    /** Returns until when no call but a probe may be made. 0: any may. */
    restsUntil: (connectionId: string): number => opensAt(breakerOf(connectionId), clock.now()),
    closeBreaker(connectionId: string): void {
      breakers.delete(connectionId);
    },
    clockMoved(byMs: number): void {
      for (const [connectionId, state] of breakers)
        if (state.probeAt !== null) breakers.set(connectionId, { ...state, probeAt: state.probeAt + byMs });
      quotas.clockMoved(byMs);
    },
  };
}

export type Scheduler = ReturnType<typeof createScheduler>;

/** Computes the answer for each key once. */
function eachOnce<T>(ask: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key) ?? ask(key);
    known.set(key, found);
    return found;
  };
}
