import type { Moment, Trouble } from '../submission/fact.ts';

const FAILURES_TO_OPEN = 5;
const BASE_MS = 5_000;
const MOST_MS = 5 * 60_000;

export interface BreakerState {
  /** Transport failures in a row. */
  readonly failures: number;
  /** The time from which one call at a time may probe the host while the breaker is open. Null: it is closed. */
  readonly probeAt: number | null;
}

export const closedBreaker: BreakerState = { failures: 0, probeAt: null };

/** Closes the breaker after any answer, because it shows that the host can be reached. */
export function afterCall(state: BreakerState, trouble: Trouble | null, { now, roll }: Moment): BreakerState {
  if (trouble === null || trouble.status !== undefined) return closedBreaker;
  // The call failed before the network (the sign-in, the file, the address), so it says nothing about the host.
  // A wait that we keep ourselves (`busy`) was never asked for there.
  const saysNothing = trouble.kind === 'aborted' || trouble.kind === 'sign-in-changed' || trouble.kind === 'busy';
  if (trouble.forAPerson || trouble.certainty === 'permanent' || saysNothing) return state;
  const failures = state.failures + 1;
  if (failures < FAILURES_TO_OPEN) return { failures, probeAt: null };
  const most = Math.min(MOST_MS, BASE_MS * 2 ** Math.min(failures - FAILURES_TO_OPEN, 20));
  return { failures, probeAt: now + Math.round(most / 2 + (roll() * most) / 2) };
}

/** Returns the time of the next probe, corrected if the clock was set back since. */
export function opensAt({ probeAt }: BreakerState, now: number): number {
  return probeAt === null || probeAt > now + MOST_MS ? 0 : probeAt;
}
