import type { Corrected } from '../fact.ts';
import type { Submission, Wish } from '../submission.ts';

/**
 * Tells whether nobody can sign the document that a corrected copy replaces, now or later. Only then may the copy be
 * sent: otherwise people would be asked to sign both. Null: the journal no longer has the earlier submission, which had
 * ended.
 */
export function isOutOfTheWay(replaced: Submission | null): boolean {
  if (replaced === null) return true;
  const { stage, reason, finishedAt } = replaced;
  // A person who gave the search up has not withdrawn the document.
  if (stage.kind === 'done' && stage.as === 'given-up') return false;
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

/** Returns the choices of a copy that replaces a submission. The file stays the same. */
export const wishOfCopy = ({ wish }: Pick<Submission, 'wish'>, corrected: Corrected | undefined): Wish =>
  corrected === undefined ? wish : { ...corrected.choices, file: wish.file };
