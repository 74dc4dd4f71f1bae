import type { PersonChange, PersonOrder, PersonOrderKind, PersonOrders } from '../../preload/contract/person-order.ts';
import { personOrderKind } from '../../preload/contract/person-order.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import type { Journal } from '../journal/journal.ts';
import { personKey, type StoredPersonOrder } from '../journal/person-orders.ts';
import { endedAt, personOperations, whyNotAgain, whyNotInvite } from './decide-person-order.ts';
import { belongsToAccount } from './document-account.ts';
import { documentEntryOf } from './document-entry.ts';
import { orderLife } from './order-life.ts';
import { isUnderWay, sentence } from './order-steps.ts';
import { createPersonOrderKind, keyOfPersonOrder, type PersonOrderDeps } from './person-order-kind.ts';

export interface PersonOrderWorkerDeps extends PersonOrderDeps {
  readonly journal: PersonOrderDeps['journal'] & Parameters<typeof documentEntryOf>[0] & Pick<Journal, 'personOrders'>;
  /** False if the journal is in memory only: nothing may be ordered then. */
  readonly durable: boolean;
}

/** An order that ended so long ago says nothing any more. Its history stays. */
const FORGOTTEN_AFTER_MS = 3 * 24 * 60 * 60_000;

const phases = {
  ready: 'waiting',
  calling: 'calling',
  unclear: 'unclear',
  failed: 'failed',
  done: 'done',
  perhaps: 'perhaps',
} as const;

const toPersonOrder = (order: StoredPersonOrder): PersonOrder => ({
  kind: order.kind,
  email: order.email,
  phase: phases[order.stage.kind],
  at: endedAt(order),
  problem: order.problem,
});

/** The time at which an order was given or ended, and whether it was surely carried out. */
export interface Given {
  readonly at: number;
  readonly isSure: boolean;
}

const lastGiven = (orders: readonly StoredPersonOrder[]): Given | null =>
  orders
    .filter(({ stage }) => stage.kind !== 'failed')
    .map((order) => ({ at: endedAt(order) ?? order.askedAt, isSure: order.stage.kind === 'done' }))
    .reduce<Given | null>((latest, one) => (latest === null || one.at > latest.at ? one : latest), null);

type Wanted = Pick<StoredPersonOrder, 'connectionId' | 'documentId' | 'kind' | 'email' | 'change' | 'account'>;

const newOrder = (wanted: Wanted, now: number): StoredPersonOrder => ({
  ...wanted,
  personId: null,
  askedAt: now,
  stage: { kind: 'ready', nextTryAt: now },
  attempts: 0,
  problem: null,
});

const failedOf = (orders: readonly StoredPersonOrder[], account: string | null) =>
  orders
    .filter((one) => one.stage.kind === 'failed' && one.account === account)
    .map(({ documentId, kind, email, problem }) => ({ documentId, kind: `${kind} ${personKey(email)}`, problem }));

/** Tells what can be ordered for the people of documents, and why not. */
function createOffers(deps: PersonOrderWorkerDeps) {
  const { clock, journal, operations } = deps;
  /** Returns what the connection, the account, the status and the submission of a document allow now. */
  function possible(connectionId: string, id: string): PersonOrderKind[] {
    if (!deps.durable || deps.clientOf(connectionId) === null) return [];
    const account = deps.accountOf(connectionId);
    const entry = documentEntryOf(journal, connectionId, id, account);
    const { documentFacts, documentsSeen } = journal;
    const isOwn = belongsToAccount(account, documentFacts.find(connectionId, id), documentsSeen.find(connectionId, id));
    if (entry === null || entry.goneAt !== null || !isOwn) return [];
    const owner = journal.submissions.ownerOf(connectionId, id);
    if (owner !== null && owner.stage.kind !== 'done') return [];
    return personOrderKind.options.filter(
      (kind) => operations.isOn(connectionId, kind) && personOperations[kind].possible === entry.documentStatus,
    );
  }

  /** Returns why the people of a document that was started from here got their first invitation too recently. */
  function whyNotYet(connectionId: string, id: string): Problem | null {
    for (const one of journal.connections.ofSameAccount(connectionId)) {
      const owner = journal.submissions.ownerOf(one, id);
      if (owner === null || owner.startedAt === null || owner.wish.sendMail === 'none') continue;
      const why = whyNotInvite(owner.startedAt, clock.now());
      if (why !== null) return why;
    }
    return null;
  }

  function whyNot(connectionId: string, id: string, kind: PersonOrderKind, email: string): Problem | null {
    if (!possible(connectionId, id).includes(kind)) return sentence('not-now');
    const early = kind === 'resend-invitation' ? whyNotYet(connectionId, id) : null;
    if (early !== null) return early;
    for (const earlier of ordersFor(connectionId, id, kind, email)) {
      const why = whyNotAgain(earlier, clock.now());
      if (why !== null) return why;
    }
    return null;
  }

  /** Returns what was ordered for the person over each connection of the account: the person is the same. */
  function ordersFor(connectionId: string, id: string, kind: PersonOrderKind, email: string): StoredPersonOrder[] {
    return journal.connections.ofSameAccount(connectionId).flatMap((one) => {
      const found = journal.personOrders.find(one, id, personKey(email), kind);
      return found === null ? [] : [found];
    });
  }

  /** Returns what the details offer: no invitation while the first one is recent. */
  const offered = (connectionId: string, id: string): PersonOrderKind[] =>
    possible(connectionId, id).filter((kind) => kind !== 'resend-invitation' || whyNotYet(connectionId, id) === null);

  return { possible, offered, whyNot, ordersFor };
}

/** Takes orders for one person of a document: another invitation, and changes of the people of a draft. */
export function createPersonOrderWorker(deps: PersonOrderWorkerDeps) {
  const { clock, journal } = deps;
  const { personOrders: stored } = journal;
  const { possible, offered, whyNot, ordersFor } = createOffers(deps);
  const runner = new JobRunner(createPersonOrderKind(deps));
  const { book, inFlight } = runner;

  function order(
    connectionId: string,
    documentId: string,
    wanted: { readonly kind: PersonOrderKind; readonly email: string; readonly change: PersonChange },
  ): Problem | null {
    const { kind, email, change } = wanted;
    const why = whyNot(connectionId, documentId, kind, email);
    if (why !== null) return why;
    const account = deps.accountOf(connectionId);
    const job = newOrder({ connectionId, documentId, kind, email, change, account }, clock.now());
    stored.ask([job]);
    runner.add([job]);
    deps.onChanged(connectionId, documentId);
    return null;
  }

  /** Lets go of an order of which nothing was sent. False: not possible now. */
  function drop(connectionId: string, documentId: string, email: string): boolean {
    const waiting = stored
      .of(connectionId, documentId)
      .filter((one) => personKey(one.email) === personKey(email) && one.stage.kind === 'ready')
      .filter((one) => !inFlight.has(keyOfPersonOrder(one)));
    for (const one of waiting) {
      stored.letGo(one, clock.now());
      book.forget(keyOfPersonOrder(one));
    }
    if (waiting.length > 0) deps.onChanged(connectionId, documentId);
    return waiting.length > 0;
  }

  return {
    ...orderLife(runner, stored, keyOfPersonOrder, deps.onFault),
    start(): void {
      const now = clock.now();
      const all = stored.all();
      const old = all.filter((one) => !isUnderWay(one) && (endedAt(one) ?? one.askedAt) < now - FORGOTTEN_AFTER_MS);
      stored.drop(old);
      runner.start(all.filter((one) => !old.includes(one))).catch(deps.onFault);
    },
    possible,
    of: (connectionId: string, id: string): PersonOrders => ({
      can: offered(connectionId, id),
      orders: stored.of(connectionId, id).map(toPersonOrder),
    }),
    order,
    drop,
    /** Returns failed orders of the account that is signed in. */
    failed: (connectionId: string) => failedOf(book.openOf(connectionId), deps.accountOf(connectionId)),
    /** Other invitations of the service, in place of a mail. */
    invitations: {
      whyNot: (connectionId: string, id: string, email: string) => whyNot(connectionId, id, 'resend-invitation', email),
      resend: (connectionId: string, id: string, email: string) =>
        order(connectionId, id, { kind: 'resend-invitation', email, change: {} }),
      last: (connectionId: string, id: string, email: string): Given | null =>
        lastGiven(ordersFor(connectionId, id, 'resend-invitation', email)),
    },
  };
}

export type PersonOrderWorker = ReturnType<typeof createPersonOrderWorker>;
