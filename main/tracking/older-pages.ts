import type { CheckResult, Turn } from './overviews.ts';
import type { TrackingStore } from './store.ts';
import { wasLately } from './was-lately.ts';

/** Decides when a check reads further than the newest page: documents that are older still change. */
export function createOlderPages({ deadlines }: Pick<TrackingStore, 'deadlines'>) {
  const isLonger = (connectionId: string, now: number) => wasLately(deadlines.get(connectionId, 'list-longer'), now);

  return {
    isLonger,
    /** Tells whether every document of the account was read: a list with one page, or one that was read to its end. */
    isWhole(connectionId: string, now: number): boolean {
      if (deadlines.get(connectionId, 'checked') === null) return false;
      if (deadlines.get(connectionId, 'list-longer') === 0) return true;
      return wasLately(deadlines.get(connectionId, 'read-whole'), now);
    },
    /** Tells whether older pages are needed: the list is longer than its page, or was not read whole for a while. */
    wanted: (connectionId: string, now: number): boolean =>
      isLonger(connectionId, now) || !wasLately(deadlines.get(connectionId, 'read-whole'), now),
    /**
     * Tells whose turn it is if the service allows one page only. Every second page is an older one, and the others are
     * the newest and those that run. The turn survives a restart, or short runs would never read the older pages.
     */
    turn(connectionId: string, now: number): Turn {
      if ((deadlines.get(connectionId, 'newest-before') ?? 0) > 0) return 'older';
      if (wasLately(deadlines.get(connectionId, 'filter-ignored'), now)) return 'newest';
      return deadlines.get(connectionId, 'running-before') === 0 ? 'running' : 'newest';
    },
    /** Passes the turn on after a question for those that run failed: the list must not wait for it. */
    noteFailure(connectionId: string, turn: Turn, now: number): void {
      if (turn === 'running') deadlines.set(connectionId, 'running-before', now);
    },
    note(connectionId: string, { list, reading, running }: CheckResult, now: number): void {
      deadlines.set(connectionId, 'newest-before', list === null && running === null ? 0 : now);
      if (running !== null) deadlines.set(connectionId, 'running-before', now);
      else if (list !== null) deadlines.set(connectionId, 'running-before', 0);
      if (running?.isFiltered === false) deadlines.set(connectionId, 'filter-ignored', now);
      if (reading?.whole === true) deadlines.set(connectionId, 'read-whole', now);
      if (list === null) return;
      const shown = list.documents.length;
      const isUnknown = reading !== null && !reading.whole;
      const isMore = (list.total ?? 0) > shown || (reading?.documents.size ?? 0) > shown;
      // An empty page proves nothing where there were documents.
      const isEnd = shown > 0 || deadlines.get(connectionId, 'list-longer') === null;
      if (isMore || isUnknown) deadlines.set(connectionId, 'list-longer', now);
      else if (isEnd) deadlines.set(connectionId, 'list-longer', 0);
    },
  };
}
