/** One job after the other; those that were given up before their turn are never begun. */
export type Enqueue = (job: () => Promise<void>, given: AbortSignal) => void;

export function createJobQueue(): Enqueue {
  let last: Promise<void> = Promise.resolve();
  return (job, given) => {
    last = last.then(() => (given.aborted ? undefined : job())).catch(() => undefined);
  };
}
