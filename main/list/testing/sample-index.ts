import type { ListQuery } from '../../../preload/contract/list.ts';
import { wholeList } from '../../../preload/contract/list-choices.ts';
import { inSlices } from '../../time/slices.ts';
import { createListIndex, type ListIndex } from '../list-index.ts';
import { readView, readWholeView } from '../list-view.ts';
import type { DocumentKey, SubmissionKey } from '../row-key.ts';

const peopleOf = (id: string) => (id === 'a' ? ' beat frei ch ' : '');
/** People knows one by a name that no row has. */
const addressesOf = (word: string) => (word === 'rossi' ? ['carla@x.ch'] : []);
export const viewOf = async (index: ReturnType<typeof createListIndex>, query: ListQuery) => {
  const whole = await inSlices(readWholeView(index, query.sort));
  return inSlices(readView(whole, query, { now: NOW, peopleOf, addressesOf, findWord: index.findWord }));
};

export const DAY = 24 * 60 * 60_000;
export const NOW = 100 * DAY;

/** Fills an index with documents in this order, and with submissions. */
export async function indexOf(
  documents: readonly DocumentKey[],
  submissions: readonly SubmissionKey[] = [],
): Promise<ListIndex> {
  const index = createListIndex();
  for (const [position, document] of documents.entries()) index.putDocument({ ...document, position });
  for (const submission of submissions) index.putSubmission(submission);
  await inSlices(index.placeDocuments());
  return index;
}

/** Returns the keys of the rows by group. */
export async function groups(index: ListIndex, query: Partial<ListQuery> = {}) {
  const view = await viewOf(index, { ...wholeList, ...query });
  return view.groups.map(({ group, rows }) => [group, rows.map(({ key }) => key)]);
}

/** Returns the keys of all rows in order. */
export const keys = async (index: ListIndex, query: Partial<ListQuery> = {}) =>
  (await groups(index, query)).flatMap(([, found]) => found ?? []);
