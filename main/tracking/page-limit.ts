import type { Failure } from '../signing/failure.ts';
import type { CheckResult } from './overviews.ts';
import { PAGE } from './reading.ts';
import type { TrackingStore } from './store.ts';
import { wasLately } from './was-lately.ts';

/** A page that is hardly ever too long. It is halved no further where nobody knows how many documents fit. */
const SHORT_PAGE = 50;
/** Where shorter ones end, they look like the end of the list. */
const SHORTEST_PAGE = 10;
/** The share of the documents that fitted into one answer: those of other pages may have longer names. */
const FITS = 0.8;

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
    /**
     * Shortens the page after an answer that was too long, to as many documents as fit into one. It would be too long in
     * each window, and halving it again and again takes hours.
     */
    noteFailure(connectionId: string, { isTooBig, documentsRead = 0 }: Failure, now: number): void {
      if (isTooBig !== true) return;
      const size = sizeOf(connectionId, now);
      const half = Math.max(SHORT_PAGE, Math.floor(size / 2));
      const fitting = documentsRead === 0 ? half : Math.max(SHORTEST_PAGE, Math.floor(documentsRead * FITS));
      deadlines.set(connectionId, 'page-size', Math.min(size, half, fitting));
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
