import type { Clock } from '../time/clock.ts';

/** The time within which news are told together. */
export const GATHER_MS = 2_000;

/** Rings after a time, or sooner if it is set again. */
export function createAlarm(clock: Clock, ring: () => void) {
  let at: number | null = null;
  let stop = () => {};
  let isClosed = false;

  function cancel(): void {
    stop();
    at = null;
  }

  return {
    cancel,
    in(ms: number): void {
      const time = clock.monotonic() + Math.max(GATHER_MS, ms);
      if (isClosed || (at !== null && at <= time)) return;
      cancel();
      at = time;
      stop = clock.after(time - clock.monotonic(), () => {
        at = null;
        ring();
      });
    },
    close(): void {
      isClosed = true;
      cancel();
    },
  };
}
