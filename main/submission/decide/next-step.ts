import type { Decision, Moment } from '../fact.ts';
import type { Stage, Submission } from '../submission.ts';
import { change, readyFor, unclearAt } from './change.ts';

/** Moves the submission to its next step, depending on the progress at the service. */
export function toNextStep(submission: Submission, moment: Moment): Decision {
  return change(submission, { stage: nextStage(submission, moment), reason: null, attempts: 0 }, moment);
}

function nextStage(submission: Submission, { now }: Moment): Stage {
  const { documentId, goal, draft } = submission;
  // Nobody has pressed Send: no upload and no start.
  if (goal === 'hold') return documentId === null ? { kind: 'held' } : { kind: 'done', as: 'draft' };
  if (documentId === null) return readyFor('upload', now);
  // Others may have changed the draft. While a person can press Undo, nothing of it changes here either.
  if (draft !== undefined) return readyFor('compare', Math.max(now, submission.startAfter));
  const { signees, scanPredefined } = submission.wish;
  // The service adds the people of the signature fields itself: look who is there before anybody is asked twice.
  if (submission.signeesAdded < signees.length)
    return scanPredefined ? unclearAt('add-signee', now, now) : readyFor('add-signee', now);
  // Compare right before the start, after the time for Undo, so that nobody can change the document in between.
  return readyFor('compare', goal === 'send' ? Math.max(now, submission.startAfter) : now);
}

/** Returns what the draft that a person completes still lacks. */
export function findMissing({ draft, wish, signeesAdded }: Submission): 'update' | 'add-signee' | null {
  if (draft === undefined) return null;
  if (draft.alias !== wish.alias || draft.comment !== wish.comment) return 'update';
  return signeesAdded < wish.signees.length ? 'add-signee' : null;
}

/** Moves on after a signee was added or a field changed. Nobody compares between two changes of a draft. */
export function toNextChange(submission: Submission, moment: Moment): Decision {
  const missing = findMissing(submission);
  if (missing === null) return toNextStep(submission, moment);
  return change(submission, { stage: readyFor(missing, moment.now), reason: null, attempts: 0 }, moment);
}

/** Moves on after sender and comment were changed: of a draft that is to be sent, or as a person's only wish. */
export function afterUpdate(submission: Submission, moment: Moment): Decision {
  const { draft, wish } = submission;
  if (draft === undefined)
    return change(submission, { stage: stageBefore(submission), attempts: 0, reason: null }, moment);
  return toNextChange({ ...submission, draft: { ...draft, alias: wish.alias, comment: wish.comment } }, moment);
}

/** Starts the document after the comparison found no difference, unless the person wants a draft. */
export function afterComparison(submission: Submission, moment: Moment): Decision {
  const { goal, startAfter, attempts } = submission;
  // If the clock was set back during the comparison, the time for Undo is not over yet.
  const waits = goal === 'send' && startAfter > moment.now;
  if (!waits && findMissing(submission) !== null) return toNextChange(submission, moment);
  const sent: Stage = waits ? readyFor('compare', startAfter) : readyFor('start', moment.now);
  const stage: Stage = goal === 'send' ? sent : { kind: 'done', as: 'draft' };
  // Tries of the start keep counting over the comparison that goes before each.
  const isStart = stage.kind === 'ready' && stage.step === 'start';
  return change(submission, { stage, reason: null, attempts: isStart ? attempts : 0 }, moment);
}

/** Returns the stage before the update, the withdrawal or the deletion. */
export function stageBefore(submission: Submission): Stage {
  return { kind: 'done', as: submission.startedAt === null ? 'draft' : 'started' };
}
