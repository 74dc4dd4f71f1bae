/** Time as a port: what waits for a moment can be tested without waiting. */
export interface Clock {
  now(): number;
  /** Calls back once; the answer cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
