import { limits } from '../../preload/contract/limits.ts';
import type { PersonOrderKind } from '../../preload/contract/person-order.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { peopleToSign, withInferred } from '../../shared/people/people-to-sign.ts';
import type { Decided, RunnerFact } from '../jobs/job-kind.ts';
import { personKey, type StoredPersonOrder } from '../journal/person-orders.ts';
import type { Moment } from '../submission/fact.ts';
import {
  afterMissAt,
  atOnce,
  changed,
  correctForClockSetBack,
  dueAt,
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

/** A person of a document, as a look at the details shows it. */
export interface SeenPerson {
  readonly id: string | null;
  readonly email: string;
  readonly status: string | null;
  readonly order: number | null;
  readonly language: string | null;
}

export interface SeenDocument {
  readonly status: string;
  readonly signStatus: string | null;
  readonly signees: readonly SeenPerson[];
  /** Null: the details do not show people in copy. */
  readonly observers: readonly SeenPerson[] | null;
}

interface Operation {
  /** The status in which the service may do it. */
  readonly possible: 'draft' | 'in-progress';
  readonly of: 'signees' | 'observers';
  /** Tells whether the details show that it happened (null: they do not say). Null if they never show it. */
  readonly hasHappened: ((order: StoredPersonOrder, people: readonly SeenPerson[]) => boolean | null) | null;
}

const among = (people: readonly SeenPerson[], email: string) =>
  people.filter((one) => personKey(one.email) === personKey(email));
const isOpen = ({ status }: SeenPerson) => status !== 'signed' && status !== 'rejected';
const isGone = ({ email }: StoredPersonOrder, people: readonly SeenPerson[]) => among(people, email).length === 0;
const isThere = ({ email }: StoredPersonOrder, people: readonly SeenPerson[]) => among(people, email).length > 0;

function isChanged({ email, change }: StoredPersonOrder, people: readonly SeenPerson[]): boolean | null {
  const [found] = among(people, change.email ?? email);
  const hasMoved = change.email === undefined || isSame(change.email, email) || among(people, email).length === 0;
  if (found === undefined || !hasMoved) return false;
  if (change.language === undefined) return true;
  // A service may spell it `DE` or `de-CH`.
  return found.language === null ? null : found.language.slice(0, 2).toLowerCase() === change.language;
}
const isSame = (one: string, other: string) => personKey(one) === personKey(other);

/** The orders for one person of a document. Each name is an operation of the connection. */
export const personOperations: Readonly<Record<PersonOrderKind, Operation>> = {
  'resend-invitation': { possible: 'in-progress', of: 'signees', hasHappened: null },
  'add-observer': { possible: 'draft', of: 'observers', hasHappened: isThere },
  'remove-observer': { possible: 'draft', of: 'observers', hasHappened: isGone },
  'change-signee': { possible: 'draft', of: 'signees', hasHappened: isChanged },
  'remove-signee': { possible: 'draft', of: 'signees', hasHappened: isGone },
};

export type PersonOrderFact =
  | { readonly kind: 'due' }
  | { readonly kind: 'called'; readonly trouble: Trouble | null }
  | { readonly kind: 'seen'; readonly document: SeenDocument; readonly at: number }
  | { readonly kind: 'unseen'; readonly trouble: Trouble }
  /** The service does not find the document. */
  | { readonly kind: 'missed'; readonly miss: Miss }
  /** The journal is an older copy: it may hold an order that a person has let go since. */
  | { readonly kind: 'distrusted' };

/** The call itself, or a look at the document. */
export type PersonOrderEffect = 'call' | 'look';

export const operationMissing = sentence('operation-missing');

const ended = (order: StoredPersonOrder, kind: 'done' | 'perhaps', at: number): StoredPersonOrder => ({
  ...order,
  stage: { kind, at },
  attempts: 0,
  problem: null,
});

type Unclear = Extract<StoredPersonOrder['stage'], { kind: 'unclear' }>;

/** Lets the details show whether it happened. What they never show ends in doubt, and is not repeated. */
function inDoubt(order: StoredPersonOrder, answer: Unclear['answer'], moment: Moment): StoredPersonOrder {
  if (personOperations[order.kind].hasHappened === null && answer === null) return ended(order, 'perhaps', moment.now);
  return { ...order, stage: { kind: 'unclear', nextTryAt: moment.now, answer }, attempts: 0, problem: null };
}

/** The age at which details are no longer compared. */
const STALE_MS = 30_000;

/** Returns the order after a fact, without any I/O. Null: the fact does not concern it. */
export function decidePersonOrder(
  before: StoredPersonOrder,
  fact: PersonOrderFact | RunnerFact,
  moment: Moment,
): Decided<StoredPersonOrder, PersonOrderEffect> | null {
  if (fact.kind === 'clock-moved') return changed(before, withMovedClock(before, fact.byMs));
  const order = correctForClockSetBack(before, moment.now);
  const { stage } = order;
  if (fact.kind === 'due') return dueAt(order) === null ? null : { job: order, effects: ['look'], created: [] };
  if (fact.kind === 'seen' && stage.kind === 'ready') {
    // The journal took it late, say. The order is still due, so the next turn looks again.
    if (Math.abs(moment.now - fact.at) > STALE_MS) return null;
    const next = afterComparison(order, fact.document, moment);
    return { job: next, effects: next.stage.kind === 'calling' ? ['call'] : [], created: [] };
  }
  return changed(before, afterFact(order, fact, moment));
}

/** Compares in the moment of acting: what was seen earlier may not be true any more. */
function afterComparison(order: StoredPersonOrder, document: SeenDocument, moment: Moment): StoredPersonOrder {
  const { possible, of, hasHappened } = personOperations[order.kind];
  if (document.status !== possible) return failed(order, whyNot(document.status));
  const people = document[of] ?? [];
  // Where nobody is shown, nobody can be missing.
  if (document[of] !== null && hasHappened?.(order, people) === true) return ended(order, 'done', moment.now);
  if (order.kind === 'add-observer') {
    // People in copy count as well.
    const limit = limits.participants;
    if (document.signees.length + people.length >= limit)
      return failed(order, { key: 'too-many-signees', params: { limit } });
    return { ...order, stage: { kind: 'calling' }, problem: null };
  }
  const found = among(people, order.email);
  if (found.length === 0) return failed(order, sentence('person-gone'));
  const open = found.filter(isOpen);
  if (open.length === 0) return failed(order, sentence('person-signed'));
  // Somebody whose turn has not come was not invited yet.
  const [person, another] =
    possible === 'draft' ? open : among(peopleToSign(withInferred(people, document.signStatus)), order.email);
  if (person === undefined) return failed(order, sentence('person-not-yet'));
  if (possible === 'draft' && another !== undefined) return failed(order, sentence('not-now'));
  if (person.id === null) return failed(order, sentence('person-unidentified'));
  return { ...order, personId: person.id, stage: { kind: 'calling' }, problem: null };
}

function whyNot(status: string): Problem {
  if (status === 'signed' || status === 'rejected' || status === 'withdrawn') return sentence('document-ended');
  return sentence('not-now');
}

function afterFact(
  order: StoredPersonOrder,
  fact: Exclude<PersonOrderFact | RunnerFact, { readonly kind: 'due' | 'clock-moved' }>,
  moment: Moment,
): StoredPersonOrder {
  const { stage } = order;
  const waits = stage.kind === 'ready' || stage.kind === 'unclear';
  switch (fact.kind) {
    case 'called':
      return fact.trouble === null ? afterSuccess(order, moment) : afterTrouble(order, fact.trouble, moment);
    case 'seen':
      return stage.kind === 'unclear' ? afterLook(order, stage, fact.document, moment) : order;
    case 'unseen':
      return later(order, fact.trouble, untoldOf(order, fact.trouble), moment);
    case 'missed':
      return afterMiss(order, fact.miss, moment);
    case 'restarted':
      return afterRestart(order, moment);
    case 'distrusted':
      if (stage.kind === 'calling') return inDoubt(order, null, moment);
      return waits ? afterDistrust(order) : order;
    case 'connection-ready':
      return waitsForSignIn(order) ? atOnce(order, moment) : order;
    default:
      return order;
  }
}

/** What no look can show may have been done since this journal was copied: it counts as if it had been. */
function afterDistrust(order: StoredPersonOrder): StoredPersonOrder {
  if (personOperations[order.kind].hasHappened !== null) return failed(order, sentence('untellable'));
  return ended(order, 'perhaps', order.askedAt);
}

/** Returns what a person reads when no look is answered: nothing was called yet, or what the service said to the call. */
function untoldOf({ stage }: StoredPersonOrder, { problem }: Trouble): Problem {
  if (stage.kind === 'ready') return problem;
  const answer = stage.kind === 'unclear' ? stage.answer : null;
  return answer === null || answer === 'yes' || answer === 'missing' ? sentence('untellable') : answer;
}

/** Looks again until two answers, long apart, say that there is no document. */
function afterMiss(order: StoredPersonOrder, miss: Miss, moment: Moment): StoredPersonOrder {
  const { stage } = order;
  if (stage.kind !== 'ready' && stage.kind !== 'unclear') return order;
  if (miss === 'second') return failed(order, sentence('document-gone'));
  const attempts = order.problem === null ? order.attempts + 1 : 1;
  if (miss === 'denied' && attempts > MOST_DENIED)
    return failed(order, sentence(stage.kind === 'ready' ? 'not-now' : 'untellable'));
  const nextTryAt = afterMissAt(miss, attempts, moment);
  return { ...order, stage: { missedAt: moment.now, ...stage, nextTryAt }, attempts, problem: null };
}

/**
 * Confirms a success by the details if they can show it. A service may accept a call and ignore what it does not know.
 */
const afterSuccess = (order: StoredPersonOrder, moment: Moment): StoredPersonOrder =>
  personOperations[order.kind].hasHappened === null ? ended(order, 'done', moment.now) : inDoubt(order, 'yes', moment);

/** Tells whether the call, the document or the person is missing at the service. A look tells which. */
const isMissing = (status: number | undefined) => status === 404 || status === 410;

function afterTrouble(order: StoredPersonOrder, trouble: Trouble, moment: Moment): StoredPersonOrder {
  const { status, certainty, problem } = trouble;
  if (status === 405 || status === 501) return failed(order, operationMissing);
  if (isMissing(status)) return inDoubt(order, 'missing', moment);
  const isRefusal = certainty === 'permanent';
  // The refusal may be the answer to a repetition of a call that had worked. What no look shows was not done then.
  if (isRefusal && status !== undefined && personOperations[order.kind].hasHappened !== null)
    return inDoubt(order, problem, moment);
  if (isRefusal) return failed(order, problem);
  if (certainty === 'unclear') return inDoubt(order, null, moment);
  // Nothing happened. Before the next try the document is compared again.
  const nextTryAt = nextTryOf(order, trouble, moment);
  return { ...order, stage: { kind: 'ready', nextTryAt }, attempts: order.attempts + 1, problem };
}

/** Decides after a look that follows the call. The call is never repeated: a person can order it again. */
function afterLook(
  order: StoredPersonOrder,
  { answer }: Unclear,
  document: SeenDocument,
  moment: Moment,
): StoredPersonOrder {
  const { possible, of, hasHappened } = personOperations[order.kind];
  const people = document[of] ?? [];
  const hasChanged = document[of] === null ? null : hasHappened?.(order, people);
  if (hasChanged === true) return ended(order, 'done', moment.now);
  if (document.status !== possible) return failed(order, whyNot(document.status));
  if (answer === 'missing') {
    const found = among(people, order.email);
    if (found.length === 0 && order.kind !== 'add-observer') return failed(order, sentence('person-gone'));
    return failed(order, found.length > 0 && !found.some(isOpen) ? sentence('person-signed') : operationMissing);
  }
  if (answer !== 'yes' && answer !== null) return failed(order, answer);
  return hasChanged === null ? ended(order, 'perhaps', moment.now) : failed(order, sentence('change-not-made'));
}

function afterRestart(order: StoredPersonOrder, moment: Moment): StoredPersonOrder {
  if (order.stage.kind === 'calling') return inDoubt(order, null, moment);
  return resumed(order, moment);
}

/** Returns when it ended. Null: it has not, or nothing happened. */
export const endedAt = ({ stage }: StoredPersonOrder): number | null =>
  stage.kind === 'done' || stage.kind === 'perhaps' ? stage.at : null;

/** Returns why nobody is invited again now, after an invitation at that time. Null: the pause is over. */
export const whyNotInvite = (invitedAt: number, now: number): Problem | null =>
  Math.abs(now - invitedAt) < limits.invitationPauseMs ? sentence('invited-today') : null;

/** Returns why the order cannot be given again now, or null if it can. */
export function whyNotAgain(earlier: StoredPersonOrder | null, now: number): Problem | null {
  if (earlier === null || earlier.stage.kind === 'failed') return null;
  const at = endedAt(earlier);
  if (at === null) return sentence('not-now');
  return earlier.kind === 'resend-invitation' ? whyNotInvite(at, now) : null;
}
