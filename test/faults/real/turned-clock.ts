import type { Clock } from '../../../main/time/clock.ts';

/** The settings that give two processes the same time. */
export interface ClockReading {
  readonly begin: number;
  readonly realBegin: number;
  /** How much faster than real time it runs. */
  readonly speed: number;
  /** How far the time of day is ahead. */
  readonly ahead: number;
  /** How much of that passed while the computer was awake: its monotonic counter has it, too. */
  readonly passed: number;
}

export type ClockMove = Pick<ClockReading, 'ahead' | 'passed'>;

export interface TurnedClock extends Clock {
  /** Moves the time of day alone, as a sleep does. */
  turn(ms: number): void;
  /** Passes time while the computer is awake. */
  pass(ms: number): void;
  set(move: ClockMove): void;
  reading(): ClockReading;
}

/** A fast clock that tests can move. A move runs the timers that become due. */
export function createTurnedClock(given: Partial<ClockReading> = {}): TurnedClock {
  const { begin = Date.UTC(2026, 4, 4, 9), realBegin = Date.now(), speed = 1 } = given;
  let { ahead = 0, passed = 0 } = given;
  return {
    now: () => begin + (Date.now() - realBegin) * speed + ahead,
    monotonic: () => (Date.now() - realBegin) * speed + passed,
    after(ms, callback) {
      const timer = setTimeout(callback, ms / speed);
      timer.unref();
      return () => clearTimeout(timer);
    },
    turn(ms) {
      ahead += ms;
    },
    pass(ms) {
      ahead += ms;
      passed += ms;
    },
    set(move) {
      ({ ahead, passed } = move);
    },
    reading: () => ({ begin, realBegin, speed, ahead, passed }),
  };
}
