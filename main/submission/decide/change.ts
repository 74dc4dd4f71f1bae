import type { Decision, Effect, Moment, Trouble } from '../fact.ts';
import type { FailureNote, Reason, Stage, Step, Submission } from '../submission.ts';

type Patch = Partial<Omit<Submission, 'id' | 'connectionId' | 'changedAt' | 'revision'>>;

export function change(
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

export function readyFor(step: Step, nextTryAt: number | null): Stage {
  return { kind: 'ready', step, nextTryAt };
}

/** Tells whether the step is what a person orders for a document that is at the service already. */
export const isOrdered = (step: Step): boolean => step === 'update' || step === 'withdraw' || step === 'delete';

/**
 * Begins what a person orders now: whatever an older journal did not know, the person knows it. It replaces a Cancel or
 * Undo that came too late: what was started is withdrawn, and never deleted in place of it.
 */
export const ordered = (
  submission: Submission,
  step: 'update' | 'withdraw' | 'delete',
  moment: Moment,
  patch: Patch = {},
): Decision =>
  change(
    submission,
    {
      ...patch,
      stage: readyFor(step, moment.now),
      vainCalls: 0,
      cancelled: false,
      undone: false,
      recovered: false,
      attempts: 0,
      reason: null,
    },
    moment,
  );

/** Tells whether a document of it may have been sent that no journal knows. An earlier version kept only the reason. */
export const mayBeSent = ({ perhapsSent, reason }: Submission): boolean =>
  perhapsSent || reason?.kind === 'perhaps-sent';

/** Tells whether others have started the draft that a person completes. It is none any more: a look shows how it ends. */
export const isStartedElsewhere = ({ draft, reason }: Submission): boolean =>
  draft !== undefined && reason?.kind === 'differs' && reason.differences.some(({ what }) => what === 'status');

/** Puts the submission on hold until a person presses Send. */
export function onHold(submission: Submission): Patch {
  const perhapsSent = mayBeSent(submission);
  const reason = perhapsSent ? ({ kind: 'perhaps-sent' } as const) : null;
  return { stage: { kind: 'held' }, goal: 'hold', perhapsSent, reason, attempts: 0, vainCalls: 0 };
}

export type Unclear = Extract<Stage, { kind: 'unclear' }>;

export function unclearAt(step: Step, since: number, nextTryAt: number | null, patch: Partial<Unclear> = {}): Unclear {
  return {
    kind: 'unclear',
    step,
    since,
    nextTryAt,
    looking: false,
    missed: 0,
    windows: 0,
    candidates: [],
    chosen: false,
    passed: [],
    refusal: null,
    ...patch,
  };
}

/** Returns the stage of the search: by the next check if we do not know the document's id, else by a look at it. */
export function searchStage({ documentId }: Submission, now: number, notBefore = now): Stage {
  return documentId === null ? unclearAt('upload', now, null) : unclearAt('start', now, notBefore);
}

export function askPerson(submission: Submission, step: Step, reason: Reason, moment: Moment): Decision {
  return change(submission, { stage: { kind: 'needs-you', step }, reason, attempts: 0 }, moment);
}

/** Returns the shown and stored part of a failure. `retryAfterMs` is set if the service itself asked us to wait. */
export function toNote({ kind, certainty, details, status, retryAfterMs, problem }: Trouble): FailureNote {
  return {
    kind,
    certainty,
    details,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(problem === undefined ? {} : { problem }),
  };
}
