import type { SteadyClock } from './clock.ts';

/** Computers correct their clocks by fractions of a second all the time. */
const NOTEWORTHY_MS = 2_000;
const LOOK_EVERY_MS = 60_000;

export interface ClockWatchDeps {
  readonly clock: SteadyClock;
  /** Moves every wait that was written down, so that as much of it is left as before. */
  readonly onMoved: (byMs: number) => void;
}

/** Notices that the computer's clock was set while the app runs, and brings the app's own clock along. */
export function watchClock({ clock, onMoved }: ClockWatchDeps) {
  let cancel = () => {};

  function compare(): void {
    const byMs = clock.driftMs();
    if (Math.abs(byMs) < NOTEWORTHY_MS) return;
    clock.follow();
    onMoved(byMs);
  }

  function look(): void {
    compare();
    cancel = clock.after(LOOK_EVERY_MS, look);
  }
  cancel = clock.after(LOOK_EVERY_MS, look);

  return {
    /** The computer has slept: the time it missed has passed, and no wait gets longer by it. */
    wake(): void {
      clock.wake();
      // Set back meanwhile, it is another matter.
      compare();
    },
    close: () => cancel(),
  };
}
