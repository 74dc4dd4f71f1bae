import type { DocumentSignee, DueTime } from '../../preload/contract/document.ts';
import { type Perhaps, peopleToSign, withInferred } from '../../shared/people/people-to-sign.ts';
import type { TrackedDocument } from '../journal/tracked-documents.ts';
import { beganAt, dueOf } from '../tracking/lifecycle.ts';

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
