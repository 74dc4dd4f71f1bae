import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type {
  PersonChange,
  PersonOrder,
  PersonOrderKind,
  PersonOrders,
} from '../../../preload/contract/person-order.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';

export interface PeopleView {
  readonly can: (kind: PersonOrderKind) => boolean;
  readonly orderOf: (kind: PersonOrderKind, email: string) => PersonOrder | null;
  readonly orders: readonly PersonOrder[];
  /** The reason why the last order was not taken. */
  readonly problem: Problem | null;
  /** Gives an order. Returns why it was not taken. */
  readonly order: (what: PersonOrderKind, email: string, change?: PersonChange) => Promise<Problem | null>;
  /** Gives an order, and keeps why it was not taken. */
  readonly give: (what: PersonOrderKind | 'drop', email: string) => Promise<void>;
}

const nothing: PersonOrders = { can: [], orders: [] };
const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Reads what can be ordered for the people of a document, and what was. Reads again with each change of the list. */
export function usePersonOrders(id: string, onChanged: () => void): PeopleView {
  const [found, setFound] = useState<PersonOrders | null>(null);
  const isRead = found !== null;
  const { can, orders } = found ?? nothing;
  const [problem, setProblem] = useState<Problem | null>(null);

  useEffect(() => {
    const reading = { wanted: true };
    const read = async () => {
      const answer = await ask(bridge().documents.personOrders({ id }));
      if (reading.wanted) setFound(answer);
    };
    void read();
    const stop = bridge().documents.onChanged(() => void read());
    return () => {
      reading.wanted = false;
      stop();
    };
  }, [id]);

  // A change that was made while we watched.
  const changes = orders.filter(({ kind, phase }) => kind !== 'resend-invitation' && phase === 'done');
  const made = changes.map(({ kind, email, at }) => `${kind} ${email} ${at}`).join('\n');
  const known = useRef<string | null>(null);
  const tell = useEffectEvent(onChanged);
  useEffect(() => {
    if (known.current !== null && known.current !== made) tell();
    if (isRead) known.current = made;
  }, [made, isRead]);

  async function order(what: PersonOrderKind | 'drop', email: string, change: PersonChange = {}) {
    const answer = await ask(bridge().documents.orderForPerson({ id, what, email, change }));
    if (answer.ok) setProblem(null);
    setFound(await ask(bridge().documents.personOrders({ id })));
    return answer.ok ? null : answer.problem;
  }

  return {
    can: (kind) => can.includes(kind),
    orderOf: (kind, email) => orders.find((one) => one.kind === kind && isSame(one.email, email)) ?? null,
    orders,
    problem,
    order,
    give: async (what, email) => setProblem(await order(what, email)),
  };
}
