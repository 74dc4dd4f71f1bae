import type { OutboxState } from '../../preload/contract/submission.ts';
import type { Submission } from '../submission/submission.ts';
import { undoUntil } from './row.ts';
import { belongsTo } from './settle-by-check.ts';

interface Circumstances {
  readonly now: number;
  /** The signed-in service user. */
  readonly account: string | null;
  /** The bytes of each upload that is under way. */
  readonly moving: ReadonlyMap<string, { readonly bytes: number; readonly total: number }>;
}

export const isOnItsWay = ({ stage }: Submission) =>
  stage.kind === 'ready' || stage.kind === 'calling' || stage.kind === 'unclear';

/** Tells whether it stands still until a person decides, also for a copy that would have gone automatically. */
export const needsDecision = ({ stage, reason }: Pick<Submission, 'stage' | 'reason'>): boolean =>
  stage.kind === 'needs-you' || (stage.kind === 'held' && reason?.kind === 'overtaken');

/** Tells whether the service dropped the places where people sign: it does not know them. */
export const lacksPlaces = ({ reason }: Pick<Submission, 'reason'>): boolean =>
  reason?.kind === 'differs' && reason.differences.some(({ what, found }) => what === 'place' && found === '');

/** Returns until when each submission can be undone that still can. */
export function countingDown(submissions: readonly Submission[], now: number, account: string | null): number[] {
  return submissions.flatMap((submission) =>
    belongsTo(submission, account) ? (undoUntil(submission, now) ?? []) : [],
  );
}

/** Counts the submissions on their way, their uploaded bytes, and those that can still be undone. */
export function queueOf(
  submissions: readonly Submission[],
  { now, account, moving }: Circumstances,
): Pick<OutboxState, 'queue' | 'counting'> {
  const open = submissions.filter(isOnItsWay);
  const uploads = open.filter(({ stage }) => stage.kind === 'calling' && stage.step === 'upload');
  const queue = { open: open.length, uploading: uploads.length, bytes: 0, total: 0 };
  for (const { id, wish } of uploads) {
    const { bytes = 0, total = wish.file.size } = moving.get(id) ?? {};
    queue.bytes += bytes;
    queue.total += total;
  }
  const ends = countingDown(submissions, now, account);
  // Thousands of numbers are too many arguments for Math.min.
  const first = ends.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const last = ends.reduce((most, at) => Math.max(most, at), 0);
  return { queue, counting: ends.length === 0 ? null : { count: ends.length, first, last } };
}
