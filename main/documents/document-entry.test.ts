import { expect, test } from 'vitest';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { sampleDocuments } from './testing/sample-documents.ts';

test('a document whose details nobody has read shows the people who were chosen, by their names, and no progress', async () => {
  const { check, entry, journal, refuse } = sampleDocuments(['b@x.test']);
  const wish = {
    signees: [
      { email: 'a@x.test', order: 0 },
      { email: 'b@x.test', order: 1 },
    ],
  };
  const stage = { kind: 'done', as: 'started' } as const;
  const sent = sampleSubmission('s', { connectionId: 'c', documentId: 'd1', stage });
  journal.submissions.commit([accepted({ ...sent, wish: { ...sent.wish, ...wish } })]);
  journal.people.save({ email: 'a@x.test', name: 'Anna Muster' }, 1);
  refuse();
  await check(['d1']);
  expect(entry('d1')).toMatchObject({
    signees: [
      { email: 'a@x.test', name: 'Anna Muster', order: 0, status: null },
      { email: 'b@x.test', name: null, order: 1, status: null },
    ],
    people: { all: 2, signed: 0, waiting: 0 },
  });
});
