import type { DocumentOrder, DocumentOrderKind } from '../../preload/contract/document.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Decided, RunnerFact } from '../jobs/job-kind.ts';
import type { StoredOrder } from '../journal/document-orders.ts';
import { waitMs } from '../submission/decide/retry.ts';
import type { Moment } from '../submission/fact.ts';
import {
  afterMissAt,
  atOnce,
  changed,
  correctForClockSetBack,
  failed,
  later,
  type Miss,
  MOST_DENIED,
  nextTryOf,
  resumed,
  sentence,
  type Trouble,
  waitsForSignIn,
  withMovedClock,
} from './order-steps.ts';

interface Operation {
  /** The field of the list in which the service's policy allows it. */
  readonly allowedBy: 'canWithdraw' | 'canDelete';
  /** The statuses in which the service may do it. */
  readonly possible: readonly string[];
  /** The statuses that end it, and what a person is told. Null: the service's own reason. */
  readonly ends: Readonly<Record<string, Problem['key'] | null>>;
  /** The status that it leads to. Null: there is no document any more. */
  readonly leadsTo: string | null;
}

/** The possible orders for a document without a submission. Each name is a call of the signing client. */
export const operations: Readonly<Record<DocumentOrderKind, Operation>> = {
  withdraw: {
    allowedBy: 'canWithdraw',
    possible: ['in-progress'],
    ends: { draft: null, signed: 'signed-first', rejected: 'rejected-first' },
    leadsTo: 'withdrawn',
  },
  delete: {
    allowedBy: 'canDelete',
    possible: ['draft', 'withdrawn'],
    ends: { 'in-progress': null, signed: null, rejected: null },
    leadsTo: null,
  },
};

export type OrderFact =
  | { readonly kind: 'due' }
  /** The answer to the withdrawal or the deletion, and the status that the document showed after it, if it was looked at. */
  | { readonly kind: 'called'; readonly trouble: Trouble | null; readonly status?: string }
  | { readonly kind: 'seen'; readonly status: string }
  | { readonly kind: 'unseen'; readonly trouble: Trouble }
  /** The service does not find the document. */
  | { readonly kind: 'missed'; readonly miss: Miss }
  /** A check that began after the order was done does not show what it did. */
  | { readonly kind: 'undone' }
  /** The journal is an older copy: it may hold an order that a person has let go since. */
  | { readonly kind: 'distrusted' }
  /** A person wants it to be tried again. */
  | { readonly kind: 'command' };

/** The call itself, or a look at the document. */
export type OrderEffect = 'call' | 'look';

/** An order that the service answered, but not as documented, is repeated so often. */
const MOST_ANSWERED = 3;
/** A service may take so long to show what it did. */
const LATE_MS = 60_000;
const isAnswered = ({ status = 0 }: Trouble): boolean => status >= 200 && status < 300;

const notNow = sentence('not-now');
const untellable = sentence('untellable');
const gone = sentence('document-gone');

const done = (order: StoredOrder, { now }: Moment): StoredOrder => ({
  ...order,
  stage: { kind: 'done', at: now },
  attempts: 0,
  problem: null,
});

/** The document itself shows that the order was carried out. A list that says otherwise is behind. */
const proven = (order: StoredOrder, moment: Moment): StoredOrder => ({
  ...done(order, moment),
  stage: { kind: 'done', at: moment.now, isProven: true },
});

/** Returns the order after a fact, without any I/O. Null: the fact does not concern it. */
export function decideOrder(
  before: StoredOrder,
  fact: OrderFact | RunnerFact,
  moment: Moment,
): Decided<StoredOrder, OrderEffect> | null {
  if (fact.kind === 'clock-moved') return changed(before, withMovedClock(before, fact.byMs));
  const order = correctForClockSetBack(before, moment.now);
  if (fact.kind !== 'due') return changed(before, afterFact(order, fact, moment));
  if (order.stage.kind === 'ready')
    return { job: { ...order, stage: { kind: 'calling' } }, effects: ['call'], created: [] };
  return order.stage.kind === 'unclear' ? { job: order, effects: ['look'], created: [] } : null;
}

function afterFact(
  order: StoredOrder,
  fact: Exclude<OrderFact | RunnerFact, { readonly kind: 'due' | 'clock-moved' }>,
  moment: Moment,
): StoredOrder {
  switch (fact.kind) {
    case 'called':
      return fact.trouble === null
        ? afterAnswer(order, fact.status, moment)
        : afterTrouble(order, fact.trouble, moment);
    case 'seen':
      return afterLook(order, fact.status, moment);
    case 'unseen':
      if (order.stage.kind !== 'unclear') return order;
      return later(order, fact.trouble, order.stage.refusal ?? untellable, moment);
    case 'missed':
      return afterMiss(order, fact.miss, moment);
    case 'undone':
      return afterCheck(order, moment);
    case 'restarted':
      return afterRestart(order, moment);
    case 'distrusted':
      return order.stage.kind === 'done' || order.stage.kind === 'failed' ? order : failed(order, untellable);
    case 'connection-ready':
      return waitsForSignIn(order) ? tryAgain(order, moment) : order;
    case 'command':
      return tryAgain(order, moment);
    default:
      return order;
  }
}

function afterMiss(order: StoredOrder, miss: Miss, moment: Moment): StoredOrder {
  if (miss === 'second') return operations[order.kind].leadsTo === null ? proven(order, moment) : failed(order, gone);
  const attempts = order.problem === null ? order.attempts + 1 : 1;
  if (miss === 'denied' && attempts > MOST_DENIED) return failed(order, untellable);
  const { refusal, missedAt = moment.now } = order.stage.kind === 'unclear' ? order.stage : { refusal: null };
  const nextTryAt = afterMissAt(miss, attempts, moment);
  return { ...order, stage: { kind: 'unclear', nextTryAt, refusal, missedAt }, attempts, problem: null };
}

/** A service may answer yes and do nothing. Only the document shows whether it was withdrawn; a deleted one shows nothing. */
function afterAnswer(order: StoredOrder, status: string | undefined, moment: Moment): StoredOrder {
  const { leadsTo } = operations[order.kind];
  if (leadsTo === null) return done(order, moment);
  if (status === leadsTo) return proven(order, moment);
  // Tries that failed before, with a problem, say nothing about this answer.
  const attempts = (order.problem === null ? order.attempts : 0) + 1;
  const refusal = attempts >= MOST_ANSWERED ? untellable : null;
  return { ...order, stage: { kind: 'unclear', nextTryAt: moment.now + LATE_MS, refusal }, attempts, problem: null };
}

/** A list may be behind: look before a person is told that the order had no effect. It is not given a second time. */
function afterCheck(order: StoredOrder, { now }: Moment): StoredOrder {
  if (order.stage.kind !== 'done') return order;
  return { ...order, stage: { kind: 'unclear', nextTryAt: now, refusal: untellable } };
}

function afterTrouble(order: StoredOrder, trouble: Trouble, moment: Moment): StoredOrder {
  const { problem } = trouble;
  if (trouble.certainty === 'permanent') {
    if (trouble.status === undefined) return failed(order, problem);
    // The refusal may be the answer to a repetition of a call that had worked: look before we tell.
    return { ...order, stage: { kind: 'unclear', nextTryAt: moment.now, refusal: problem }, attempts: 0, problem };
  }
  const attempts = order.attempts + 1;
  const nextTryAt = nextTryOf(order, trouble, moment);
  if (trouble.certainty === 'unclear') {
    // A service that tells of an error each time would otherwise get the order without end.
    const refusal = isAnswered(trouble) && attempts >= MOST_ANSWERED ? problem : null;
    return { ...order, stage: { kind: 'unclear', nextTryAt, refusal }, attempts, problem };
  }
  return { ...order, stage: { kind: 'ready', nextTryAt }, attempts, problem };
}

/** Decides after a look at the document, which follows an unclear answer, a refusal, or a person's Try again. */
function afterLook(order: StoredOrder, status: string, moment: Moment): StoredOrder {
  const { stage, attempts } = order;
  const { possible, ends, leadsTo } = operations[order.kind];
  if (stage.kind !== 'unclear') return order;
  if (status === leadsTo) return proven(order, moment);
  const end = Object.hasOwn(ends, status) ? ends[status] : undefined;
  // Nothing is in doubt then: the service refused the order because of this, or never got it.
  if (end) return failed(order, sentence(end));
  if (end === null) return failed(order, stage.refusal ?? notNow);
  if (!possible.includes(status)) return failed(order, untellable);
  if (stage.refusal !== null) return failed(order, stage.refusal);
  // Pause between tries: a service that loses every answer would otherwise get requests without end.
  const nextTryAt = moment.now + (attempts > 1 ? waitMs(attempts, 0, moment) : 0);
  return { ...order, stage: { kind: 'ready', nextTryAt } };
}

/** After a restart a running call is unclear. Without a look, its repetition could meet a changed document. */
function afterRestart(order: StoredOrder, moment: Moment): StoredOrder {
  if (order.stage.kind === 'calling')
    return { ...order, stage: { kind: 'unclear', nextTryAt: moment.now, refusal: null } };
  return resumed(order, moment);
}

/** Tries again because a person asks. A failed order looks first: the document may have changed. */
function tryAgain(order: StoredOrder, moment: Moment): StoredOrder {
  const { stage } = order;
  if (stage.kind === 'ready' || stage.kind === 'unclear') return atOnce(order, moment);
  return { ...order, stage: { kind: 'unclear', nextTryAt: moment.now, refusal: null }, problem: null };
}

const askedToWait: ReadonlySet<string> = new Set<Problem['key']>(['service-busy', 'service-busy-until', 'quota']);

/** Returns the orders that a person can give while this order stands. */
export function ordersDuring({ stage, attempts, problem }: StoredOrder): DocumentOrder[] {
  if (stage.kind === 'failed') return ['retry', 'drop'];
  const waits = (stage.kind === 'ready' || stage.kind === 'unclear') && attempts > 0;
  const mayRetry = waits && (problem === null || !askedToWait.has(problem.key));
  // An unclear call may have worked: only a look may end it.
  return [...(mayRetry ? (['retry'] as const) : []), ...(stage.kind === 'ready' ? (['drop'] as const) : [])];
}
