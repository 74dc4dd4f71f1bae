import type { Submission } from '../submission/submission.ts';

/** The drafts that a submission had before and that were deleted since: by Undo, or as an orphan. */
export function lostDrafts(before: Submission, now: Submission): readonly string[] {
  const undone = before.documentId !== null && now.documentId === null ? [before.documentId] : [];
  const orphans = before.orphans.filter((id) => !now.orphans.includes(id) && now.documentId !== id);
  return [...undone, ...orphans];
}
