/** Calls back when something takes too long. Has one time limit at a time. */
export function createTimeLimit(onLate: (details: string) => void) {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  return {
    /** Starts a limit in place of the one before. `missing` says what did not happen in time. */
    start(ms: number, missing: string): void {
      clearTimeout(timer);
      if (!stopped) timer = setTimeout(() => onLate(`${missing} within ${ms / 1000} s`), ms);
    },
    /** Ends the limit. `start` does nothing afterwards. */
    stop(): void {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
