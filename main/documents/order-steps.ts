import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { type Failure, waitsForAPerson } from '../signing/failure.ts';
import { MOST_REFUSED_LOOKS } from '../submission/decide/doubt.ts';
import { findNextTry, waitMs } from '../submission/decide/retry.ts';
import type { Moment } from '../submission/fact.ts';

/** The steps that orders of every kind take in the same way. */

type Stage =
  | {
      readonly kind: 'ready' | 'unclear';
      readonly nextTryAt: number | null;
      readonly missedAt?: number;
      readonly refusedLooks?: number;
    }
  | { readonly kind: 'calling' | 'failed' }
  | { readonly kind: 'done' | 'perhaps'; readonly at: number };

export interface Order {
  readonly stage: Stage;
  readonly askedAt: number;
  /** Failed tries of the current stage. */
  readonly attempts: number;
  readonly problem: Problem | null;
}

/** A failed call or look, with its sentence. */
export type Trouble = Pick<Failure, 'kind' | 'certainty' | 'status' | 'retryAfterMs'> & { readonly problem: Problem };

export const sentence = (key: Problem['key']): Problem => ({ key, params: {} });

/** Returns the decision on a fact that needs no call. Null: the fact changed nothing. */
export const changed = <O>(before: O, job: O) => (job === before ? null : { job, effects: [], created: [] });

export const failed = <O extends Order>(order: O, problem: Problem): O => ({
  ...order,
  stage: { kind: 'failed' as const },
  attempts: 0,
  problem,
});

/** Returns when a call or look that failed is tried again. Null: a person has to do something first. */
export const nextTryOf = (order: Order, trouble: Trouble, moment: Moment): number | null =>
  findNextTry(order, { ...trouble, forAPerson: waitsForAPerson(trouble.kind) }, moment);

/** Returns the time from which the order may be worked on. Null: something else has to happen first. */
export const dueAt = ({ stage }: Order): number | null =>
  stage.kind === 'ready' || stage.kind === 'unclear' ? stage.nextTryAt : null;

/** Tells whether the order has not ended, also while it waits for a sign-in. */
export const isUnderWay = ({ stage }: Order): boolean =>
  stage.kind === 'ready' || stage.kind === 'calling' || stage.kind === 'unclear';

/** Waits for the next look after one that failed. The service may refuse every look: `untold` is what a person reads then. */
export function later<O extends Order>(order: O, trouble: Trouble, untold: Problem, moment: Moment): O {
  const { stage } = order;
  if (stage.kind !== 'ready' && stage.kind !== 'unclear') return order;
  const nextTryAt = nextTryOf(order, trouble, moment);
  const isRefusal = trouble.certainty === 'permanent' && nextTryAt !== null;
  const refusedLooks = (stage.refusedLooks ?? 0) + (isRefusal ? 1 : 0);
  // A timer would ask for ever.
  if (refusedLooks >= MOST_REFUSED_LOOKS) return failed(order, untold);
  const counted = refusedLooks === 0 ? stage : { ...stage, refusedLooks };
  return { ...order, stage: { ...counted, nextTryAt }, attempts: order.attempts + 1, problem: trouble.problem };
}

/**
 * The meaning of an answer that there is no document. It may be false: a service may not find for a moment what it has.
 * `early`: another answer said so just before. `second`: another one said so long before. `denied`: a check since then
 * lists the document.
 */
export type Miss = 'first' | 'early' | 'second' | 'denied';

/** The most looks at a document that the service lists and does not find. */
export const MOST_DENIED = 4;

/** Returns when a document that was not found is looked at again. The next check may show that it is gone. */
export const afterMissAt = (miss: Miss, attempts: number, moment: Moment): number =>
  moment.now + (miss === 'first' ? waitMs(attempts, 0, moment) : limits.pollingMs);

/** Tries an order that waits at once. */
export function atOnce<O extends Order>(order: O, { now }: Moment): O {
  const { stage } = order;
  if (stage.kind !== 'ready' && stage.kind !== 'unclear') return order;
  return { ...order, stage: { ...stage, nextTryAt: now } };
}

/** Tells whether only a sign-in can help it. */
const hasNoTime = ({ stage }: Order): boolean =>
  (stage.kind === 'ready' || stage.kind === 'unclear') && stage.nextTryAt === null;

/** Tells whether it waits for a sign-in, a password or a key, so that it goes on when the connection works. */
export const waitsForSignIn = (order: Order): boolean =>
  hasNoTime(order) || (dueAt(order) !== null && /^key(?:chain)?-/.test(order.problem?.key ?? ''));

/** Tries an order again that waited for a sign-in: after a restart a look may find that it is not needed any more. */
export const resumed = <O extends Order>(order: O, moment: Moment): O =>
  hasNoTime(order) ? atOnce(order, moment) : order;

function withTimes<O extends Order>(order: O, moved: (at: number) => number): O {
  const { stage } = order;
  if (stage.kind === 'done' || stage.kind === 'perhaps') return { ...order, stage: { ...stage, at: moved(stage.at) } };
  if (stage.kind !== 'ready' && stage.kind !== 'unclear') return order;
  const { nextTryAt, missedAt } = stage;
  const since = missedAt === undefined ? {} : { missedAt: moved(missedAt) };
  return { ...order, stage: { ...stage, nextTryAt: nextTryAt === null ? null : moved(nextTryAt), ...since } };
}

/** Keeps the length of waits if the clock was set back while the app was closed. */
export function correctForClockSetBack<O extends Order>(order: O, now: number): O {
  const { askedAt } = order;
  if (askedAt <= now) return order;
  return { ...withTimes(order, (at) => now + Math.max(0, at - askedAt)), askedAt: now };
}

/** Moves all times with the clock. A former `askedAt` would seem to be in the future at the next start. */
export const withMovedClock = <O extends Order>(order: O, byMs: number): O => ({
  ...withTimes(order, (at) => at + byMs),
  askedAt: order.askedAt + byMs,
});
