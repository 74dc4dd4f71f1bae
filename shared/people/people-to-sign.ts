/**
 * The doubt when somebody has signed and the service does not say who. `signed`: it may be this person. `turn`: people
 * before this one may still have to sign.
 */
export type Perhaps = 'signed' | 'turn';

interface Signee {
  readonly order: number | null;
  readonly status: string | null;
  readonly perhaps?: Perhaps | null;
}

const isOpen = ({ status }: Signee) => status !== 'signed' && status !== 'rejected';

/** Returns the people who can sign now. With an order these are the ones whose turn it is. */
export function peopleToSign<S extends Signee>(signees: readonly S[]): readonly S[] {
  const orders = signees.flatMap((one) => (isOpen(one) && one.order !== null ? [one.order] : []));
  const turn = orders.reduce((lowest, order) => Math.min(lowest, order), Number.POSITIVE_INFINITY);
  // An unknown status does not say that somebody has signed.
  const hasTurn = ({ order, perhaps = null }: Signee) => perhaps !== null || order === null || order === turn;
  return signees.filter((one) => isOpen(one) && one.status !== 'on-hold' && hasTurn(one));
}

/**
 * Infers who signed or may sign, where the service tells no status per signee. Somebody signed a document that is
 * `in-progress` in the list: in an order the first one, if nobody shares that place. Those who come next may have
 * signed, and those after them may have their turn. If only the last one is left, it is certainly theirs: else the
 * document would be `signed`.
 */
export function withInferred<S extends Signee>(
  signees: readonly S[],
  signStatus: string | null,
): readonly (S & Pick<Signee, 'perhaps'>)[] {
  if (signStatus !== 'in-progress' || signees.some(({ status }) => status !== null)) return signees;
  const first = aloneAt(signees, Math.min);
  const last = signees.length > 1 ? aloneAt(signees, Math.max) : null;
  const next = Math.min(...signees.flatMap((one) => (one === first ? [] : (one.order ?? []))));
  const perhapsOf = (one: Signee): Perhaps | null => {
    if (one.order !== null && one.order > next) return 'turn';
    return one === last ? null : 'signed';
  };
  return signees.map((one) => (one === first ? { ...one, status: 'signed' } : { ...one, perhaps: perhapsOf(one) }));
}

/** Returns the only signee at one end of the order. Null: several share that place, or not everybody has one. */
function aloneAt<S extends Signee>(signees: readonly S[], end: (...orders: number[]) => number): S | null {
  const orders = signees.flatMap(({ order }) => order ?? []);
  const place = end(...orders);
  const [only = null, ...others] = signees.filter(({ order }) => order === place);
  return orders.length === signees.length && others.length === 0 ? only : null;
}
