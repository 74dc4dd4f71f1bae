import { limits } from '../../preload/contract/limits.ts';
import type { Submission, Wish } from './submission.ts';

export interface Acceptance {
  readonly id: string;
  readonly connectionId: string;
  readonly account: string | null;
  readonly profileId?: string | null;
  readonly origin: Submission['origin'];
  /** The watched folder. Absent: a person sent the file. */
  readonly folder?: Submission['folder'];
  readonly wish: Wish;
  readonly goal: Submission['goal'];
  /** The time for which the window offers Undo. */
  readonly undoMs: number;
}

/** Creates a submission as the intake stores it, before the window shows it. */
export function newSubmission(
  { undoMs, goal, profileId = null, folder = null, ...given }: Acceptance,
  now: number,
): Submission {
  return {
    ...given,
    profileId,
    folder,
    goal,
    acceptedAt: now,
    acceptedSkewMs: 0,
    changedAt: now,
    revision: 1,
    cancelled: false,
    undone: false,
    startAfter: now + Math.min(Math.max(undoMs, 0), limits.undoSeconds * 1_000),
    stage: goal === 'hold' ? { kind: 'held' } : { kind: 'ready', step: 'upload', nextTryAt: now },
    recovered: false,
    reason: null,
    perhapsSent: false,
    attempts: 0,
    vainCalls: 0,
    rested: false,
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
