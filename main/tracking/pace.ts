import { limits } from '../../preload/contract/limits.ts';
import type { Failure } from '../signing/failure.ts';
import type { Outcome } from '../signing/outcome.ts';
import type { Clock } from '../time/clock.ts';
import type { DeadlineName, TrackingStore } from './store.ts';

interface PaceDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly journal: Pick<TrackingStore, 'connections' | 'deadlines'>;
}

/**
 * The service counts from when it got the request, which is somewhere before its answer. When the app ends in between,
 * the request may have been on its way for this long.
 */
const onItsWayMs = 60_000;
/** The wait when nobody knows any more when the service was asked last. */
export const LONGEST_WAIT_MS = limits.pollingMs + onItsWayMs;
const movedWithTheClock = ['asked', 'checked', 'next-check', 'paused', 'pause-ends'] as const;

/** The service's `Date` counts whole seconds, and answers travel. */
const dateNoiseMs = 5_000;

/**
 * Knows when an account may ask the service again. Connections of one account share the window for checks, and the
 * pause that the service asked one of them for.
 */
export function createPace({ clock, journal: { connections, deadlines } }: PaceDeps) {
  function setPair(connectionId: string, [from, to]: readonly [DeadlineName, DeadlineName], at: number, end: number) {
    deadlines.set(connectionId, from, at);
    deadlines.set(connectionId, to, end);
  }

  function endOf(connectionId: string, [from, to]: readonly [DeadlineName, DeadlineName]): number {
    const end = deadlines.get(connectionId, to) ?? 0;
    const began = deadlines.get(connectionId, from) ?? 0;
    const now = clock.now();
    if (now >= began) return end;
    // The clock was set back: what counts is how long to wait, not the hour that was written down.
    setPair(connectionId, [from, to], now, now + (end - began));
    return now + (end - began);
  }

  const latest = (connectionId: string, of: (one: string) => number) =>
    Math.max(0, ...connections.ofSameAccount(connectionId).map(of));

  /** Returns the end of the pause that the service asked for, or 0. */
  const pauseEnd = (connectionId: string) => latest(connectionId, (one) => endOf(one, ['paused', 'pause-ends']));

  /** Returns the service's expected answer to a reading of details now. Null: it did not ask us to wait. */
  function refusal(connectionId: string): Failure | null {
    const retryAt = pauseEnd(connectionId);
    const retryAfterMs = retryAt - clock.now();
    return retryAfterMs > 0 ? { kind: 'busy', certainty: 'refused', details: '', retryAfterMs, retryAt } : null;
  }

  /**
   * Returns when the service's own clock allows a check. Our clock may have been set, also while the app was closed.
   */
  function checkThereAt(connectionId: string, skewMs: number): number {
    const asked = deadlines.get(connectionId, 'asked-there');
    if (asked === null) return 0;
    const passed = clock.now() + skewMs - asked;
    return passed < 0 || passed > limits.pollingMs - dateNoiseMs ? 0 : clock.now() + limits.pollingMs - passed;
  }

  return {
    pauseEnd,
    refusal,
    /** Notes an answer that asks us to wait. A refusal for asking too often means one window if it names no time. */
    note(connectionId: string, answer: Outcome<unknown>): void {
      if (answer.ok) return;
      const { kind, retryAfterMs } = answer.failure;
      const waitMs = retryAfterMs ?? (kind === 'busy' ? limits.pollingMs : 0);
      const now = clock.now();
      if (waitMs > 0 && now + waitMs > pauseEnd(connectionId))
        setPair(connectionId, ['paused', 'pause-ends'], now, now + waitMs);
    },
    /** Uses the check that is allowed now, before the request leaves: a restart must not ask a second time. */
    useCheck(connectionId: string, skewMs: number) {
      const askedAt = clock.now();
      const askedThere = deadlines.get(connectionId, 'asked-there');
      const setNext = (next: number) => setPair(connectionId, ['asked', 'next-check'], askedAt, next);
      setNext(askedAt + LONGEST_WAIT_MS);
      deadlines.set(connectionId, 'asked-there', askedAt + skewMs);
      return {
        /** Notes an answer of the service, and returns when the next check is allowed. */
        answered(retryAfterMs = 0): number {
          const next = clock.now() + Math.max(limits.pollingMs, retryAfterMs);
          setNext(next);
          return next;
        },
        /** Allows the next check as before, because the request never reached the service. */
        giveBack(before: number): void {
          setNext(before);
          deadlines.set(connectionId, 'asked-there', askedThere ?? 0);
        },
      };
    },
    /** Allows a check of the practice service at once. */
    allowNow(connectionId: string): void {
      setPair(connectionId, ['asked', 'next-check'], clock.now(), clock.now());
      deadlines.set(connectionId, 'asked-there', 0);
    },
    /** Keeps the remaining length of each wait after this computer's clock was set. */
    clockMoved(connectionId: string, byMs: number): void {
      for (const name of movedWithTheClock) {
        const at = deadlines.get(connectionId, name);
        if (at !== null) deadlines.set(connectionId, name, at + byMs);
      }
    },
    nextCheck: (connectionId: string): number =>
      Math.max(
        pauseEnd(connectionId),
        latest(connectionId, (one) => endOf(one, ['asked', 'next-check'])),
      ),
    /** Returns the time of the next allowed check, by both clocks. */
    nextCheckThere: (connectionId: string, skewMs: number): number =>
      latest(connectionId, (one) => checkThereAt(one, skewMs)),
  };
}

export type Pace = ReturnType<typeof createPace>;
