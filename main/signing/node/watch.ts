/** One time limit at a time. */
export interface Watch {
  /** Replaces the limit before it. */
  allow(ms: number, what: string): void;
  /** For good. */
  stop(): void;
}

export function createWatch(onLate: (details: string) => void): Watch {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  return {
    allow(ms, what) {
      clearTimeout(timer);
      if (!stopped) timer = setTimeout(() => onLate(`${what} within ${ms / 1000} s`), ms);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
