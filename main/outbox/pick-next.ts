import { dueAt } from '../submission/decide/waiting.ts';
import type { Submission } from '../submission/submission.ts';

export interface Queue {
  readonly open: Iterable<Submission>;
  readonly inFlight: ReadonlyMap<string, Submission>;
  readonly now: number;
  /** How many calls may run at the same time. */
  readonly parallel: number;
  readonly blocked: (submission: Submission) => boolean;
}

/**
 * Picks the next submission. Folder work never takes the last of several slots, so a person does not wait behind it.
 */
export function pickNext({ open, inFlight, now, parallel, blocked }: Queue): Submission | null {
  if (inFlight.size >= parallel) return null;
  const folderWork = [...inFlight.values()].filter(({ origin }) => origin === 'folder').length;
  const forFolders = Math.max(parallel - 1, 1);
  let best: Submission | null = null;
  for (const one of open) {
    const due = dueAt(one);
    if (due === null || due > now || inFlight.has(one.id)) continue;
    if (one.origin === 'folder' && folderWork >= forFolders) continue;
    if (best !== null && !isBefore(one, best)) continue;
    if (!blocked(one)) best = one;
  }
  return best;
}

function isBefore(one: Submission, other: Submission): boolean {
  if (one.origin !== other.origin) return one.origin === 'interactive';
  return (dueAt(one) ?? 0) < (dueAt(other) ?? 0);
}
