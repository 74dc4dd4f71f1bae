import type { Decision, Effect, Moment, Trouble } from '../fact.ts';
import type { FailureNote, Reason, Stage, Step, Submission } from '../submission.ts';

type Patch = Partial<Omit<Submission, 'id' | 'connectionId' | 'changedAt' | 'revision'>>;

export function changed(
  submission: Submission,
  patch: Patch,
  { now }: Moment,
  effects: readonly Effect[] = [],
): Decision {
  return {
    submission: { ...submission, ...patch, changedAt: now, revision: submission.revision + 1 },
    effects,
    created: [],
  };
}

export function ready(step: Step, nextTryAt: number | null): Stage {
  return { kind: 'ready', step, nextTryAt };
}

export type Unclear = Extract<Stage, { kind: 'unclear' }>;

export function unclear(step: Step, since: number, nextTryAt: number | null, patch: Partial<Unclear> = {}): Unclear {
  return {
    kind: 'unclear',
    step,
    since,
    nextTryAt,
    looking: false,
    missed: 0,
    windows: 0,
    candidates: [],
    looked: [],
    whole: false,
    chosen: false,
    contested: false,
    refusal: null,
    ...patch,
  };
}

/** The upload waits for a check that lists all documents; a known document is looked at directly. */
export function lookFor({ documentId }: Submission, now: number, notBefore = now): Stage {
  return documentId === null ? unclear('upload', now, null) : unclear('start', now, notBefore);
}

export function needsYou(submission: Submission, step: Step, reason: Reason, moment: Moment): Decision {
  return changed(submission, { stage: { kind: 'needs-you', step }, reason, attempts: 0 }, moment);
}

/** What is shown and kept. When to try again is in `nextTryAt`; here, whether it was the service that asked for the time. */
export function noteOf({ kind, certainty, details, status, retryAfterMs, problem }: Trouble): FailureNote {
  return {
    kind,
    certainty,
    details,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(problem === undefined ? {} : { problem }),
  };
}
