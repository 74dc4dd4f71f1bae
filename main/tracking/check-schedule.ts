import { limits } from '../../preload/contract/limits.ts';
import type { ChecksDeps } from './checks-deps.ts';
import type { Followed } from './followed.ts';
import type { Pace } from './pace.ts';

/** A check that never reached the service costs nothing: it is tried again soon. */
export const RETRY_MS = 60_000;
/** The delay of a connection behind another one of its account that was asked longer ago. */
const TURN_MS = 5_000;

/** Plans the next check of each connection. */
export function createCheckSchedule(
  { clock, journal }: ChecksDeps,
  pace: Pace,
  followed: Followed,
  check: (connectionId: string) => void,
) {
  const timers = new Map<string, () => void>();
  /** Connections that are checked at the next allowed moment, whether something is open or not. */
  const eager = new Set<string>();
  /** The time before which a connection whose check failed is not tried again. */
  const retryAt = new Map<string, number>();

  function cancel(connectionId: string): void {
    timers.get(connectionId)?.();
    timers.delete(connectionId);
  }

  const othersOf = (connectionId: string) =>
    journal.connections.ofSameAccount(connectionId).filter((id) => id !== connectionId);

  /** Tells whether another connection is next. Those of one account take turns: the longest unasked goes first. */
  function isTurnOfAnother(connectionId: string): boolean {
    const askedAt = (id: string) => journal.deadlines.get(id, 'asked') ?? 0;
    return othersOf(connectionId).some(
      (id) => askedAt(id) < askedAt(connectionId) && followed.isFollowed(id) && followed.isSignedIn(id),
    );
  }

  /** Checks at this time, if something is open or the last check is long ago. */
  function at(connectionId: string, time: number): void {
    if (!followed.isFollowed(connectionId)) return;
    cancel(connectionId);
    const turn = isTurnOfAnother(connectionId) ? TURN_MS : 0;
    const due = () => {
      timers.delete(connectionId);
      // Ask again after the usual time: until then something may have opened.
      if (eager.has(connectionId) || followed.isDue(connectionId)) check(connectionId);
      else at(connectionId, clock.now() + limits.pollingMs);
    };
    timers.set(connectionId, clock.after(Math.max(0, time - clock.now()) + turn, due));
  }

  /** Plans the check again after the waiting time of this connection changed. */
  function renew(connectionId: string): void {
    // A failure of its own is not over because another connection of the account was checked.
    if (timers.has(connectionId))
      at(connectionId, Math.max(pace.nextCheck(connectionId), retryAt.get(connectionId) ?? 0));
  }

  return {
    at,
    cancel,
    renew,
    renewOthers: (connectionId: string): void => othersOf(connectionId).forEach(renew),
    /** Lets the next check happen whether something is open or not, and plans none. */
    want: (connectionId: string): void => void eager.add(connectionId),
    /** Plans the next try after a failed check. Null: only a person can help. */
    retry(connectionId: string, time: number | null): void {
      eager.add(connectionId);
      if (time === null) return;
      retryAt.set(connectionId, time);
      at(connectionId, time);
    },
    /** Notes that a check is under way. What is sent from now on needs another one. */
    begun(connectionId: string): void {
      eager.delete(connectionId);
      retryAt.delete(connectionId);
    },
    /** Forgets the waits of failed checks, after this computer's clock was set. */
    forgetRetries: (): void => retryAt.clear(),
    /** Plans a check for the first allowed moment, whether something is open or not. */
    next(connectionId: string): void {
      eager.add(connectionId);
      retryAt.delete(connectionId);
      at(connectionId, pace.nextCheck(connectionId));
    },
    /** Forgets the checks of connections that are not followed any more. */
    tidy(): void {
      for (const connectionId of timers.keys()) if (!followed.isFollowed(connectionId)) cancel(connectionId);
    },
  };
}

export type CheckSchedule = ReturnType<typeof createCheckSchedule>;
