import type { Account } from '../account/account.ts';
import { createDetailsKeeper } from '../documents/details-keeper.ts';
import { createOrderWorker } from '../documents/order-worker.ts';
import { createPersonOrderWorker } from '../documents/person-order-worker.ts';
import type { SigningClient } from '../signing/client.ts';
import type { Base } from './base.ts';

interface OrderServicesDeps extends Pick<Account, 'book' | 'operations'> {
  readonly base: Base;
  readonly clientOf: (connectionId: string) => SigningClient | null;
  readonly accountOf: (connectionId: string) => string | null;
}

/** Creates the services for orders for documents, and for one person of a document. */
export function createOrderServices({ base, book, operations, clientOf, accountOf }: OrderServicesDeps) {
  const { clock, journal, tell, durable, isJournalTrusted: isTrusted, work, onFault } = base;
  const common = {
    clock,
    journal,
    clientOf,
    accountOf,
    baseOf: (connectionId: string) => book.find(connectionId)?.fields.base ?? '',
    isTrusted,
    durable,
    onChanged: tell.documentsChanged,
    onSignInNeeded: tell.signInNeeded,
    onFault: onFault('orders'),
    during: work.during,
  };
  const keeper = createDetailsKeeper({ clock, journal, accountOf, onChanged: tell.documentsChanged });
  return {
    orders: createOrderWorker({ ...common, onFailed: tell.ordersFailed }),
    personOrders: createPersonOrderWorker({ ...common, operations, keep: keeper.keep, onFailed: tell.ordersFailed }),
  };
}
