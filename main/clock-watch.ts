import type { SteadyClock } from './clock.ts';

/** Ignore smaller changes: computers often correct their clocks by fractions of a second. */
const MIN_CHANGE_MS = 2_000;
const CHECK_EVERY_MS = 60_000;

export interface ClockWatchDeps {
  readonly clock: SteadyClock;
  /** Moves every stored deadline by `byMs`, so that the remaining wait stays the same. */
  readonly onMoved: (byMs: number) => void;
}

/** Notices when the computer's clock is set while the app runs, and sets the app's clock to it. */
export function watchClock({ clock, onMoved }: ClockWatchDeps) {
  let cancel = () => {};

  function compare(): void {
    const byMs = clock.driftMs();
    if (Math.abs(byMs) < MIN_CHANGE_MS) return;
    clock.follow();
    onMoved(byMs);
  }

  function look(): void {
    compare();
    cancel = clock.after(CHECK_EVERY_MS, look);
  }
  cancel = clock.after(CHECK_EVERY_MS, look);

  return {
    /** Call this after the computer slept. The time of the sleep counts as waited. */
    wake(): void {
      clock.wake();
      // The clock may also have been set back during the sleep.
      compare();
    },
    close: () => cancel(),
  };
}
