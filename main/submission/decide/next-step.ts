import type { Decision, Moment } from '../fact.ts';
import type { Stage, Submission } from '../submission.ts';
import { changed, ready } from './change.ts';

/** The step that follows from what is already there. */
export function onward(submission: Submission, moment: Moment): Decision {
  return changed(submission, { stage: nextStage(submission, moment), reason: null, attempts: 0 }, moment);
}

function nextStage(submission: Submission, { now }: Moment): Stage {
  const { documentId, goal } = submission;
  // Nobody has pressed Send: neither an upload nor a start may follow by itself.
  if (goal === 'hold') return documentId === null ? { kind: 'held' } : { kind: 'done', as: 'draft' };
  if (documentId === null) return ready('upload', now);
  if (submission.signeesAdded < submission.wish.signees.length) return ready('add-signee', now);
  // Compare right before the start, so that nothing can change in between: that is, after the undo window.
  return ready('compare', goal === 'send' ? Math.max(now, submission.startAfter) : now);
}

/** The document is as it was asked for: start it, unless it is to stay a draft. */
export function prepared(submission: Submission, moment: Moment): Decision {
  const { goal, startAfter } = submission;
  // The clock was set back while the comparison was out.
  const waits = goal === 'send' && startAfter > moment.now;
  const sent: Stage = waits ? ready('compare', startAfter) : ready('start', moment.now);
  const stage: Stage = goal === 'send' ? sent : { kind: 'done', as: 'draft' };
  return changed(submission, { stage, reason: null, attempts: 0 }, moment);
}

/** Back to where it was before an update, a withdrawal or a deletion was asked for. */
export function rest(submission: Submission): Stage {
  return { kind: 'done', as: submission.startedAt === null ? 'draft' : 'started' };
}
