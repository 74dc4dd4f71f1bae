/** Time as a port: what waits for a moment can be tested without waiting. */
export interface Clock {
  now(): number;
  /** Counts on whatever is done to the computer's clock; only differences mean something. */
  monotonic(): number;
  /** Calls back once; the answer cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** Asked for more, a timer of Node fires at once, and again and again. */
const LONGEST_MS = 2 ** 31 - 1;

/** The computer's own clock. A person, a company network or a dead battery may set it while the app runs. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    let timer: NodeJS.Timeout;
    const wait = (left: number): void => {
      const end = () => (left > LONGEST_MS ? wait(left - LONGEST_MS) : callback());
      timer = setTimeout(end, Math.min(left, LONGEST_MS));
      timer.unref();
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
};

export interface SteadyClock extends Clock {
  /** How far the computer's clock has moved away from this one. */
  driftMs(): number;
  /** The computer's clock was set: show its time from here on. The counter goes on as if nothing had happened. */
  follow(): void;
  /** The computer has slept: the time it missed has passed, and counts. */
  wake(): void;
}

/** Begins with the computer's time and then counts by itself: setting the computer's clock ends no wait early. */
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
