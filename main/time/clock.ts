/** Time as a port, so that tests need not wait. */
export interface Clock {
  now(): number;
  /** Keeps counting when the computer's clock is set. Only differences have a meaning. */
  monotonic(): number;
  /** Calls back once. The returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** The longest timer of Node. A longer one fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The computer's own clock. A person, a company network or an empty battery may set it while the app runs. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    let timer: NodeJS.Timeout;
    const wait = (left: number): void => {
      const end = () => (left > MAX_TIMER_MS ? wait(left - MAX_TIMER_MS) : callback());
      timer = setTimeout(end, Math.min(left, MAX_TIMER_MS));
      timer.unref();
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
};

export interface SteadyClock extends Clock {
  /** Returns the lead of the computer's clock over this one. */
  driftMs(): number;
  /** Takes over the computer's time after it was set. `monotonic` does not change. */
  follow(): void;
  /** Adds the time of a sleep, which some systems leave out of their monotonic clock. */
  wake(): void;
}

/** Starts with the computer's time, then counts itself, so that setting the computer's clock ends no wait early. */
export function createSteadyClock(system: Clock): SteadyClock {
  let slept = 0;
  const monotonic = () => system.monotonic() + slept;
  let ahead = system.now() - monotonic();
  const now = () => Math.round(monotonic() + ahead);
  const driftMs = () => Math.round(system.now() - now());
  return {
    now,
    monotonic,
    after: (ms, callback) => system.after(ms, callback),
    driftMs,
    follow() {
      ahead = system.now() - monotonic();
    },
    wake() {
      slept += Math.max(0, driftMs());
    },
  };
}

/** Computers correct their clocks by seconds all the time. Only a larger step is told to a person. */
export const NOTEWORTHY_MS = 60_000;
