import type { Submission } from '../submission.ts';

/**
 * Can nobody sign the document that a corrected copy replaces, now or later? Only then may the copy be sent: otherwise
 * people would be asked to sign both. Null: the journal no longer has the earlier submission, which had ended.
 */
export function isOutOfTheWay(replaced: Submission | null): boolean {
  if (replaced === null) return true;
  const { stage, reason, finishedAt } = replaced;
  // A person who gave the search up has not withdrawn the document.
  if (stage.kind === 'done' && stage.as === 'given-up') return false;
  if (stage.kind === 'done') return stage.as !== 'started' || finishedAt !== null;
  return stage.kind === 'held' || (stage.kind === 'needs-you' && reason?.kind === 'gone');
}
