import type { Submission, Wish } from './submission.ts';

export const LONGEST_UNDO_MS = 120_000;

export interface Acceptance {
  readonly id: string;
  readonly connectionId: string;
  readonly account: string | null;
  readonly origin: Submission['origin'];
  readonly wish: Wish;
  readonly goal: Submission['goal'];
  /** How long Undo is offered; 10 s unless the person set it otherwise. */
  readonly undoMs: number;
}

/** A submission as the intake makes it durable, together with its first event, before the person is told. */
export function newSubmission({ undoMs, goal, ...given }: Acceptance, now: number): Submission {
  return {
    ...given,
    goal,
    acceptedAt: now,
    changedAt: now,
    revision: 1,
    cancelled: false,
    startAfter: now + Math.min(Math.max(undoMs, 0), LONGEST_UNDO_MS),
    stage: goal === 'hold' ? { kind: 'held' } : { kind: 'ready', step: 'upload', nextTryAt: now },
    recovered: false,
    reason: null,
    attempts: 0,
    documentId: null,
    signeesAdded: 0,
    firstSent: null,
    uploadedAt: null,
    startedAt: null,
    finishedAt: null,
    orphans: [],
    redoOf: null,
  };
}
