import type { OrderClient } from '../../../main/documents/order-kind.ts';
import type { Planted } from './planted-bugs.ts';

type Answer = Awaited<ReturnType<OrderClient['withdraw']>>;

/** A lost answer counts as a refusal. */
async function refusedIfLost(call: Promise<Answer>): Promise<Answer> {
  const answer = await call;
  if (answer.ok || answer.failure.certainty !== 'unclear') return answer;
  const { status: _, ...failure } = answer.failure;
  return { ok: false, failure: { ...failure, certainty: 'permanent' } };
}

/** Bugs that a worker of orders can have. A judge that misses one proves nothing. */
export const plantedOrders: readonly Planted[] = [
  {
    bug: 'an order is accepted before it is durable',
    quirks: {
      orders: ({ journal }) => ({
        journal: { ...journal, documentOrders: { ...journal.documentOrders, ask() {} } },
      }),
    },
    found: /the order is lost/,
    seed: 18,
  },
  {
    bug: 'an order is carried out under whatever account is signed in',
    quirks: {
      orders({ accountOf }) {
        let first: string | null = null;
        return { accountOf: (connectionId) => (first ??= accountOf(connectionId)) };
      },
    },
    found: /another account was to/,
    seed: 12,
  },
  {
    bug: 'an order of an older journal is carried out',
    quirks: { orders: () => ({ isTrusted: true }) },
    found: /nobody ordered to|another account was to/,
    seed: 93,
  },
  {
    bug: 'an order is told to have failed although nobody knows',
    quirks: {
      orders: ({ clientOf }) => ({
        clientOf(connectionId) {
          const client = clientOf(connectionId);
          if (client === null) return null;
          return {
            ...client,
            withdraw: (id, options) => refusedIfLost(client.withdraw(id, options)),
            delete: (id, options) => refusedIfLost(client.delete(id, options)),
          };
        },
      }),
    },
    found: /but was carried out/,
    seed: 18,
  },
  {
    bug: 'an order that was under way is repeated after a restart without a look',
    quirks: {
      orders({ clock, journal }) {
        const { documentOrders } = journal;
        const ready = { kind: 'ready', nextTryAt: clock.now() } as const;
        const all = () =>
          documentOrders.all().map((one) => (one.stage.kind === 'calling' ? { ...one, stage: ready } : one));
        return { journal: { ...journal, documentOrders: { ...documentOrders, all } } };
      },
    },
    found: /repeated without a look/,
    seed: 96,
  },
];
