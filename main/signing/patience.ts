import type { Failure } from './failure.ts';
import type { Outcome } from './outcome.ts';
import type { Clock } from './server-clock.ts';

/** A service that asks for more waits at once gets the oldest documents asked for again. */
const MOST_WAITS = 1_000;

/** Knows which documents the service asked not to ask for again, whichever part of the app heard it. */
export function createPatience(clock: Clock) {
  const waits = new Map<string, number>();
  // To set the computer's clock ends no wait.
  const passed = () => clock.monotonic?.() ?? clock.now();

  return {
    /** Returns the service's expected answer. Null: the document may be asked for. */
    refusal(id: string): Failure | null {
      const retryAfterMs = (waits.get(id) ?? 0) - passed();
      if (retryAfterMs > 0)
        return {
          kind: 'busy',
          certainty: 'refused',
          details: '',
          retryAfterMs,
          retryAt: clock.now() + retryAfterMs,
        };
      waits.delete(id);
      return null;
    },
    /** Notes the wait that an answer asks for. One that asks for none ends the wait before. */
    note(id: string, answer: Outcome<unknown>): void {
      const { status, retryAfterMs } = answer.ok ? { status: 200 } : answer.failure;
      if (status !== undefined || retryAfterMs !== undefined) waits.delete(id);
      if (retryAfterMs === undefined) return;
      waits.set(id, passed() + retryAfterMs);
      const [oldest] = waits.keys();
      if (waits.size > MOST_WAITS && oldest !== undefined) waits.delete(oldest);
    },
  };
}

export type Patience = ReturnType<typeof createPatience>;
