import type { DocumentSignee } from '../../preload/contract/document.ts';
import type { Wish } from './submission.ts';

/** Returns the people as they were chosen here, until the service tells of them. Nobody has read how far they are. */
export const chosenPeople = (wish: Pick<Wish, 'signees'> | null): DocumentSignee[] =>
  (wish?.signees ?? []).map(({ email, order = null }) => ({ email, name: null, order, status: null }));
