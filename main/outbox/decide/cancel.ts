import type { Decision, Moment } from '../fact.ts';
import type { Submission } from '../submission.ts';
import { changed, ready } from './change.ts';

/**
 * Ends a submission the person stopped, where nothing is in flight or in doubt. The draft is this app's own: its id
 * came with the answer to the upload, or a person said so.
 */
export function stopped(submission: Submission, moment: Moment): Decision {
  const base = { cancelled: true, attempts: 0, reason: null } as const;
  return submission.documentId === null
    ? changed(submission, { ...base, stage: { kind: 'done', as: 'cancelled' } }, moment)
    : changed(submission, { ...base, stage: ready('delete', moment.now) }, moment);
}

/** Undo, or Cancel later: possible until the start is on its way. */
export function cancel(submission: Submission, moment: Moment): Decision | null {
  const { stage } = submission;
  if (stage.kind === 'done' || submission.cancelled) return null;
  if (stage.kind === 'held') return stopped(submission, moment);
  if (stage.step === 'update' || stage.step === 'withdraw' || stage.step === 'delete') return null;
  // Something is out whose end decides what there is to clean up.
  if (stage.kind === 'calling' || stage.kind === 'unclear') return changed(submission, { cancelled: true }, moment);
  return stopped(submission, moment);
}
