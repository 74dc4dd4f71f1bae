import { expect, test } from 'vitest';
import { changeOf } from '../submission/testing/sample-submission.ts';
import { outboxFolder } from './testing/outbox-folder.ts';
import { checkOf, listed } from './testing/submission-steps.ts';

test('a document behind the newest page is recorded as finished', async () => {
  await using here = outboxFolder();
  await here.take(here.open(), ['a']);
  const row = here.row('a');
  if (row === null) throw new Error('It was not accepted.');
  const started = { documentId: 'd1', stage: { kind: 'done', as: 'started' } } as const;
  here.journal.submissions.commit([changeOf(row, started)]);
  await here.restart();
  const outbox = here.open();
  await outbox.ready;
  const older = checkOf(6_000, [listed('d1', 'a.pdf', 'signed')]);
  await outbox.checked('c1', older, { documents: [], changed: [], total: 150 });
  expect(here.row('a')?.finishedAt).toBe(5_000);
});
