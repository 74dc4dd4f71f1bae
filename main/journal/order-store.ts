import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Problem, problem as problemForm } from '../../preload/contract/problem.ts';
import type { Events } from './events.ts';
import { jsonText, statementsOf } from './statements.ts';
import { lazyTransaction, type Stored, stored, transaction } from './transaction.ts';

/** The stages that orders of every kind have. */
export const orderStages = {
  /** The order is carried out after `nextTryAt`. Null: after the connection works again. */
  ready: z
    .object({
      kind: z.literal('ready'),
      nextTryAt: z.number().nullable(),
      /** The first time at which the service did not find the document. */
      missedAt: z.number().exactOptional(),
      /** Looks that the service refused. */
      refusedLooks: z.number().exactOptional(),
    })
    .readonly(),
  /** The call is running. If the app finds this stage at its start, the outcome is unclear. */
  calling: z.object({ kind: z.literal('calling') }).readonly(),
  /** An order with no effect. A person decides what follows. */
  failed: z.object({ kind: z.literal('failed') }).readonly(),
};

/** What orders of every kind say beside their kind and stage. */
export const orderFields = {
  connectionId: z.string(),
  documentId: z.string(),
  /** The service user whose document it is. */
  account: z.string().nullable(),
  askedAt: z.number(),
  /** Failed tries of the current stage. */
  attempts: z.number(),
  /** The reason that it waits or failed. */
  problem: problemForm.nullable(),
};

/** The kind of event that a stage becomes in the history. Waiting again is no news. */
const eventOf = { calling: 'began', unclear: 'unclear', failed: 'failed', done: 'done', perhaps: 'perhaps' } as const;

interface Order {
  readonly connectionId: string;
  readonly documentId: string;
  readonly kind: string;
  readonly askedAt: number;
  readonly stage: { readonly kind: keyof typeof eventOf | 'ready' };
  readonly problem: Problem | null;
}

interface OrderTable<O, K extends readonly string[]> {
  readonly table: 'document_command' | 'person_command';
  readonly content: z.ZodType<O>;
  /** The columns that name an order. */
  readonly key: readonly string[];
  readonly keyOf: (order: O) => K;
  /** The columns that `all` sorts by. */
  readonly sortedBy: string;
  /** Returns what the event of an order says beside its kind. */
  readonly about?: (order: O) => object;
}

/** Stores the orders of one table, and notes their stages in the history of the document. */
export function createOrderStore<O extends Order, K extends readonly string[]>(
  database: DatabaseSync,
  events: Events,
  of: OrderTable<O, K>,
) {
  const { table, key, keyOf, about } = of;
  const { ask, put, change } = statementsOf(database);
  const row = z.object({ content: jsonText.pipe(of.content) }).transform(({ content }) => content);
  const isKey = key.map((column) => `${column} = ?`).join(' AND ');
  /** Asks for orders. `rest` is the SQL text behind the table. */
  const select = (rest: string) => ask(row, `SELECT content FROM ${table} ${rest}`);
  const all = select(`ORDER BY ${of.sortedBy}`);
  const one = select(`WHERE ${isKey}`);
  const putContent = put(table, key, ['content']);
  const remove = change(`DELETE FROM ${table} WHERE ${isKey}`);
  const store = (order: O) => putContent(...keyOf(order), JSON.stringify(order));

  function note(at: number, order: O, what: string): void {
    const { connectionId, documentId, kind, problem } = order;
    const content = { connectionId, command: kind, ...about?.(order), ...(problem === null ? {} : { problem }) };
    events.append({ at, subject: `document:${documentId}`, kind: `${table.replace('_', '-')}-${what}`, content });
  }

  return {
    select,
    /** Leaves out what this version cannot read. */
    all: (): readonly O[] => all.readable(),
    find: (...named: K): O | null => one.find(...named),
    /** Stores new orders in one transaction, or none. Each takes the place of an earlier one. */
    ask(orders: readonly O[]): void {
      transaction(database, () => {
        for (const order of orders) {
          store(order);
          note(order.askedAt, order, 'asked');
        }
      });
    },
    /** Stores the next stage of these orders. `isNews`: their history gets it, too. */
    save: (changes: readonly { readonly order: O; readonly isNews: boolean }[], at: number): Stored =>
      stored(database, () => {
        for (const { order, isNews } of changes) {
          store(order);
          if (isNews && order.stage.kind !== 'ready') note(at, order, eventOf[order.stage.kind]);
        }
      }),
    /** Removes orders that ended long ago. Their history stays. What a power cut brings back is removed again later. */
    drop: (orders: readonly O[]): void =>
      lazyTransaction(database, () => {
        for (const order of orders) remove(...keyOf(order));
      }),
    /**
     * Removes an order that a person let go. The event shows that an older journal, which still has the order, is old.
     */
    letGo(order: O, at: number): void {
      transaction(database, () => {
        remove(...keyOf(order));
        note(at, order, 'dropped');
      });
    },
  };
}
