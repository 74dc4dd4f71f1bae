import type { OutboxState } from '../../preload/contract/submission.ts';
import { isPromised } from '../submission/decide/replacement.ts';
import type { Submission } from '../submission/submission.ts';
import { undoUntil } from './row.ts';
import { belongsTo, waitsForCheck } from './settle-by-check.ts';

interface Circumstances {
  readonly connectionId: string;
  readonly now: number;
  /** The signed-in service user. */
  readonly account: string | null;
  /** The bytes of each upload that is under way. */
  readonly moving: ReadonlyMap<string, { readonly bytes: number; readonly total: number }>;
}

export interface Tally extends Pick<OutboxState, 'queue' | 'counting' | 'waitForCheck'> {
  /** The number of submissions of each connection that wait for a person. */
  readonly needsYou: ReadonlyMap<string, number>;
}

export const isOnItsWay = ({ stage }: Submission) =>
  stage.kind === 'ready' || stage.kind === 'calling' || stage.kind === 'unclear';

/** Tells whether it stands still until a person decides, also for a copy that would have gone automatically. */
export const needsDecision = ({ stage, reason }: Pick<Submission, 'stage' | 'reason'>): boolean =>
  stage.kind === 'needs-you' || (stage.kind === 'held' && reason?.kind === 'overtaken');

/** Tells whether the service dropped the places where people sign: it does not know them. */
export const lacksPlaces = ({ reason }: Pick<Submission, 'reason'>): boolean =>
  reason?.kind === 'differs' && reason.differences.some(({ what, found }) => what === 'place' && found === '');

/** Tells whether a person has to see to it. A copy on hold that goes by itself after a withdrawal waits for nobody. */
const waitsForPerson = (one: Submission): boolean =>
  one.stage.kind === 'needs-you' || (one.stage.kind === 'held' && !isPromised(one));

export function countingDown(submissions: readonly Submission[], now: number, account: string | null): number[] {
  return submissions.flatMap((submission) =>
    belongsTo(submission, account) ? (undoUntil(submission, now) ?? []) : [],
  );
}

/**
 * Counts the open submissions: those of the connection that is shown on their way, their uploaded bytes, and those that
 * can still be undone; and of every connection those that wait for a person. There may be 100,000, several times a
 * second, so all are looked at once.
 */
export function tallyOf(open: Iterable<Submission>, { connectionId, now, account, moving }: Circumstances): Tally {
  const queue = { open: 0, uploading: 0, bytes: 0, total: 0 };
  const counting = { count: 0, first: Number.POSITIVE_INFINITY, last: 0 };
  const needsYou = new Map<string, number>();
  let waitForCheck = 0;
  for (const one of open) {
    if (waitsForPerson(one)) needsYou.set(one.connectionId, (needsYou.get(one.connectionId) ?? 0) + 1);
    if (one.connectionId !== connectionId) continue;
    // Nothing is done for what is of another account until its user signs in or a person takes it over.
    if (account !== null && one.account !== null && one.account !== account) continue;
    const { stage } = one;
    if (isOnItsWay(one)) queue.open += 1;
    if (stage.kind === 'unclear' && waitsForCheck(one)) waitForCheck += 1;
    if (stage.kind === 'calling' && stage.step === 'upload') {
      const { bytes = 0, total = one.wish.file.size } = moving.get(one.id) ?? {};
      queue.uploading += 1;
      queue.bytes += bytes;
      queue.total += total;
    }
    const until = belongsTo(one, account) ? undoUntil(one, now) : null;
    if (until === null) continue;
    counting.count += 1;
    counting.first = Math.min(counting.first, until);
    counting.last = Math.max(counting.last, until);
  }
  return { queue, counting: counting.count === 0 ? null : counting, waitForCheck, needsYou };
}
