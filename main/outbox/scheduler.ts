import { dueAt } from '../submission/decide/waiting.ts';
import type { Fact, Moment, Trouble } from '../submission/fact.ts';
import type { OutboxStore } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import type { Clock } from '../time/clock.ts';
import { type BudgetState, budgetOf } from './budget.ts';
import type { Client } from './calls.ts';
import { afterCall, type BreakerState, closedBreaker, opensAt } from './circuit-breaker.ts';
import { pickNext } from './pick-next.ts';
import { createQuotas, smallestUpload } from './quotas.ts';
import type { Recorder } from './recorder.ts';
import { belongsTo } from './settle-by-check.ts';

export interface SchedulerDeps {
  readonly clock: Clock;
  readonly store: OutboxStore;
  readonly recorder: Recorder;
  readonly inFlight: ReadonlyMap<string, Submission>;
  /** Null: this connection cannot be used now. */
  readonly clientOf: (connectionId: string) => Client | null;
  /** The service user that is signed in. A submission continues only under the account it was accepted for. */
  readonly accountOf: (connectionId: string) => string | null;
  /** How many calls may run at the same time, as a person chose. */
  readonly parallelCalls: () => number;
}

/** Picks the next submission and knows when one becomes due: breakers, daily budgets and quotas hold some back. */
export function createScheduler({
  clock,
  store,
  recorder,
  inFlight,
  clientOf,
  accountOf,
  parallelCalls,
}: SchedulerDeps) {
  const breakers = new Map<string, BreakerState>();
  const quotas = createQuotas(clock);
  /** Until when a submission waits after a bug. */
  const heldBack = new Map<string, number>();

  const breakerOf = (connectionId: string) => breakers.get(connectionId) ?? closedBreaker;

  const calling = (connectionId: string): readonly Submission[] =>
    [...inFlight.values()].filter((one) => one.connectionId === connectionId);

  function budgetNow(connectionId: string): BudgetState {
    const uploads = calling(connectionId).filter(({ stage }) => stage.kind === 'calling' && stage.step === 'upload');
    return budgetOf(store, connectionId, uploads.length, clock.now());
  }

  /** The submissions that could be sent now: no wait and no other account holds them back. */
  function dueOf(connectionId: string, now: number): readonly Submission[] {
    const account = accountOf(connectionId);
    return recorder.openOf(connectionId).filter((one) => belongsTo(one, account) && (dueAt(one) ?? now + 1) <= now);
  }

  function isBlocked(one: Submission, now: number, { budget, smallest }: Limits): boolean {
    const { connectionId, stage } = one;
    if ((heldBack.get(one.id) ?? 0) > now) return true;
    if (clientOf(connectionId) === null || !belongsTo(one, accountOf(connectionId))) return true;
    const state = breakerOf(connectionId);
    if (state.probeAt !== null && (opensAt(state, now) > now || calling(connectionId).length > 0)) return true;
    if (stage.kind !== 'ready' || stage.step !== 'upload') return false;
    if (budget(connectionId).level === 'full') return true;
    return !quotas.isAllowed(one, calling(connectionId), () => smallest(connectionId));
  }

  return {
    breakerOf,
    budgetNow,
    recall: quotas.recall,
    next(now: number): Submission | null {
      if (now < recorder.pausedUntil()) return null;
      const budget = eachOnce(budgetNow);
      const smallest = eachOnce((connectionId) => smallestUpload(dueOf(connectionId, now)));
      const blocked = (one: Submission) => recorder.isUnwritten(one.id) || isBlocked(one, now, { budget, smallest });
      return pickNext({ open: recorder.open.values(), inFlight, now, parallel: parallelCalls(), blocked });
    },
    /** The next time at which a submission may become due. Null: no time is known. */
    nextMoment(paused: boolean): number | null {
      const now = clock.now();
      const budget = eachOnce(budgetNow);
      // A pause stops new calls. We still store what has happened.
      const waiting = paused ? [] : [...recorder.open.values()];
      const moments = waiting.flatMap((one) => {
        const due = dueAt(one);
        if (due === null || inFlight.has(one.id)) return [];
        const upload = one.stage.kind === 'ready' && one.stage.step === 'upload';
        const resumesAt = upload && due <= now ? budget(one.connectionId).resumesAt : null;
        const quotaEnds = upload ? quotas.until(one.connectionId) : 0;
        const breakerEnds = opensAt(breakerOf(one.connectionId), now);
        const held = heldBack.get(one.id) ?? 0;
        return [Math.max(due, held, breakerEnds, resumesAt ?? 0, quotaEnds, recorder.pausedUntil())];
      });
      if (recorder.hasUnwritten()) moments.push(recorder.pausedUntil());
      // A submission that is due already waits for a running call. The end of that call takes the next turn.
      const next = Math.min(...moments.filter((at) => at > now));
      return next === Number.POSITIVE_INFINITY ? null : next;
    },
    /** Learns from an answer. The returned fact may name the daily limit, which the service did not. */
    heard(submission: Submission, answer: Fact): Fact {
      return quotas.noteOutcome(submission, answer, budgetNow(submission.connectionId));
    },
    called(connectionId: string, trouble: Trouble | null, moment: Moment): void {
      breakers.set(connectionId, afterCall(breakerOf(connectionId), trouble, moment));
    },
    /** Lets one call probe an open breaker now, because a person asked. */
    probeNow(connectionId: string): void {
      const state = breakerOf(connectionId);
      if (state.probeAt !== null) breakers.set(connectionId, { ...state, probeAt: clock.now() });
    },
    /** Until when no call but a probe may be made. 0: any may. */
    restsUntil(connectionId: string): number {
      const state = breakerOf(connectionId);
      return state.probeAt === null ? 0 : opensAt(state, clock.now());
    },
    holdBack(id: string, until: number): void {
      heldBack.set(id, until);
    },
    closeBreaker(connectionId: string): void {
      breakers.delete(connectionId);
    },
    clockMoved(byMs: number): void {
      for (const [connectionId, state] of breakers)
        if (state.probeAt !== null) breakers.set(connectionId, { ...state, probeAt: state.probeAt + byMs });
      heldBack.clear();
      quotas.clockMoved(byMs);
    },
  };
}

/** The limits that hold back all uploads of a connection. */
interface Limits {
  readonly budget: (connectionId: string) => BudgetState;
  readonly smallest: (connectionId: string) => string;
}

/** Computes the answer for each key once. */
function eachOnce<T>(ask: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key) ?? ask(key);
    known.set(key, found);
    return found;
  };
}
