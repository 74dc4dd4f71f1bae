import { expect, test } from 'vitest';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { outboxFolder } from '../outbox/testing/outbox-folder.ts';
import { accepted, changeOf, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createNewerContent, createSentAgain, findEarlier, toKnown } from './known-content.ts';

test.each([
  ['its start', 'started', { uploadedAt: 2_000, startedAt: 3_000 }, 3_000],
  ['its upload, when nobody is asked to sign yet', 'draft', { uploadedAt: 2_000 }, 2_000],
  ['its hand-over, when no other time was recorded', 'started', {}, 1_000],
] as const)('a content was sent at the time of %s', async (_what, as, times, at) => {
  await using folder = outboxFolder();
  const submission = sampleSubmission('s1', { stage: { kind: 'done', as }, ...times });
  expect(toKnown(submission, folder.journal)).toMatchObject({ state: 'sent', at });
});

test.each(['withdrawn', 'deleted', 'cancelled'] as const)(
  'what may have been sent before counts after it was %s',
  async (as) => {
    await using folder = outboxFolder();
    const stopped = sampleSubmission('s1', { stage: { kind: 'done', as } });
    const isLive = (perhapsSent: boolean) => toKnown({ ...stopped, perhapsSent }, folder.journal).live;
    expect([isLive(false), isLive(true)]).toEqual([false, true]);
  },
);

test('what is prepared is not sent beside the same for the same people, without a word of a person', async () => {
  await using folder = outboxFolder();
  const one = sampleSubmission('one');
  const file = one.wish.file;
  const held = { stage: { kind: 'held' }, goal: 'hold' } as const;
  const others = [{ email: 'carla@example.ch', order: 0 }];
  const started = { wish: one.wish, stage: { kind: 'done', as: 'started' }, startedAt: 2 } as const;
  const rows = [
    sampleSubmission('sent', started),
    sampleSubmission('again', { ...held, wish: { ...one.wish, file } }),
    sampleSubmission('corrected', { ...held, wish: one.wish, redoOf: 'sent' }),
    sampleSubmission('others', { ...held, wish: { ...one.wish, signees: others } }),
    sampleSubmission('others too', { ...held, wish: { ...one.wish, signees: others } }),
    sampleSubmission('another', held),
  ];
  expect(folder.journal.submissions.commit(rows.map(accepted))).toEqual({ ok: true });
  const isSentAgain = createSentAgain(folder.journal);
  expect(
    rows
      .slice(1)
      .filter(isSentAgain)
      .map(({ id }) => id),
  ).toEqual(['again', 'others too']);
});

test('what a person sends while many are sent counts as well', async () => {
  await using folder = outboxFolder();
  const { submissions } = folder.journal;
  const held = { stage: { kind: 'held' }, goal: 'hold' } as const;
  const { wish } = sampleSubmission('first');
  const dora = { ...wish, signees: [{ email: 'dora@example.ch', order: 0 }] };
  const [first, alone, last] = [
    sampleSubmission('first', { ...held, wish }),
    sampleSubmission('alone', { ...held, wish: dora }),
    sampleSubmission('last', { ...held, wish: dora }),
  ];
  expect(submissions.commit([first, alone, last].map(accepted))).toEqual({ ok: true });
  const isSentAgain = createSentAgain(folder.journal);
  expect(isSentAgain(first)).toBe(false);
  const started = { stage: { kind: 'done', as: 'started' }, startedAt: 3 } as const;
  expect(submissions.commit([changeOf(alone, started)])).toEqual({ ok: true });
  expect(isSentAgain(last)).toBe(true);
});

test.each([
  ['of its account counts', sampleConnection.fields.base, true],
  ['at another service is another', 'https://other.example/api/v1', false],
])('what was sent by a connection %s', async (_what, base, isKnown) => {
  await using folder = outboxFolder();
  const { connections, submissions } = folder.journal;
  connections.save({ ...sampleConnection, id: 'old', fields: { ...sampleConnection.fields, base } }, 1);
  connections.save({ ...sampleConnection, id: 'new' }, 1);
  const stage = { kind: 'done', as: 'started' } as const;
  const { wish, ...sent } = sampleSubmission('sent', { connectionId: 'old', stage, startedAt: 2 });
  expect(submissions.commit([accepted({ ...sent, wish })])).toEqual({ ok: true });
  const sha256 = wish.file.sha256 ?? '';
  expect([
    findEarlier(folder.journal, { connectionId: 'new', sha256, people: wish }) !== null,
    createSentAgain(folder.journal)(sampleSubmission('again', { connectionId: 'new', wish })),
    createNewerContent(folder.journal, 'new').has(sha256, wish, null),
  ]).toEqual([isKnown, isKnown, isKnown]);
});
