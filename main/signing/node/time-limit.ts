/** Calls back when something takes too long. Has one time limit at a time. */
export interface TimeLimit {
  /** Starts a limit in place of the one before. `missing` says what did not happen in time. */
  start(ms: number, missing: string): void;
  /** Ends the limit. `start` does nothing afterwards. */
  stop(): void;
}

export function createTimeLimit(onLate: (details: string) => void): TimeLimit {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  return {
    start(ms, missing) {
      clearTimeout(timer);
      if (!stopped) timer = setTimeout(() => onLate(`${missing} within ${ms / 1000} s`), ms);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
