import type { Decision, Moment } from '../fact.ts';
import type { Submission } from '../submission.ts';
import {
  change,
  isOrdered,
  isStartedElsewhere,
  mayBeSent,
  onHold,
  readyFor,
  searchStage,
  unclearAt,
} from './change.ts';

/**
 * Ends a submission that the person cancelled while no call is running or in doubt. We may delete the draft because we
 * know it is ours: its id came with the answer to the upload, or a person chose it. If the service asked us to wait,
 * the deletion waits as well.
 */
export function endCancelled(
  submission: Submission,
  moment: Moment,
  notBefore = endOfWait(submission, moment),
): Decision {
  const base = { cancelled: true, attempts: 0, vainCalls: 0, reason: null } as const;
  if (submission.draft !== undefined) return letGo(submission, moment);
  return submission.documentId === null
    ? endWithoutDocument(submission, moment)
    : change(submission, { ...base, stage: readyFor('delete', notBefore) }, moment);
}

/** Stops the sending of a draft that was there before. It stays as it is, with the choices that it lacks. */
function letGo(submission: Submission, moment: Moment): Decision {
  const isGone = submission.reason?.kind === 'gone';
  const patch = { cancelled: false, undone: false, recovered: false, goal: 'hold', attempts: 0, reason: null } as const;
  return change(submission, { ...patch, stage: { kind: 'done', as: isGone ? 'deleted' : 'draft' } }, moment);
}

/** Ends a cancelled submission that has nothing at the service. After Undo the person gets the work back. */
export function endWithoutDocument(submission: Submission, moment: Moment): Decision {
  const base = { attempts: 0, reason: null } as const;
  // A document that was started once is no undone upload: a second Send would ask the same people twice.
  if (!submission.undone || submission.startedAt !== null)
    return mayBeSent(submission)
      ? endPerhapsSent(submission, moment)
      : change(submission, { ...base, cancelled: true, stage: { kind: 'done', as: 'cancelled' } }, moment);
  const nothingThere = { documentId: null, signeesAdded: 0, rested: false, recovered: false } as const;
  return change(submission, { ...nothingThere, ...onHold(submission), cancelled: false, undone: false }, moment);
}

/**
 * Ends a submission whose document may have been sent and deleted at the service since. So it is not called
 * "cancelled".
 */
export function endPerhapsSent(submission: Submission, moment: Moment): Decision {
  const base = { cancelled: true, undone: false, attempts: 0, reason: null } as const;
  return change(submission, { ...base, stage: { kind: 'done', as: 'given-up' } }, moment);
}

/** Returns the end of the wait after a failed try. Null: wait until the connection works again. */
function endOfWait({ stage, attempts }: Submission, { now }: Moment): number | null {
  if (stage.kind !== 'ready' || attempts === 0) return now;
  return stage.nextTryAt === null ? null : Math.max(now, stage.nextTryAt);
}

/** Cancels and marks that the person wants the submission back. Only what was sent can be undone. */
export function undo(submission: Submission, moment: Moment): Decision | null {
  const { goal, stage } = submission;
  const isOnItsWay = stage.kind === 'ready' || stage.kind === 'calling' || stage.kind === 'unclear';
  return goal === 'send' && isOnItsWay ? cancel({ ...submission, undone: true }, moment) : null;
}

/** Cancels a submission. Possible until the start is sent. */
export function cancel(submission: Submission, moment: Moment): Decision | null {
  const { stage, reason, recovered } = submission;
  if (stage.kind === 'done' || submission.cancelled) return null;
  if (stage.kind === 'held') return endCancelled(submission, moment);
  const isForSending = submission.draft !== undefined && stage.step === 'update';
  if (isOrdered(stage.step) && !isForSending) return null;
  // A call is running or in doubt: its outcome decides what we have to clean up.
  if (stage.kind === 'calling' || stage.kind === 'unclear') return change(submission, { cancelled: true }, moment);
  // Its draft is gone. Whether a later one was sent, an older journal does not know.
  if (recovered && reason?.kind === 'gone') return endPerhapsSent(submission, moment);
  // One of those that were found may be its document: the search ends it, or asks again.
  if (recovered && reason?.kind === 'several')
    return change(submission, { cancelled: true, stage: unclearAt('upload', moment.now, null) }, moment);
  // The document may have been sent already. Look at the service before the list says "cancelled".
  if (recovered) return change(submission, { cancelled: true, stage: searchStage(submission, moment.now) }, moment);
  if (isStartedElsewhere(submission))
    return change(submission, { cancelled: true, reason: null, stage: searchStage(submission, moment.now) }, moment);
  return endCancelled(submission, moment);
}
