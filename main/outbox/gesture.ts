import type { Clock } from '../clock.ts';
import { LONGEST_UNDO_MS } from '../submission/new-submission.ts';

/** What comes one handful after the other was handed over in one gesture: it has one moment, and stands together. */
export function createGesture(clock: Pick<Clock, 'now'>) {
  let open: { readonly connectionId: string; readonly at: number } | null = null;
  return {
    /** `more`: another handful of the same gesture may follow. */
    momentOf(connectionId: string, more: boolean): number {
      const now = clock.now();
      if (!more) return now;
      // A window that was closed on the way never says that it is done.
      const goesOn = open?.connectionId === connectionId && Math.abs(now - open.at) <= LONGEST_UNDO_MS;
      if (open === null || !goesOn) open = { connectionId, at: now };
      return open.at;
    },
    end(): void {
      open = null;
    },
  };
}
