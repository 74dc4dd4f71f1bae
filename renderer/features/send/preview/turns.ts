/** One job after the other; those that were given up before their turn are never begun. */
export type TakeTurn = (job: () => Promise<void>, given: AbortSignal) => void;

export function createTurns(): TakeTurn {
  let last: Promise<void> = Promise.resolve();
  return (job, given) => {
    last = last.then(() => (given.aborted ? undefined : job())).catch(() => undefined);
  };
}
