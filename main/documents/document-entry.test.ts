import { expect, test } from 'vitest';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { listed } from './testing/order-service.ts';
import { sampleDocuments } from './testing/sample-documents.ts';

test('a document whose details nobody has read shows the people who were chosen and no progress, and nobody once it has ended', async () => {
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
  refuse();
  await check(['d1']);
  expect(entry('d1')).toMatchObject({
    signees: [
      { email: 'a@x.test', name: null, order: 0, status: null },
      { email: 'b@x.test', name: null, order: 1, status: null },
    ],
    people: { all: 2, signed: 0, waiting: 0 },
  });
  journal.documents.see('c', [listed('signed')], 1);
  expect(entry('d1')).toMatchObject({ documentStatus: 'signed', signees: null });
});
