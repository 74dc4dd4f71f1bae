import type { DocumentSignee } from '../../preload/contract/document.ts';
import { stillTrue } from '../../shared/signee-state.ts';

interface KnownDocument {
  readonly status: string;
  readonly signees: readonly DocumentSignee[] | null;
}

/** Returns the people of a document. Of one that has ended, nobody knows more than who had signed or rejected. */
export const knownPeople = ({ status: ended, signees }: KnownDocument): DocumentSignee[] | null =>
  signees?.map((one) => (one.status === null || stillTrue(one.status, ended) ? one : { ...one, status: null })) ?? null;
