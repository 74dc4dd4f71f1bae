import type { Decision, Moment } from '../fact.ts';
import type { Stage, Submission } from '../submission.ts';
import { changed, ready } from './change.ts';

/** The step that follows from what is already there. */
export function onward(submission: Submission, moment: Moment): Decision {
  const stage: Stage =
    submission.documentId === null
      ? ready('upload', moment.now)
      : ready(submission.signeesAdded < submission.wish.signees.length ? 'add-signee' : 'compare', moment.now);
  return changed(submission, { stage, reason: null, attempts: 0 }, moment);
}

/** Everything is as it was asked for: the start waits for the end of the undo window; a draft is where it should be. */
export function prepared(submission: Submission, moment: Moment): Decision {
  const stage: Stage =
    submission.goal === 'draft'
      ? { kind: 'done', as: 'draft' }
      : ready('start', Math.max(moment.now, submission.startAfter));
  return changed(submission, { stage, reason: null, attempts: 0 }, moment);
}

/** Back to where it was before an update, a withdrawal or a deletion was asked for. */
export function rest(submission: Submission): Stage {
  return { kind: 'done', as: submission.startedAt === null ? 'draft' : 'started' };
}
