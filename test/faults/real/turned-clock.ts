import type { Clock } from '../../../main/clock.ts';

/** What two processes need to have the same time. */
export interface ClockReading {
  readonly begin: number;
  readonly realBegin: number;
  /** How much faster than a real one it goes. */
  readonly speed: number;
  readonly ahead: number;
}

export interface TurnedClock extends Clock {
  /** As when a computer slept, was off, or had its clock set. */
  turn(ms: number): void;
  set(ahead: number): void;
  reading(): ClockReading;
}

/** A clock that can be turned and goes faster than real ones. Whoever turns it wakes those who wait by it. */
export function createTurnedClock(given: Partial<ClockReading> = {}): TurnedClock {
  const { begin = Date.UTC(2026, 4, 4, 9), realBegin = Date.now(), speed = 1 } = given;
  let { ahead = 0 } = given;
  return {
    now: () => begin + (Date.now() - realBegin) * speed + ahead,
    // Turning it stands for sleep, or for hours in which the app did not run: a real counter goes on as before.
    monotonic: () => (Date.now() - realBegin) * speed,
    after(ms, callback) {
      const timer = setTimeout(callback, ms / speed);
      timer.unref();
      return () => clearTimeout(timer);
    },
    turn(ms) {
      ahead += ms;
    },
    set(to) {
      ahead = to;
    },
    reading: () => ({ begin, realBegin, speed, ahead }),
  };
}
