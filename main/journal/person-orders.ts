import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { personChange, personOrderKind } from '../../preload/contract/person-order.ts';
import { problem } from '../../preload/contract/problem.ts';
import type { Events } from './events.ts';
import { createOrderStore, orderFields, orderStages } from './order-store.ts';
import { personSubject } from './people.ts';

const stage = z.discriminatedUnion('kind', [
  /** The document is looked at first, and then the call is made. */
  orderStages.ready,
  orderStages.calling,
  /**
   * The stage in which the details show whether it happened. `answer`: what the service said. `yes`: it did it.
   * `missing`: there is no such call, document or person. A problem: it refused. Null: no clear answer.
   */
  z
    .object({
      kind: z.literal('unclear'),
      nextTryAt: z.number().nullable(),
      missedAt: z.number().exactOptional(),
      refusedLooks: z.number().exactOptional(),
      answer: z.union([z.literal('yes'), z.literal('missing'), problem]).nullable(),
    })
    .readonly(),
  orderStages.failed,
  z.object({ kind: z.literal('done'), at: z.number() }).readonly(),
  /** An order with a possible effect at this time. Nobody can look it up, so it is not repeated. */
  z.object({ kind: z.literal('perhaps'), at: z.number() }).readonly(),
]);

const content = z
  .object({
    ...orderFields,
    kind: personOrderKind,
    email: z.string(),
    change: personChange,
    /** The service's id of the person, as the last look showed it. */
    personId: z.string().nullable(),
    stage,
  })
  .readonly();
/** The order of a person for one person of a document. Each address has one of a kind: a second one replaces it. */
export type StoredPersonOrder = z.infer<typeof content>;

/** Returns one spelling of an address that may be written in several ways. */
export const personKey = (email: string): string => email.trim().toLowerCase();

export function createPersonOrders(database: DatabaseSync, events: Events) {
  const key = ['connection_id', 'document_id', 'person', 'kind'];
  const { select, ...store } = createOrderStore<
    StoredPersonOrder,
    readonly [connectionId: string, documentId: string, person: string, kind: string]
  >(database, events, {
    table: 'person_command',
    content,
    key,
    keyOf: ({ connectionId, documentId, email, kind }) => [connectionId, documentId, personKey(email), kind],
    sortedBy: key.join(', '),
    about: ({ email }) => ({ person: personSubject(personKey(email)) }),
  });
  const ofDocument = select('WHERE connection_id = ? AND document_id = ? ORDER BY person, kind');
  return {
    ...store,
    of: (connectionId: string, id: string): readonly StoredPersonOrder[] => ofDocument.readable(connectionId, id),
  };
}
