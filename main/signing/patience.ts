import type { Failure } from './failure.ts';
import type { Outcome } from './outcome.ts';
import type { Clock } from './server-clock.ts';

/** A service that asks for more waits at once gets the oldest documents asked for again. */
const MOST_WAITS = 1_000;

/** Knows which documents the service asked not to ask for again, whichever part of the app heard it. */
export function createPatience({ now }: Pick<Clock, 'now'>) {
  const waits = new Map<string, { readonly from: number; readonly until: number }>();

  return {
    /** Returns the service's expected answer. Null: the document may be asked for. */
    refusal(id: string): Failure | null {
      const wait = waits.get(id);
      const at = now();
      // A clock that was set back says nothing about the wait any more.
      if (wait !== undefined && at >= wait.from && at < wait.until) {
        return {
          kind: 'busy',
          certainty: 'refused',
          details: '',
          retryAfterMs: wait.until - at,
          retryAt: wait.until,
        };
      }
      waits.delete(id);
      return null;
    },
    note(id: string, answer: Outcome<unknown>): void {
      if (answer.ok || answer.failure.retryAfterMs === undefined) return;
      const from = now();
      waits.set(id, { from, until: from + answer.failure.retryAfterMs });
      const [oldest] = waits.keys();
      if (waits.size > MOST_WAITS && oldest !== undefined) waits.delete(oldest);
    },
  };
}
