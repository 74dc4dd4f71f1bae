import type { Command } from '../fact.ts';
import { newSubmission } from '../new-submission.ts';
import type { Submission } from '../submission.ts';
import { mayBeSent, onHold } from './change.ts';

/**
 * Tells whether nobody can sign the document that a corrected copy replaces, now or later. Only then may the copy be
 * sent: otherwise people would be asked to sign both. Null: the journal no longer has the earlier submission, which had
 * ended.
 */
export function isOutOfTheWay(replaced: Submission | null): boolean {
  if (replaced === null) return true;
  const { stage, reason, finishedAt } = replaced;
  // A person who gave the search up has not withdrawn the document. Else its own one is gone, and the copy looks for others.
  if (stage.kind === 'done' && stage.as === 'given-up') return !replaced.recovered;
  if (stage.kind === 'done') return stage.as !== 'started' || finishedAt !== null;
  return stage.kind === 'held' || (stage.kind === 'needs-you' && reason?.kind === 'gone');
}

/** Tells whether this corrected copy is sent automatically as soon as the document that it replaces is withdrawn. */
export const isPromised = ({ stage, goal, redoOf }: Pick<Submission, 'stage' | 'goal' | 'redoOf'>): boolean =>
  stage.kind === 'held' && goal === 'send' && redoOf !== null;

/**
 * Tells whether the document that a promised copy replaces ended as ordered. Otherwise a person has to decide again.
 */
export function isReplaced(replaced: Submission | null): boolean {
  const stage = replaced?.stage;
  return stage?.kind === 'done' && (stage.as === 'withdrawn' || stage.as === 'cancelled');
}

/** Creates the copy that replaces a submission, on hold. What may have been sent before is so for the copy, too. */
export function copyOf(
  submission: Submission,
  { id, corrected, skewMs = 0 }: Extract<Command, { readonly kind: 'redo' }>,
  now: number,
): Submission {
  const { connectionId, account, profileId, origin } = submission;
  const wish = corrected === undefined ? submission.wish : { ...corrected.choices, file: submission.wish.file };
  const kept = { connectionId, account, profileId, origin, wish };
  const fresh = { ...newSubmission({ ...kept, id, goal: 'hold', undoMs: 0 }, now), redoOf: submission.id };
  if (!mayBeSent(submission)) return { ...fresh, acceptedSkewMs: skewMs };
  // What may have been sent is older than the copy: a search begins where the first one began.
  const { acceptedAt, acceptedSkewMs } = submission;
  return { ...fresh, acceptedAt, acceptedSkewMs, ...onHold(submission) };
}
