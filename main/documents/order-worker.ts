import type { DocumentOrderKind, ListedDocument } from '../../preload/contract/document.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import type { StoredOrder } from '../journal/document-orders.ts';
import { inParts } from '../time/slices.ts';
import type { OwnChange } from '../tracking/own-changes.ts';
import type { CheckSeen } from '../tracking/reading.ts';
import { operations } from './decide-order.ts';
import { isOf } from './document-account.ts';
import { documentEntryOf } from './document-entry.ts';
import { asWithdrawn, createOrderKind, keyOf, keyOfOrder, type OrderKindDeps } from './order-kind.ts';
import { orderLife } from './order-life.ts';

export interface OrderWorkerDeps extends OrderKindDeps {
  /** False if the journal is in memory only: nothing may be ordered then. */
  readonly durable: boolean;
}

/** Orders that are stored together. */
const PART = 50;

function offers(
  { journal, accountOf }: OrderWorkerDeps,
  connectionId: string,
  id: string,
  what: DocumentOrderKind | 'retry' | 'drop',
): boolean {
  return documentEntryOf(journal, connectionId, id, accountOf(connectionId))?.orders.includes(what) === true;
}

function newOrder(
  { clock, accountOf }: OrderWorkerDeps,
  connectionId: string,
  documentId: string,
  kind: DocumentOrderKind,
): StoredOrder {
  const now = clock.now();
  const stage = { kind: 'ready', nextTryAt: now } as const;
  const account = accountOf(connectionId);
  return { connectionId, documentId, kind, account, askedAt: now, stage, attempts: 0, problem: null };
}

/** A list that omits a deleted document proves little: the next one may be behind, and name it again. */
const KEPT_MS = 24 * 60 * 60_000;

const isKept = ({ stage }: StoredOrder, askedAt: number): boolean =>
  stage.kind === 'done' && askedAt - stage.at <= KEPT_MS;

/** The document itself showed what the order did. A list that says otherwise is behind. */
const isSure = (order: StoredOrder, askedAt: number): boolean =>
  order.stage.kind === 'done' && order.stage.isProven === true && isKept(order, askedAt);

/** Returns a document of a list that was asked for then, with what its order did. Null: it is deleted. */
function asOrdered(document: ListedDocument, order: StoredOrder | undefined, askedAt: number) {
  if (order?.stage.kind !== 'done') return document;
  const isBehind = order.stage.at >= askedAt;
  if (!isBehind && !isSure(order, askedAt)) return document;
  if (order.kind === 'delete') return null;
  return isBehind || operations.withdraw.possible.includes(document.documentStatus) ? asWithdrawn(document) : document;
}

/** Tells whether a list that was asked for later shows that the order had no effect. An empty status shows nothing. */
function isUndone(order: StoredOrder, status: string | undefined, askedAt: number): boolean {
  const { kind } = order;
  if (status === undefined || isSure(order, askedAt)) return false;
  return kind === 'delete' || (status !== '' && status !== operations[kind].leadsTo);
}

/**
 * Tells which of these orders a list of this account shows as undone, and which were done long before it. Nobody could
 * look for the order of another account: it would stand open until that one signs in again.
 */
function judgedBy(
  { askedAt, documents }: Pick<CheckSeen, 'askedAt' | 'documents'>,
  orders: readonly StoredOrder[],
  account: string | null,
) {
  const past = orders.filter(({ stage }) => stage.kind === 'done' && stage.at < askedAt);
  const statuses = new Map(documents.map(({ documentId, status }) => [documentId, status]));
  const isShownUndone = (order: StoredOrder) => isUndone(order, statuses.get(order.documentId), askedAt);
  const undone = new Set(past.filter((order) => isOf(order.account, account) && isShownUndone(order)));
  return { undone: [...undone], over: past.filter((order) => !undone.has(order) && !isKept(order, askedAt)) };
}

/** Accepts and answers orders to withdraw or delete documents without a submission here. */
export function createOrderWorker(deps: OrderWorkerDeps) {
  const { clock, journal } = deps;
  const { documentOrders: stored } = journal;
  const { kind: orderKind, letGoOn, clockMoved } = createOrderKind(deps);
  const runner = new JobRunner(orderKind);
  const { book, open, inFlight } = runner;
  const life = orderLife(runner, stored, keyOfOrder, deps.onFault);

  /** Removes orders that were done long ago, unless a new one for the same document has taken the place of one. */
  function forget(orders: readonly StoredOrder[]): void {
    const over = orders.filter((order) => open.get(keyOfOrder(order)) === order);
    stored.drop(over);
    for (const order of over) book.forget(keyOfOrder(order));
  }

  function tryAgain(key: string): void {
    const committed = runner.apply(key, { kind: 'command' });
    if (!committed.ok) throw new Error(committed.details);
  }

  return {
    ...life,
    start: (): void => void runner.start(stored.all()).catch(deps.onFault),
    /** Stores the orders that are possible now, then carries them out. Returns how many that are. */
    async order(connectionId: string, ids: readonly string[], kind: DocumentOrderKind): Promise<number> {
      if (!deps.durable) return 0;
      let count = 0;
      await inParts(ids, PART, (part) => {
        const fresh = part
          .filter((id) => offers(deps, connectionId, id, kind))
          .map((id) => newOrder(deps, connectionId, id, kind));
        stored.ask(fresh);
        for (const job of fresh) book.keep({ job, before: null, fact: null });
        count += fresh.length;
      });
      runner.turn();
      return count;
    },
    /** Tries again, or lets go of an order that failed or was never sent. False: not possible now. */
    answer(connectionId: string, id: string, choice: 'retry' | 'drop'): boolean {
      const key = keyOf(connectionId, id);
      const order = open.get(key);
      if (order === undefined || inFlight.has(key) || !offers(deps, connectionId, id, choice)) return false;
      letGoOn(connectionId);
      if (choice === 'drop') {
        stored.letGo(order, clock.now());
        book.forget(key);
        deps.onChanged(connectionId, id);
        if (order.stage.kind === 'failed') deps.onFailed?.();
      } else tryAgain(key);
      runner.turn();
      return true;
    },
    /** Returns failed orders of the account that is signed in. A person has to decide about them. */
    failed(connectionId: string): readonly StoredOrder[] {
      const account = deps.accountOf(connectionId);
      return book.openOf(connectionId).filter((order) => order.stage.kind === 'failed' && isOf(order.account, account));
    },
    connectionReady(connectionId: string): void {
      letGoOn(connectionId);
      life.connectionReady(connectionId);
    },
    /** Returns what corrects the list of a check that asked before an order was carried out, or null without orders. */
    ownChangeOf(connectionId: string): OwnChange | null {
      if (!book.openOf(connectionId).some(({ stage }) => stage.kind === 'done')) return null;
      return (document, askedAt) => asOrdered(document, open.get(keyOf(connectionId, document.id)), askedAt);
    },
    /** Learns from a list which orders it shows as undone. Drops those that were carried out long before it. */
    checked(connectionId: string, seen: Pick<CheckSeen, 'askedAt' | 'documents'>): void {
      const { undone, over } = judgedBy(seen, book.openOf(connectionId), deps.accountOf(connectionId));
      const looked = runner.applyAll(undone.map(keyOfOrder), { kind: 'undone' }, runner.applyForSure);
      Promise.all([looked.then(runner.turn), runner.inBreaks(over, forget)]).catch(deps.onFault);
    },
    clockMoved(byMs: number): void {
      clockMoved(byMs);
      life.clockMoved(byMs);
    },
  };
}

export type OrderWorker = ReturnType<typeof createOrderWorker>;
