import type { SteadyClock } from './clock.ts';

/** The smallest change that counts: computers often correct their clocks by fractions of a second. */
const MIN_CHANGE_MS = 2_000;
const CHECK_EVERY_MS = 60_000;
/** A system that gave up its sleep does not always say so. An app that still runs after this time is awake. */
const LONGEST_FALLING_ASLEEP_MS = 60_000;

export interface ClockWatchDeps {
  readonly clock: SteadyClock;
  /** Moves every stored deadline by `byMs`, so that the remaining wait stays the same. */
  readonly onMoved: (byMs: number) => void;
  /** Reports how long the computer slept (0: it did not). Timers may be late. */
  readonly onAwake: (sleptMs: number) => void;
}

/** Notices when the computer's clock is set while the app runs, sets the app's clock to it, and measures each sleep. */
export function watchClock({ clock, onMoved, onAwake }: ClockWatchDeps) {
  let cancel = () => {};
  let stopWaiting = () => {};
  /** The time at which the computer said that it will sleep. Null: it is awake. */
  let suspendedAt: number | null = null;

  function compare(): void {
    const byMs = clock.driftMs();
    if (Math.abs(byMs) < MIN_CHANGE_MS) return;
    clock.follow();
    onMoved(byMs);
  }

  function look(): void {
    // The drift of a sleep is no setting of the clock.
    if (suspendedAt === null) compare();
    cancel = clock.after(CHECK_EVERY_MS, look);
  }
  cancel = clock.after(CHECK_EVERY_MS, look);

  /** Ends the sleep. Its time counts as waited. */
  function wake(): void {
    stopWaiting();
    const since = suspendedAt ?? clock.now();
    suspendedAt = null;
    clock.wake();
    const sleptMs = clock.now() - since;
    // The clock may also have been set back during the sleep.
    compare();
    onAwake(sleptMs);
  }

  return {
    /** Notes the beginning of a sleep. Call this when the computer is about to sleep. */
    suspend(): void {
      compare();
      suspendedAt ??= clock.now();
      stopWaiting();
      stopWaiting = clock.after(LONGEST_FALLING_ASLEEP_MS, wake);
    },
    /** Ends the sleep. Call this after the computer slept. */
    wake,
    /**
     * Compares the clocks. Call this when a person is back. Nobody slept, unless the end of the sleep was not told yet.
     */
    unlock(): void {
      if (suspendedAt !== null) {
        wake();
        return;
      }
      compare();
      onAwake(0);
    },
    close(): void {
      cancel();
      stopWaiting();
    },
  };
}
