import type { Moment, Trouble } from '../submission/fact.ts';

const FAILURES_TO_OPEN = 5;
const BASE_MS = 5_000;
const MOST_MS = 5 * 60_000;

export interface BreakerState {
  /** Transport failures in a row. */
  readonly failures: number;
  /** While it is open, one probe at a time goes out from this moment on; null while it is closed. */
  readonly probeAt: number | null;
}

export const closedBreaker: BreakerState = { failures: 0, probeAt: null };

/** An answer, whatever it says, shows that the host can be reached. */
export function afterCall(state: BreakerState, trouble: Trouble | null, { now, roll }: Moment): BreakerState {
  if (trouble === null || trouble.status !== undefined) return closedBreaker;
  // Nothing was tried: the sign-in, the file or the address is in the way.
  if (trouble.forAPerson || trouble.certainty === 'permanent') return state;
  const failures = state.failures + 1;
  if (failures < FAILURES_TO_OPEN) return { failures, probeAt: null };
  const most = Math.min(MOST_MS, BASE_MS * 2 ** Math.min(failures - FAILURES_TO_OPEN, 20));
  return { failures, probeAt: now + Math.round(most / 2 + (roll() * most) / 2) };
}

/** When the next probe may go; the clock may have been set back since that was written down. */
export function opensAt({ probeAt }: BreakerState, now: number): number {
  return probeAt === null || probeAt > now + MOST_MS ? 0 : probeAt;
}
