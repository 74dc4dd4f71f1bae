import type { DocumentSignee, DueTime } from '../../preload/contract/document.ts';
import type { TrackedDocument } from '../journal/tracked-documents.ts';
import { beganAt, dueOf } from '../tracking/lifecycle.ts';

/**
 * The doubt when somebody has signed and the service does not say who. `signed`: it may be this person. `turn`: people
 * before this one may still have to sign.
 */
export type Perhaps = 'signed' | 'turn';

export interface WaitingDocument {
  readonly id: string;
  readonly name: string;
  readonly entry: string;
  readonly since: number | null;
  readonly perhaps: Perhaps | null;
  readonly until: DueTime | null;
}

export interface WaitingPerson {
  readonly key: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly documents: readonly WaitingDocument[];
}

type Signee = Pick<DocumentSignee, 'email' | 'name' | 'order' | 'status' | 'decidedAt'> & {
  readonly perhaps?: Perhaps | null;
};

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
export function withInferred(signees: readonly Signee[], signStatus: string | null): readonly Signee[] {
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
function aloneAt(signees: readonly Signee[], end: (...orders: number[]) => number): Signee | null {
  const orders = signees.flatMap(({ order }) => order ?? []);
  const place = end(...orders);
  const [only = null, ...others] = signees.filter(({ order }) => order === place);
  return orders.length === signees.length && others.length === 0 ? only : null;
}

/** Returns since when a person can sign: the start, or the last signature of those before. */
export function turnBeganAt(signee: Signee, signees: readonly Signee[], startedAt: number | null): number | null {
  const { order } = signee;
  const before = order === null ? [] : signees.filter((one) => one.order !== null && one.order < order);
  if (before.length === 0) return startedAt;
  const moments = before.map(({ decidedAt = null }) => decidedAt);
  return moments.reduce((latest, at) => (latest === null || at === null ? null : Math.max(latest, at)));
}

/** Identifies a person. Capitals in an address make no other person. */
export const personKey = ({ email, name }: Pick<Signee, 'email' | 'name'>): string =>
  (email ?? name ?? '').normalize('NFC').toLowerCase();

const NEVER = Number.POSITIVE_INFINITY;
const bySince = (one: WaitingDocument, other: WaitingDocument) => (one.since ?? NEVER) - (other.since ?? NEVER);

interface Found {
  readonly key: string;
  readonly email: string | null;
  name: string | null;
  readonly documents: WaitingDocument[];
}

export function createWaitingIndex() {
  const people = new Map<string, Found>();
  return {
    /**
     * Adds a document. `signees` are as the service showed them, or else as they were chosen here. Returns whether it
     * is known who has to sign.
     */
    add(document: TrackedDocument, shown: readonly Signee[]): boolean {
      const signees = withInferred(shown, document.signStatus);
      if (document.status !== 'in-progress' || document.goneAt !== null) return false;
      const startedAt = beganAt(document);
      const due = dueOf(document);
      const waitedFor = new Map(peopleToSign(signees).map((one) => [personKey(one), one]));
      waitedFor.delete('');
      for (const [key, signee] of waitedFor) {
        const known = people.get(key) ?? { key, email: signee.email, name: null, documents: [] };
        known.name ??= signee.name;
        known.documents.push({
          id: document.id,
          name: document.name ?? document.id,
          entry: document.submissionId === null ? document.id : `submission:${document.submissionId}`,
          since: turnBeganAt(signee, signees, startedAt),
          perhaps: signee.perhaps ?? null,
          until: due && { at: due.at, bound: due.bound },
        });
        people.set(key, known);
      }
      return waitedFor.size > 0;
    },
    finish(): readonly WaitingPerson[] {
      const sorted = [...people.values()].map((one) => ({ ...one, documents: one.documents.toSorted(bySince) }));
      const longest = ({ documents }: WaitingPerson) => documents[0]?.since ?? NEVER;
      return sorted.toSorted((one, other) => longest(one) - longest(other) || (one.key < other.key ? -1 : 1));
    },
  };
}
