import type { Decision, Moment } from '../fact.ts';
import type { Stage, Submission } from '../submission.ts';
import { changed, ready } from './change.ts';

/** The step that follows from what is already there. */
export function onward(submission: Submission, moment: Moment): Decision {
  return changed(submission, { stage: nextStage(submission, moment), reason: null, attempts: 0 }, moment);
}

function nextStage(submission: Submission, { now }: Moment): Stage {
  if (submission.documentId === null) return ready('upload', now);
  if (submission.signeesAdded < submission.wish.signees.length) return ready('add-signee', now);
  // Right before the start, so that nothing can change in between: that is, after the undo window.
  return ready('compare', submission.goal === 'send' ? Math.max(now, submission.startAfter) : now);
}

/** Everything is as it was asked for: it is started, and a draft is where it should be. */
export function prepared(submission: Submission, moment: Moment): Decision {
  const stage: Stage = submission.goal === 'draft' ? { kind: 'done', as: 'draft' } : ready('start', moment.now);
  return changed(submission, { stage, reason: null, attempts: 0 }, moment);
}

/** Back to where it was before an update, a withdrawal or a deletion was asked for. */
export function rest(submission: Submission): Stage {
  return { kind: 'done', as: submission.startedAt === null ? 'draft' : 'started' };
}
