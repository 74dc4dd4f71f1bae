import { expect, test } from 'vitest';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { createPace } from '../tracking/pace.ts';
import { documentOf, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { outboxFolder } from './testing/outbox-folder.ts';
import { recordingClient } from './testing/recording-client.ts';
import { BEGIN, checkOf, HOUR, listed, start, submissionOf } from './testing/submission-steps.ts';

const busy = refused({ status: 429, retryAfterMs: HOUR });

/** A draft that is compared before its start. */
const compared = {
  connectionId: 'c',
  documentId: 'd1',
  startAfter: 0,
  stage: { kind: 'ready', step: 'compare', nextTryAt: 0 },
} as const;

test('a look of the outbox that is asked to wait keeps checks and saver of the account waiting, too', async () => {
  await using driven = outboxFolder();
  driven.journal.connections.save({ ...sampleConnection, id: 'c' }, 0);
  const client = { ...recordingClient([]), details: async () => busy };
  const outbox = driven.open({ clientOf: () => client });
  const clock = { now: () => 5_000 };
  await driven.take(outbox, ['a'], compared);
  await expect.poll(() => driven.row('a')?.reason?.kind).toBe('failed');
  expect(createPace({ clock, journal: driven.journal }).pauseEnd('c')).toBe(5_000 + HOUR);
  expect(driven.faults).toEqual([]);
});

test('a pause that the journal does not take changes nothing about the look', async () => {
  await using driven = outboxFolder();
  driven.journal.connections.save({ ...sampleConnection, id: 'c' }, 0);
  const full = new Error('The disk is full.');
  const { deadlines } = driven.journal;
  const journal = {
    ...driven.journal,
    deadlines: {
      ...deadlines,
      set() {
        throw full;
      },
    },
  };
  const outbox = driven.open({ journal, clientOf: () => ({ ...recordingClient([]), details: async () => busy }) });
  await driven.take(outbox, ['a'], compared);
  await expect.poll(() => driven.row('a')?.reason?.kind).toBe('failed');
  expect(driven.faults).toEqual([full]);
});

test('a search for orphans ends where the service asks to wait, and goes on with the next check', async () => {
  const driven = drivenOutbox(BEGIN);
  const submission = submissionOf('s1');
  await start(driven, submission);
  const strangers = [listed('x1', 's1.pdf'), listed('x2', 's1.pdf')];
  const checked = driven.worker.checked('one', checkOf(driven.now(), strangers));
  await driven.answer('details x1', busy);
  await checked;
  expect([driven.calls(), driven.pace.pauseEnd('one')]).toEqual([[], driven.now() + HOUR]);
  await driven.advance(HOUR);
  void driven.worker.checked('one', checkOf(driven.now(), strangers));
  const foreign = { signees: [{ email: 'c@x.test' }], comment: 'not mine', documentUrl: null };
  await driven.answer('details x1', documentOf(submission, 'x1', foreign));
  expect(driven.calls()).toEqual(['details x2']);
});
