import { limits } from '../../preload/contract/limits.ts';
import type { Failure } from '../signing/failure.ts';
import type { Outcome } from '../signing/outcome.ts';
import type { Clock } from '../time/clock.ts';
import type { DeadlineName, TrackingStore } from './store.ts';

interface PaceDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly journal: Pick<TrackingStore, 'connections' | 'deadlines'>;
}

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

  /** The end of a wait that began at `from`. */
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

  /** The end of the pause that the service asked for. 0: it asked for none. */
  const pauseEnd = (connectionId: string) => latest(connectionId, (one) => endOf(one, ['paused', 'pause-ends']));

  /** What the service would answer to a reading of details now. Null: it did not ask us to wait. */
  function refusal(connectionId: string): Failure | null {
    const retryAt = pauseEnd(connectionId);
    const retryAfterMs = retryAt - clock.now();
    return retryAfterMs > 0 ? { kind: 'busy', certainty: 'refused', details: '', retryAfterMs, retryAt } : null;
  }

  /** By the service's own clock: ours may have been set forward since, also while the app was closed. */
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
    setNextCheck: (connectionId: string, askedAt: number, next: number): void =>
      setPair(connectionId, ['asked', 'next-check'], askedAt, next),
    /** When the next check is allowed, by our clock. */
    nextCheck: (connectionId: string): number =>
      Math.max(
        pauseEnd(connectionId),
        latest(connectionId, (one) => endOf(one, ['asked', 'next-check'])),
      ),
    /** When the next check is allowed, by both clocks. */
    nextCheckThere: (connectionId: string, skewMs: number): number =>
      latest(connectionId, (one) => checkThereAt(one, skewMs)),
  };
}

export type Pace = ReturnType<typeof createPace>;
