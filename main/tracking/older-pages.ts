import type { CheckResult } from './overviews.ts';
import type { TrackingStore } from './store.ts';
import { wasLately } from './was-lately.ts';

/** Decides when a check reads further than the newest page: documents that are older still change. */
export function createOlderPages({ deadlines }: Pick<TrackingStore, 'deadlines'>) {
  const isLonger = (connectionId: string, now: number) => wasLately(deadlines.get(connectionId, 'list-longer'), now);

  return {
    isLonger,
    /** Tells whether older pages are needed: the list is longer than its page, or was not read whole for a while. */
    wanted: (connectionId: string, now: number): boolean =>
      isLonger(connectionId, now) || !wasLately(deadlines.get(connectionId, 'read-whole'), now),
    /**
     * Tells whether the newest page is next. If the service allows one page only, newest and older pages take turns.
     * The turn survives a restart, or short runs would never read the older pages.
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
