import { QUOTA_PROBE_MS } from '../submission/decide/retry.ts';
import type { Fact } from '../submission/fact.ts';
import type { Submission } from '../submission/submission.ts';
import type { Clock } from '../time/clock.ts';
import type { BudgetState } from './budget.ts';

/**
 * Keeps the company's limit of documents per day. The service shows it only by refusing an upload. Trying each waiting
 * file would send up to 40 MB for nothing, so we probe with the smallest file.
 */
export function createQuotas(clock: Pick<Clock, 'now'>) {
  /** The time until which each connection uploads nothing. After that, one file at a time probes the limit. */
  const ends = new Map<string, number>();

  function full(connectionId: string, waitMs: number | undefined, budget: BudgetState | null): void {
    const now = clock.now();
    const counted = budget?.level === 'full' ? budget.resumesAt : null;
    ends.set(connectionId, counted ?? now + (waitMs ?? QUOTA_PROBE_MS));
  }

  return {
    until: (connectionId: string): number => ends.get(connectionId) ?? 0,
    /** Notes the outcome of an upload. If the service does not name the limit, our own count tells. */
    noteOutcome(submission: Submission, fact: Fact, budget: BudgetState): Fact {
      if (fact.kind !== 'uploaded') return fact;
      const { connectionId } = submission;
      if (fact.answer.ok) {
        ends.delete(connectionId);
        return fact;
      }
      const { trouble } = fact.answer;
      const counted = trouble.kind === 'busy' && trouble.retryAfterMs === undefined && budget.level !== 'free';
      if (trouble.kind !== 'quota' && !counted) return fact;
      full(connectionId, trouble.retryAfterMs, budget);
      return { ...fact, answer: { ok: false, trouble: { ...trouble, kind: 'quota' } } };
    },
    /** Notes a submission that the limit stopped before the app ended. */
    recall({ connectionId, reason, stage }: Submission): void {
      const refused = reason?.kind === 'failed' && reason.failure.kind === 'quota';
      if (refused && stage.kind === 'ready' && stage.nextTryAt !== null)
        ends.set(connectionId, Math.max(ends.get(connectionId) ?? 0, stage.nextTryAt));
    },
    /** Tells whether this upload may be sent now. `smallest` returns the id of the upload that probes the limit. */
    isAllowed({ id, connectionId }: Submission, calling: readonly Submission[], smallest: () => string): boolean {
      const until = ends.get(connectionId);
      if (until === undefined) return true;
      if (clock.now() < until || calling.some(isUpload)) return false;
      return smallest() === id;
    },
    clockMoved(byMs: number): void {
      for (const [connectionId, at] of ends) ends.set(connectionId, at + byMs);
    },
  };
}

export function smallestUpload(due: readonly Submission[]): string {
  const [first, ...rest] = due.filter(isUpload);
  if (first === undefined) return '';
  return rest.reduce((best, one) => (one.wish.file.size < best.wish.file.size ? one : best), first).id;
}

export const isUpload = ({ stage }: Submission) =>
  (stage.kind === 'ready' || stage.kind === 'calling') && stage.step === 'upload';
