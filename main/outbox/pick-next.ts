import { dueAt } from '../submission/decide/waiting.ts';
import type { Submission } from '../submission/submission.ts';

const IN_PARALLEL = 3;

export interface Queue {
  readonly open: Iterable<Submission>;
  readonly inFlight: ReadonlyMap<string, Submission>;
  readonly now: number;
  readonly blocked: (submission: Submission) => boolean;
}

/** Picks the next submission. Folder work never takes the last slot, so a person never waits behind it. */
export function pickNext({ open, inFlight, now, blocked }: Queue): Submission | null {
  if (inFlight.size >= IN_PARALLEL) return null;
  const folderWork = [...inFlight.values()].filter(({ origin }) => origin === 'folder').length;
  let best: Submission | null = null;
  for (const one of open) {
    const due = dueAt(one);
    if (due === null || due > now || inFlight.has(one.id)) continue;
    if (one.origin === 'folder' && folderWork >= IN_PARALLEL - 1) continue;
    if (best !== null && !isBefore(one, best)) continue;
    if (!blocked(one)) best = one;
  }
  return best;
}

function isBefore(one: Submission, other: Submission): boolean {
  if (one.origin !== other.origin) return one.origin === 'interactive';
  return (dueAt(one) ?? 0) < (dueAt(other) ?? 0);
}
