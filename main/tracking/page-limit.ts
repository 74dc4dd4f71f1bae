import type { Window } from './overviews.ts';
import type { TrackingStore } from './store.ts';

/** A refusal that had another cause must not slow every search down for ever. */
const BELIEVED_MS = 7 * 24 * 60 * 60_000;

/** Knows whether the service counts each page of an overview as a request of its own: one page per window is allowed then. */
export function createPageLimit({ deadlines }: Pick<TrackingStore, 'deadlines'>) {
  const isRecent = (at: number | null, now: number) => at !== null && now - at < BELIEVED_MS;

  return {
    isOnePage: (connectionId: string, now: number): boolean =>
      isRecent(deadlines.get(connectionId, 'pages-counted'), now),
    note(connectionId: string, { refused, hasOlderPage }: Window, now: number): void {
      const isDoubted = isRecent(deadlines.get(connectionId, 'pages-doubted'), now);
      if (hasOlderPage && isDoubted) deadlines.set(connectionId, 'pages-doubted', 0);
      if (refused === null) return;
      // A 503 without a Retry-After may come from a gateway. Two windows in a row are no accident.
      if (refused.certainty !== 'unclear' || (isDoubted && !hasOlderPage))
        deadlines.set(connectionId, 'pages-counted', now);
      else if (!hasOlderPage) deadlines.set(connectionId, 'pages-doubted', now);
    },
  };
}
