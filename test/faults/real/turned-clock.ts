import type { Clock } from '../../../main/clock.ts';

/** The settings that give two processes the same time. */
export interface ClockReading {
  readonly begin: number;
  readonly realBegin: number;
  /** How much faster than real time it runs. */
  readonly speed: number;
  readonly ahead: number;
}

export interface TurnedClock extends Clock {
  /** Moves the clock, as sleep or a person would. */
  turn(ms: number): void;
  set(ahead: number): void;
  reading(): ClockReading;
}

/** A fast clock that tests can move. A move runs the timers that become due. */
export function createTurnedClock(given: Partial<ClockReading> = {}): TurnedClock {
  const { begin = Date.UTC(2026, 4, 4, 9), realBegin = Date.now(), speed = 1 } = given;
  let { ahead = 0 } = given;
  return {
    now: () => begin + (Date.now() - realBegin) * speed + ahead,
    // A move stands for sleep or for hours without the app, which a monotonic counter does not see.
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
