import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../time/clock.ts';
import { isAnyResting } from '../time/slices.ts';

async function runOwed(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Waits until everything has happened that needs no time. */
export async function settled(): Promise<void> {
  await runOwed();
  while (isAnyResting()) {
    await setImmediate();
    await runOwed();
  }
}

/** Creates a clock that stands still and never calls back. */
export const stoppedClock = (now = 1): Clock => ({ now: () => now, monotonic: () => now, after: () => () => {} });

/** Creates a clock that a test moves. It runs the timers that become due in their order. */
export function createDrivenClock(begin: number) {
  let now = begin;
  let timers: { readonly at: number; readonly callback: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  return {
    ...clock,
    /** Returns the remaining time of each timer. */
    waiting: () => timers.map(({ at }) => at - now),
    /** Sets the clock as a person does. No timer runs. */
    set(to: number): void {
      now = to;
    },
    async advance(ms: number): Promise<void> {
      const until = now + ms;
      for (;;) {
        const next = timers.toSorted((a, b) => a.at - b.at)[0];
        if (next === undefined || next.at > until) break;
        timers = timers.filter((other) => other !== next);
        now = Math.max(now, next.at);
        next.callback();
        await settled();
      }
      now = until;
      await settled();
    },
  };
}
