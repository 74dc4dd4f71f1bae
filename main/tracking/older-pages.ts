import type { CheckResult } from './overviews.ts';
import type { TrackingStore } from './store.ts';
import { wasLately } from './was-lately.ts';

/** Decides when a check reads further than the newest page: documents that are older still change. */
export function createOlderPages({ deadlines }: Pick<TrackingStore, 'deadlines'>) {
  const isLonger = (connectionId: string, now: number) => wasLately(deadlines.get(connectionId, 'list-longer'), now);

  return {
    isLonger,
    /** The list is longer than its page, or nobody has looked for a while: `size` may be that of the page alone. */
    wanted: (connectionId: string, now: number): boolean =>
      isLonger(connectionId, now) || !wasLately(deadlines.get(connectionId, 'read-whole'), now),
    /**
     * Of a service that allows one page, every other check shows the newest one. The turn survives a restart: where each
     * run is short, older pages would never be read.
     */
    isNewestNext: (connectionId: string): boolean => (deadlines.get(connectionId, 'newest-before') ?? 0) === 0,
    note(connectionId: string, { list, reading }: CheckResult, now: number): void {
      deadlines.set(connectionId, 'newest-before', list === null ? 0 : now);
      const shown = list?.documents.length ?? null;
      const isUnknown = reading !== null && !reading.whole;
      const isMore = shown !== null && ((list?.total ?? 0) > shown || (reading?.documents.size ?? 0) > shown);
      const isNowLonger = shown !== null && (isMore || isUnknown);
      if (isNowLonger) deadlines.set(connectionId, 'list-longer', now);
      if (reading?.whole !== true) return;
      deadlines.set(connectionId, 'read-whole', now);
      if (shown !== null && !isNowLonger) deadlines.set(connectionId, 'list-longer', 0);
    },
  };
}
