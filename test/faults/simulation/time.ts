/** Thrown into all running work of a process that crashed. */
export class Crash extends Error {}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Virtual time: it moves to the next timer when nothing else is left to do. */
export function createTime(begin: number) {
  let now = begin;
  /** Time that the computer slept, which its monotonic counter does not see. */
  let slept = 0;
  let timers: Timer[] = [];
  /** Real work that virtual time must wait for: answers and file reads. */
  let busy = 0;
  let reading = 0;
  let turnToRead = Promise.resolve();

  const after = (ms: number, callback: () => void) => {
    const timer = { at: now + Math.max(0, ms), callback };
    const place = timers.findIndex(({ at }) => at > timer.at);
    timers.splice(place < 0 ? timers.length : place, 0, timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  };

  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

  async function settled(): Promise<void> {
    for (let quiet = 0; quiet < (reading > 0 ? 3 : 1); ) {
      await turn();
      const files = reading > 0 && process.getActiveResourcesInfo().some((name) => /^FSReq|^CloseReq/.test(name));
      quiet = busy > 0 || files ? 0 : quiet + 1;
    }
  }

  return {
    now: () => now,
    /** A counter that stops while the computer sleeps. */
    awake: () => now - slept,
    after,
    sleep: (ms: number) => new Promise<void>((resolve) => void after(ms, resolve)),
    async working<T>(work: () => Promise<T>): Promise<T> {
      busy += 1;
      try {
        return await work();
      } finally {
        busy -= 1;
      }
    },
    /**
     * Reads one file at a time: otherwise the speed of the real disk would decide the order. `done` may be
     * called before the work ends.
     */
    async readingFiles<T>(work: (done: () => void) => Promise<T>): Promise<T> {
      const before = turnToRead;
      const { promise, resolve: done } = Promise.withResolvers<void>();
      turnToRead = promise;
      await before;
      reading += 1;
      try {
        return await work(done);
      } finally {
        reading -= 1;
        done();
      }
    },
    /** The computer sleeps: time passes, and timers run late. */
    skip(ms: number, counted: boolean): void {
      now += ms;
      if (!counted) slept += ms;
    },
    async run(until: number, done: () => boolean): Promise<void> {
      await settled();
      while (!done()) {
        const [timer] = timers;
        if (timer === undefined || timer.at > until) {
          now = Math.max(now, until);
          return;
        }
        timers.shift();
        now = Math.max(now, timer.at);
        try {
          timer.callback();
        } catch (error) {
          if (!(error instanceof Crash)) throw error;
        }
        await settled();
      }
    },
  };
}

export type Time = ReturnType<typeof createTime>;
