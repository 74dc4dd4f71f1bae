import type { JobKind } from '../jobs/job-kind.ts';
import type { Journal } from '../journal/journal.ts';
import { personKey, type StoredPersonOrder } from '../journal/person-orders.ts';
import type { ServiceDocument } from '../signing/answers/document.ts';
import type { SigningClient } from '../signing/client.ts';
import type { Outcome } from '../signing/outcome.ts';
import {
  decidePersonOrder,
  operationMissing,
  type PersonOrderEffect,
  type PersonOrderFact,
  type SeenDocument,
} from './decide-person-order.ts';
import type { Operations } from './operations.ts';
import { createOrderCalls, type OrderPorts } from './order-calls.ts';

export type PersonOrderClient = Pick<
  SigningClient,
  'details' | 'resendInvitation' | 'changeSignee' | 'removeSignee' | 'addObserver' | 'removeObserver'
>;

export interface PersonOrderDeps extends OrderPorts<PersonOrderClient> {
  readonly journal: Pick<Journal, 'connections' | 'deadlines' | 'documentsSeen' | 'personOrders' | 'submissions'>;
  readonly operations: Pick<Operations, 'giveUp' | 'isOn'>;
  readonly onFailed?: () => void;
  readonly keep: (connectionId: string, document: ServiceDocument) => void;
}

export const keyOfPersonOrder = ({ connectionId, documentId, email, kind }: StoredPersonOrder): string =>
  [connectionId, documentId, personKey(email), kind].join('\n');

/** Copies the details without the address of the signing page, which is not needed here. */
function toSeen({ documentStatus, signStatus, signees, observerRecords, raw }: ServiceDocument): SeenDocument {
  const people = signees.flatMap(({ id = null, email, language = null, status = null, order = null }) =>
    email === undefined ? [] : [{ id, email, language, status, order }],
  );
  // Somebody in copy may have a name alone, by which the details show them.
  const inCopy = observerRecords.flatMap(({ id = null, email, name, language = null }) => {
    const known = email ?? name;
    return known === undefined ? [] : [{ id, email: known, language, status: null, order: null }];
  });
  return {
    status: documentStatus,
    signStatus,
    signees: people,
    observers: raw['observers'] === undefined ? null : inCopy,
  };
}

function callOf(client: PersonOrderClient, order: StoredPersonOrder, signal: AbortSignal): Promise<Outcome<undefined>> {
  const { kind, documentId, personId, email, change } = order;
  const options = { signal };
  if (kind === 'add-observer')
    return client.addObserver(
      documentId,
      { email, ...(change.language !== undefined && { language: change.language }) },
      options,
    );
  if (personId === null) throw new Error('No look has found the person.');
  switch (kind) {
    case 'resend-invitation':
      return client.resendInvitation(documentId, personId, options);
    case 'remove-observer':
      return client.removeObserver(documentId, personId, options);
    case 'change-signee':
      return client.changeSignee(documentId, personId, change, options);
    case 'remove-signee':
      return client.removeSignee(documentId, personId, options);
    default:
      throw new Error(`There is no call for ${String(kind satisfies never)}.`);
  }
}

/** Makes the looks and calls of orders for people. */
function createPerform(
  { clock, keep, accountOf, onFault, during }: PersonOrderDeps,
  { clientFor, look, missOf, troubleOf }: ReturnType<typeof createOrderCalls<PersonOrderClient>>,
) {
  return async (order: StoredPersonOrder, effect: PersonOrderEffect, signal: AbortSignal): Promise<PersonOrderFact> => {
    const client = clientFor(order);
    if (effect === 'call') {
      const call = callOf(client, order, signal);
      void during?.('order', call);
      const answer = await call;
      return { kind: 'called', trouble: answer.ok ? null : troubleOf(order, answer.failure) };
    }
    const seen = await look(order, client, signal);
    if (!seen.ok && seen.failure.kind === 'not-found') return { kind: 'missed', miss: missOf(order) };
    if (!seen.ok) return { kind: 'unseen', trouble: troubleOf(order, seen.failure) };
    try {
      if (order.account === accountOf(order.connectionId)) keep(order.connectionId, seen.value);
    } catch (error) {
      // A full disk, say. What was seen counts all the same.
      onFault(error);
    }
    return { kind: 'seen', document: toSeen(seen.value), at: clock.now() };
  };
}

/** Creates the jobs for orders for one person of a document. */
export function createPersonOrderKind(
  deps: PersonOrderDeps,
): JobKind<StoredPersonOrder, PersonOrderFact, PersonOrderEffect> {
  const { clock, journal, operations, clientOf, accountOf } = deps;
  const { personOrders: stored } = journal;
  const calls = createOrderCalls(deps, journal);

  /** Nobody may touch the document for us now: another account is signed in, or a submission works on it. */
  function isStopped(order: StoredPersonOrder): boolean {
    return order.account !== accountOf(order.connectionId) || calls.isTaken(order);
  }

  const isOpen = (order: StoredPersonOrder): boolean => clientOf(order.connectionId) !== null && !isStopped(order);

  return {
    ...calls.job,
    idOf: keyOfPersonOrder,
    decide(order, fact, moment) {
      // The call would follow the look at once: whoever may call can have changed during it. The next turn looks again.
      if (fact.kind === 'seen' && (journal.submissions.paused() || !isOpen(order))) return null;
      return decidePersonOrder(
        order,
        fact.kind === 'restarted' && !deps.isTrusted ? { kind: 'distrusted' } : fact,
        moment,
      );
    },
    find(key) {
      const [connectionId = '', id = '', person = '', kind = ''] = key.split('\n');
      return stored.find(connectionId, id, person, kind);
    },
    commit: (changes) =>
      stored.save(
        changes.map(({ job, before, fact }) => ({
          order: job,
          isNews: fact?.kind !== 'clock-moved' && job.stage.kind !== before?.stage.kind,
        })),
        clock.now(),
      ),
    gate: () => ({
      parallel: 1,
      isOpen,
      opensAt: () => 0,
      isBefore: () => false,
    }),
    perform: createPerform(deps, calls),
    onStored({ job, before }) {
      const isMissing = job.stage.kind === 'failed' && job.problem?.key === operationMissing.key;
      if (isMissing && before?.stage.kind !== 'failed') operations.giveUp(job.connectionId, job.kind);
      if (job.stage.kind === 'failed') deps.onFailed?.();
      deps.onChanged(job.connectionId, job.documentId);
    },
  };
}
