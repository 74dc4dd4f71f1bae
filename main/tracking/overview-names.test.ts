import { expect, test } from 'vitest';
import { readOverview } from '../signing/answers/overview.ts';
import { success } from '../signing/outcome.ts';
import { readOverviews } from './overviews.ts';

test.each([
  ['a name', 'a.pdf', 'a.pdf'],
  ['an empty name', '', 'd1'],
  ['no name', null, 'd1'],
])('a document with %s is listed', async (_, documentName, shown) => {
  const answer = readOverview({ documents: [{ documentId: 'd1', documentStatus: 'draft', documentName }], size: 1 });
  if (answer === null) throw new Error('The overview cannot be read.');
  const client = { overview: async () => success(answer) };
  const { signal } = new AbortController();
  const options = { signal, account: null, now: 1, search: false, begun: null, onePage: false };
  const outcome = await readOverviews(client, options);
  expect(outcome.ok && outcome.value.list?.documents.map(({ name }) => name)).toEqual([shown]);
});
