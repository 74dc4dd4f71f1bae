import type { JobRunner } from '../jobs/job-runner.ts';
import { isUnderWay, type Order } from './order-steps.ts';

type Held = Order & { readonly connectionId: string };

/** Returns what the app does with orders of every kind: holds, moves, pauses and ends them. */
export function orderLife<O extends Held, F extends { readonly kind: string }, E>(
  runner: JobRunner<O, F | { readonly kind: 'distrusted' }, E>,
  stored: { all(): readonly O[] },
  keyOf: (order: O) => string,
  onFault: (error: unknown) => void,
) {
  const { book, inFlight } = runner;
  return {
    /**
     * Stores that no order of an older journal continues automatically: the next start takes this journal for the
     * latest one.
     */
    hold(): void {
      for (const key of stored.all().map(keyOf)) {
        // A person may have tried it again since the start.
        if (book.open.has(key) && !book.isUnwritten(key)) continue;
        const committed = runner.apply(key, { kind: 'distrusted' });
        if (!committed.ok) throw new Error(committed.details);
      }
    },
    isCalling: (): boolean => inFlight.size > 0,
    isBusy: (connectionId: string): boolean => book.openOf(connectionId).some(isUnderWay),
    connectionReady: (connectionId: string): void => void runner.connectionReady(connectionId).catch(onFault),
    clockMoved: (byMs: number): void => void runner.clockMoved(byMs).catch(onFault),
    suspend: (): void => runner.suspend(),
    /** Continues after the computer woke up, or after a pause. */
    awake: (): void => void runner.awake(0).catch(onFault),
    close: (): void => runner.close(),
  };
}
