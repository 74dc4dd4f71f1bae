import type { Clock } from '../../time/clock.ts';

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that moves only when the test says so. */
export function virtualTime(begin = 1_000_000) {
  let now = 0;
  let wall = begin;
  let timersRun = 0;
  const timers = new Set<Timer>();
  const clock: Clock = {
    now: () => wall + now,
    monotonic: () => now,
    after(ms, callback) {
      const timer = { at: now + Math.max(0, ms), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  return {
    clock,
    /** How many timers have ended: how often the app woke up by itself. */
    timersRun: () => timersRun,
    /** Sets the clock on the wall; waits keep their length. */
    set(ms: number): void {
      wall += ms;
    },
    /** Runs every timer of the next `ms` in its order, and waits after each for what it began. */
    async pass(ms: number, settled: () => Promise<void>): Promise<void> {
      const end = now + ms;
      await settled();
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        timersRun += 1;
        next.callback();
        // oxlint-disable-next-line no-await-in-loop -- one timer after the other
        await settled();
      }
      now = end;
    },
  };
}
