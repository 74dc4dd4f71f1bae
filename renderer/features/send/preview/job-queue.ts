/** Runs jobs one after the other. A job cancelled before its turn never begins. */
export type Enqueue = (job: () => Promise<void>, given: AbortSignal) => void;

export function createJobQueue(): Enqueue {
  let last: Promise<void> = Promise.resolve();
  return (job, given) => {
    last = last.then(() => (given.aborted ? undefined : job())).catch(() => undefined);
  };
}
