import type { Clock } from '../time/clock.ts';
import type { TrackingStore } from '../tracking/store.ts';
import { wasLately } from '../tracking/was-lately.ts';

/** However little a service allows: fewer would take days. */
const LEAST = 10;
/** The share of what was answered before a refusal. The next window is not the same. */
const CAUTION = 0.8;
/** The growth after a window without a refusal: a limit that is still there is met again after hours. */
const MORE = 1.02;

interface AllowanceDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly journal: Pick<TrackingStore, 'deadlines'>;
}

/**
 * Learns how many details a service answers after one check. A refusal makes every reader and the checks wait, so the
 * next runs read a little less than was answered before it, and slowly more while nothing is refused.
 */
export function createReadAllowance({ clock, journal: { deadlines } }: AllowanceDeps) {
  const answered = new Map<string, number>();
  const countOf = (connectionId: string) => answered.get(connectionId) ?? 0;
  const isLearned = (connectionId: string) => wasLately(deadlines.get(connectionId, 'reads-refused'), clock.now());
  const allowed = (connectionId: string): number =>
    isLearned(connectionId) ? (deadlines.get(connectionId, 'reads-allowed') ?? LEAST) : Number.POSITIVE_INFINITY;

  return {
    /** Begins a run. Returns how many details it may read. Infinity: nothing was refused lately. */
    begin(connectionId: string): number {
      answered.set(connectionId, 0);
      return allowed(connectionId);
    },
    noteAnswer: (connectionId: string): void => void answered.set(connectionId, countOf(connectionId) + 1),
    /** Notes a refusal. The first one may have any cause, but two within a week are no accident. */
    noteRefusal(connectionId: string): void {
      const now = clock.now();
      const isDoubted = wasLately(deadlines.get(connectionId, 'reads-doubted'), now);
      deadlines.set(connectionId, 'reads-doubted', now);
      if (!isDoubted) return;
      deadlines.set(connectionId, 'reads-allowed', Math.max(LEAST, Math.floor(countOf(connectionId) * CAUTION)));
      deadlines.set(connectionId, 'reads-refused', now);
    },
    /** Notes the end of a run in which nothing was refused. One that read less than it was allowed to proves nothing. */
    noteEnd(connectionId: string): void {
      const most = allowed(connectionId);
      if (countOf(connectionId) >= most) deadlines.set(connectionId, 'reads-allowed', Math.ceil(most * MORE));
    },
  };
}
