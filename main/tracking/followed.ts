import { isCheckDue } from './check-due.ts';
import type { ChecksDeps } from './checks-deps.ts';

/** Tells which connections are checked, and whether a check of one is worth its request. */
export function createFollowed({ clock, journal, state, wantsCheck, isTracked }: ChecksDeps) {
  let closed = false;
  let isWindowShown = true;

  const isSignedIn = (connectionId: string) => state.connectionOf(connectionId)?.signedIn === 'yes';
  const isActive = (connectionId: string) => !closed && state.get().active === connectionId;

  return {
    isSignedIn,
    /** Tells whether the window shows the connection. */
    isActive,
    /**
     * Tells whether the connection is checked. None is before the first one is set up to its end: its first check is what
     * the person sees then.
     */
    isFollowed: (connectionId: string): boolean =>
      isActive(connectionId) || (!closed && state.get().active !== null && isSignedIn(connectionId)),
    isDue(connectionId: string): boolean {
      const checkedAt = journal.deadlines.get(connectionId, 'checked');
      const isOpen = wantsCheck(connectionId) || isTracked(connectionId);
      return isCheckDue({ checkedAt, isOpen, isLookedAt: isWindowShown && isActive(connectionId) }, clock.now());
    },
    isClosed: (): boolean => closed,
    windowShown(isShown: boolean): void {
      isWindowShown = isShown;
    },
    close(): void {
      closed = true;
    },
  };
}

export type Followed = ReturnType<typeof createFollowed>;
