import type { Decision, Moment } from '../fact.ts';
import type { Submission } from '../submission.ts';
import { changed, lookFor, ready } from './change.ts';

/**
 * Ends a submission the person stopped, where nothing is in flight or in doubt. The draft is this app's own: its id
 * came with the answer to the upload, or a person said so. A wait the service asked for holds for the deletion, too.
 */
export function stopped(submission: Submission, moment: Moment, notBefore = askedToWait(submission, moment)): Decision {
  const base = { cancelled: true, attempts: 0, reason: null } as const;
  return submission.documentId === null
    ? changed(submission, { ...base, stage: { kind: 'done', as: 'cancelled' } }, moment)
    : changed(submission, { ...base, stage: ready('delete', notBefore) }, moment);
}

/** Until when a try that came to nothing has it wait; null until the connection is there again. */
function askedToWait({ stage, attempts }: Submission, { now }: Moment): number | null {
  if (stage.kind !== 'ready' || attempts === 0) return now;
  return stage.nextTryAt === null ? null : Math.max(now, stage.nextTryAt);
}

/** Undo, or Cancel later: possible until the start is on its way. */
export function cancel(submission: Submission, moment: Moment): Decision | null {
  const { stage, reason, recovered } = submission;
  if (stage.kind === 'done' || submission.cancelled) return null;
  if (stage.kind === 'held') return stopped(submission, moment);
  if (stage.step === 'update' || stage.step === 'withdraw' || stage.step === 'delete') return null;
  // Something is out whose end decides what there is to clean up.
  if (stage.kind === 'calling' || stage.kind === 'unclear') return changed(submission, { cancelled: true }, moment);
  // It may have been sent. What the row says in the end must be true, so look once more.
  if (recovered && reason?.kind !== 'gone')
    return changed(submission, { cancelled: true, stage: lookFor(submission, moment.now) }, moment);
  return stopped(submission, moment);
}
