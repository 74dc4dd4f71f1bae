import { limits } from '../../preload/contract/limits.ts';
import type { OutboxStore } from '../submission/store.ts';

const DAY = 24 * 60 * 60_000;
const WARN_AT = 0.9;

export interface BudgetState {
  readonly used: number;
  readonly level: 'free' | 'warn' | 'full';
  /** The time at which the next upload is possible. */
  readonly resumesAt: number | null;
}

/** Counts our own unfinished documents of the last 24 hours, as the service's daily limit does. */
export function budgetOf(
  store: Pick<OutboxStore, 'uploadsSince'>,
  connectionId: string,
  inFlight: number,
  now: number,
) {
  const { count, oldest } = store.uploadsSince(connectionId, now - DAY);
  const used = count + inFlight;
  const full = used >= limits.documentsPerDay;
  return {
    used,
    level: full ? 'full' : used >= limits.documentsPerDay * WARN_AT ? 'warn' : 'free',
    resumesAt: full ? (oldest ?? now) + DAY : null,
  } satisfies BudgetState;
}
