import type { Window } from './overviews.ts';
import type { TrackingStore } from './store.ts';
import { wasLately } from './was-lately.ts';

/** Knows whether the service counts each page of an overview as a request of its own: one page per window is allowed then. */
export function createPageLimit({ deadlines }: Pick<TrackingStore, 'deadlines'>) {
  return {
    isOnePage: (connectionId: string, now: number): boolean =>
      wasLately(deadlines.get(connectionId, 'pages-counted'), now),
    /** One refusal may have any cause, whatever it says. Two windows in a row are no accident. */
    note(connectionId: string, { refused, hasOlderPage }: Window, now: number): void {
      const isDoubted = wasLately(deadlines.get(connectionId, 'pages-doubted'), now);
      if (hasOlderPage && isDoubted) deadlines.set(connectionId, 'pages-doubted', 0);
      if (refused === null || hasOlderPage) return;
      deadlines.set(connectionId, isDoubted ? 'pages-counted' : 'pages-doubted', now);
    },
  };
}
