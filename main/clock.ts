/** Time as a port: what waits for a moment can be tested without waiting. */
export interface Clock {
  now(): number;
  /** Calls back once; the answer cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** Asked for more, a timer of Node fires at once, and again and again. */
const LONGEST_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
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
