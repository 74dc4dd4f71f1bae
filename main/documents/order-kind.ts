import type { ListedDocument } from '../../preload/contract/document.ts';
import { detailsOf } from '../files/error-code.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { StoredOrder } from '../journal/document-orders.ts';
import type { Journal } from '../journal/journal.ts';
import type { SigningClient } from '../signing/client.ts';
import type { Outcome } from '../signing/outcome.ts';
import { decideOrder, type OrderEffect, type OrderFact } from './decide-order.ts';
import { isOf } from './document-account.ts';
import { createOrderCalls, type OrderPorts } from './order-calls.ts';
import { dueAt } from './order-steps.ts';

export type OrderClient = Pick<SigningClient, 'details' | 'withdraw' | 'delete'>;

export interface OrderKindDeps extends OrderPorts<OrderClient> {
  readonly journal: Pick<
    Journal,
    | 'connections'
    | 'deadlines'
    | 'documentOrders'
    | 'documentFacts'
    | 'documents'
    | 'documentsSeen'
    | 'rescuedFiles'
    | 'savedCopies'
    | 'submissions'
  >;
  /** An order failed, or is no longer one that failed. */
  readonly onFailed?: () => void;
}

type OrderCalls = ReturnType<typeof createOrderCalls<OrderClient>>;

/** Orders that are carried out at the same time. */
const AT_ONCE = 3;

export const keyOf = (connectionId: string, id: string) => `${connectionId}\n${id}`;
export const keyOfOrder = ({ connectionId, documentId }: StoredOrder) => keyOf(connectionId, documentId);

/** Returns the document as the service shows it after a withdrawal: withdrawn documents can always be deleted. */
export const asWithdrawn = (document: ListedDocument): ListedDocument => ({
  ...document,
  documentStatus: 'withdrawn',
  canWithdraw: false,
  canDelete: true,
});

/** Keeps what an order did, before the next check shows it. */
function keepEffect(
  { connectionId, documentId, kind, account, stage, problem }: StoredOrder,
  now: number,
  { documents, documentsSeen, documentFacts: facts }: OrderKindDeps['journal'],
): void {
  const isGone = stage.kind === 'failed' && problem?.key === 'document-gone';
  if (isGone || (stage.kind === 'done' && kind === 'delete')) facts.setGone(connectionId, documentId, now);
  if (stage.kind !== 'done') return;
  if (kind === 'delete') {
    documentsSeen.drop(connectionId, [documentId]);
    return;
  }
  const before = documents.find(connectionId, documentId);
  if (before !== null) {
    const entry = asWithdrawn(before);
    documents.see(connectionId, [entry], now);
    documentsSeen.change(connectionId, entry);
  }
  facts.see(connectionId, [{ id: documentId, status: 'withdrawn' }], { at: now, before: now, account });
}

/** Makes the calls of orders, and tells a false answer that there is no document from a true one. */
function createPerform({ during }: OrderKindDeps, { clientFor, look, missOf, troubleOf }: OrderCalls) {
  return async (order: StoredOrder, effect: OrderEffect, signal: AbortSignal): Promise<OrderFact> => {
    const { documentId, kind } = order;
    const client = clientFor(order);
    const asked: Promise<Outcome<{ readonly documentStatus: string } | undefined>> =
      effect === 'look' ? look(order, client, signal) : client[kind](documentId, { signal });
    if (effect === 'call') void during?.('order', asked);
    const answer = await asked;
    if (!answer.ok) {
      if (answer.failure.kind === 'not-found') return { kind: 'missed', miss: missOf(order) };
      return { kind: effect === 'look' ? 'unseen' : 'called', trouble: troubleOf(order, answer.failure) };
    }
    if (answer.value !== undefined) return { kind: 'seen', status: answer.value.documentStatus };
    const shown = kind === 'withdraw' ? await look(order, client, signal) : null;
    return { kind: 'called', trouble: null, ...(shown?.ok && { status: shown.value.documentStatus }) };
  };
}

/** Creates the jobs that withdraw or delete documents of which no submission takes care. */
export function createOrderKind(deps: OrderKindDeps) {
  const { clock, journal, clientOf, accountOf } = deps;
  const { documentOrders: stored } = journal;
  const calls = createOrderCalls(deps, journal);
  /** After a failure the other orders of a connection would meet the same: they wait as long. */
  const heldUntil = new Map<string, number>();
  const heldOf = ({ connectionId }: StoredOrder) => heldUntil.get(connectionId) ?? 0;

  /** Nobody may touch the document for us now: another account is signed in, or a submission took the document. */
  function isStopped(order: StoredOrder): boolean {
    const { connectionId, account } = order;
    return !isOf(account, accountOf(connectionId)) || calls.isTaken(order);
  }

  /** Holds the other orders until the next try of an order that failed. */
  function noteWait(order: StoredOrder): void {
    const wait = dueAt(order);
    if (order.problem !== null && wait !== null && wait > clock.now()) heldUntil.set(order.connectionId, wait);
    else heldUntil.delete(order.connectionId);
  }

  const kind: JobKind<StoredOrder, OrderFact, OrderEffect> = {
    ...calls.job,
    idOf: keyOfOrder,
    decide: (order, fact, moment) =>
      decideOrder(order, fact.kind === 'restarted' && !deps.isTrusted ? { kind: 'distrusted' } : fact, moment),
    find(key) {
      const [connectionId = '', id = ''] = key.split('\n');
      return stored.find(connectionId, id);
    },
    commit(changes) {
      const now = clock.now();
      try {
        // An order that was done before has kept it: a move of the clock is no second effect.
        for (const { job, before } of changes) if (before?.stage.kind !== job.stage.kind) keepEffect(job, now, journal);
      } catch (error) {
        return { ok: false, reason: 'unwritable', details: detailsOf(error) };
      }
      const isNews = (fact: (typeof changes)[number]['fact']) =>
        fact?.kind !== 'clock-moved' && fact?.kind !== 'clock-set-back';
      return stored.save(
        changes.map(({ job, fact }) => ({ order: job, isNews: isNews(fact) })),
        now,
      );
    },
    gate: (now) => ({
      parallel: AT_ONCE,
      isOpen: (order) => clientOf(order.connectionId) !== null && heldOf(order) <= now && !isStopped(order),
      opensAt: heldOf,
      isBefore: () => false,
    }),
    perform: createPerform(deps, calls),
    onStored({ job, before, fact }) {
      if (fact?.kind === 'called' || fact?.kind === 'seen' || fact?.kind === 'unseen' || fact?.kind === 'missed')
        noteWait(job);
      deps.onChanged(job.connectionId, job.documentId);
      if (before?.stage.kind === 'failed' || job.stage.kind === 'failed') deps.onFailed?.();
    },
  };
  return {
    kind,
    letGoOn: (connectionId: string): void => void heldUntil.delete(connectionId),
    clockMoved(byMs: number): void {
      for (const [connectionId, at] of heldUntil) heldUntil.set(connectionId, at + byMs);
    },
  };
}
