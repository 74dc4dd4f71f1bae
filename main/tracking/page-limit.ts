import type { Failure } from '../signing/failure.ts';
import type { CheckResult } from './overviews.ts';
import { PAGE } from './reading.ts';
import type { TrackingStore } from './store.ts';
import { wasLately } from './was-lately.ts';

/** The number of documents that fits into any answer, whatever their names are. */
const SHORTEST_PAGE = 50;

/**
 * Knows how many documents a page may have, and whether the service counts each page of an overview as a request of its
 * own: one page per window is allowed then.
 */
export function createPageLimit({ deadlines }: Pick<TrackingStore, 'deadlines'>) {
  const sizeOf = (connectionId: string, now: number): number =>
    wasLately(deadlines.get(connectionId, 'page-shortened'), now)
      ? (deadlines.get(connectionId, 'page-size') ?? PAGE)
      : PAGE;

  return {
    sizeOf,
    /** Halves the page after an answer that was too long. It would be too long in each window. */
    noteFailure(connectionId: string, { isTooBig }: Failure, now: number): void {
      if (isTooBig !== true) return;
      const shorter = Math.max(SHORTEST_PAGE, Math.floor(sizeOf(connectionId, now) / 2));
      deadlines.set(connectionId, 'page-size', shorter);
      deadlines.set(connectionId, 'page-shortened', now);
    },
    isOnePage: (connectionId: string, now: number): boolean =>
      wasLately(deadlines.get(connectionId, 'pages-counted'), now),
    /**
     * Notes whether older pages were refused. One refusal may have any cause, but two windows in a row are no accident.
     */
    note(connectionId: string, { refused, hasOlderPage }: CheckResult, now: number): void {
      const isDoubted = wasLately(deadlines.get(connectionId, 'pages-doubted'), now);
      if (hasOlderPage && isDoubted) deadlines.set(connectionId, 'pages-doubted', 0);
      if (refused === null || hasOlderPage) return;
      deadlines.set(connectionId, isDoubted ? 'pages-counted' : 'pages-doubted', now);
    },
  };
}
