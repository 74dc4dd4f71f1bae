import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { documentOrderKind } from '../../preload/contract/document.ts';
import { problem } from '../../preload/contract/problem.ts';
import type { Events } from './events.ts';
import { createOrderStore, orderFields, orderStages } from './order-store.ts';

const stage = z.discriminatedUnion('kind', [
  orderStages.ready,
  orderStages.calling,
  /** The call may have had an effect: we look at the document. `refusal`: the service refused it. */
  z
    .object({
      kind: z.literal('unclear'),
      nextTryAt: z.number().nullable(),
      refusal: problem.nullable(),
      /** Since when the service has not found the document. */
      missedAt: z.number().exactOptional(),
      refusedLooks: z.number().exactOptional(),
    })
    .readonly(),
  orderStages.failed,
  /** An order with an effect at this time. It stays for a day: until then a list may be behind. */
  z
    .object({
      kind: z.literal('done'),
      at: z.number(),
      /** A check did not show the effect, and the document itself did: it corrects the lists of this day. */
      isProven: z.literal(true).exactOptional(),
    })
    .readonly(),
]);

const content = z
  .object({
    ...orderFields,
    kind: documentOrderKind,
    stage,
  })
  .readonly();
/** A person's order for a document that no submission here speaks for: withdraw or delete it. */
export type StoredOrder = z.infer<typeof content>;

export function createDocumentOrders(database: DatabaseSync, events: Events) {
  const { select, ...store } = createOrderStore<StoredOrder, readonly [connectionId: string, documentId: string]>(
    database,
    events,
    {
      table: 'document_command',
      content,
      key: ['connection_id', 'id'],
      keyOf: ({ connectionId, documentId }) => [connectionId, documentId],
      sortedBy: 'rowid',
    },
  );
  const isOpen = "CASE WHEN json_valid(content) THEN content ->> '$.stage.kind' IS NOT 'done' END";
  const open = select(`WHERE connection_id = ? AND ${isOpen}`);
  return {
    ...store,
    /** Those that were not carried out. The others stay for a day, and thousands may. */
    open: (connectionId: string): readonly StoredOrder[] => open.readable(connectionId),
  };
}
