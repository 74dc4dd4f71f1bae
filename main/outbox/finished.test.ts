import { expect, test } from 'vitest';
import { changeOf } from '../submission/testing/sample-submission.ts';
import { outboxFolder } from './testing/outbox-folder.ts';
import { quietOutbox } from './testing/quiet-outbox.ts';
import { checkOf, listed } from './testing/submission-steps.ts';

/** Opens an outbox whose one row is started, and what is known of its document. */
async function startedOutbox(here: ReturnType<typeof outboxFolder>, status = 'in-progress') {
  await here.take(here.open(), ['a']);
  const row = here.row('a');
  if (row === null) throw new Error('It was not accepted.');
  here.journal.submissions.commit([changeOf(row, { documentId: 'd1', stage: { kind: 'done', as: 'started' } })]);
  const seen = { at: 5_000, before: null, account: row.account };
  here.journal.documentFacts.see('c1', [{ id: 'd1', status }], seen);
  await here.restart();
  const outbox = here.open();
  await outbox.ready;
  return outbox;
}

const emptyList = { documents: [], changed: [], total: 150 };

test.each(['signed', 'rejected', 'withdrawn'])(
  'a %s document behind the newest page is finished, and its copy let go',
  async (status) => {
    await using here = outboxFolder();
    const outbox = await startedOutbox(here);
    const older = checkOf(6_000, [listed('d1', 'a.pdf', status)]);
    await outbox.checked('c1', older, emptyList);
    expect(here.row('a')?.finishedAt).toBe(5_000);
    await here.restart();
    const later = here.open({ clock: { ...quietOutbox.clock, now: () => 5_000 + 30 * 86_400_000 } });
    await later.ready;
    expect(here.copies()).toBe(0);
  },
);

test.each(['signed', 'rejected', 'withdrawn'])('a document that a look shows as %s is finished', async (status) => {
  await using here = outboxFolder();
  const outbox = await startedOutbox(here, status);
  outbox.documentChanged('c1', 'd1');
  expect(here.row('a')?.finishedAt).toBe(5_000);
});

test('a document that a look shows as running is not finished', async () => {
  await using here = outboxFolder();
  const outbox = await startedOutbox(here);
  outbox.documentChanged('c1', 'd1');
  await outbox.checked('c1', checkOf(6_000, []), emptyList);
  expect(here.row('a')?.finishedAt).toBe(null);
});

test('a started document that the service does not find is withdrawn before it is sent again: it may come back', async () => {
  await using here = outboxFolder();
  const outbox = await startedOutbox(here);
  here.journal.documentFacts.setGone('c1', 'd1', 5_000);
  outbox.documentChanged('c1', 'd1');
  await outbox.checked('c1', checkOf(6_000, []), emptyList);
  expect(here.row('a')?.finishedAt).toBe(null);
  expect(await outbox.command('a', { kind: 'redo' })).toEqual({ ok: true, created: 'again' });
  expect(here.stageOf('a')).toMatchObject({ step: 'withdraw' });
});

test('the next check finishes a document whose end was stored before the app ended, or by an earlier version', async () => {
  await using here = outboxFolder();
  const outbox = await startedOutbox(here, 'rejected');
  expect(here.row('a')?.finishedAt).toBe(null);
  await outbox.checked('c1', checkOf(6_000, []), emptyList);
  expect(here.row('a')?.finishedAt).toBe(5_000);
});
