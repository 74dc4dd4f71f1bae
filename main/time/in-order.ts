/** Runs one work after the other. The first one begins at once, so that short work ends in the same turn. */
export function createOrder() {
  let last: Promise<void> | null = null;
  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      const running = last === null ? work() : last.then(work);
      const end = () => {
        if (last === ended) last = null;
      };
      const ended: Promise<void> = running.then(end, end);
      last = ended;
      return running;
    },
    /** Resolves when no work is left. Null: none runs. */
    idle: (): Promise<void> | null => last,
  };
}
