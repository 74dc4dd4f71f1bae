import { expect, test } from 'vitest';
import { sampleSubmission } from '../submission/testing/sample-submission.ts';
import { queueOf } from './queue.ts';

const here = { now: 1_000, account: 'service-1', moving: new Map() };
const at = (id: string, patch: Parameters<typeof sampleSubmission>[1]) =>
  sampleSubmission(id, { account: 'service-1', goal: 'send', startAfter: 0, ...patch });

test('counts what is on its way, and the bytes of all uploads', () => {
  const uploading = { kind: 'calling', step: 'upload', since: 1 } as const;
  const submissions = [
    at('a', { stage: uploading }),
    at('b', { stage: uploading }),
    at('c', { stage: { kind: 'calling', step: 'start', since: 1 } }),
    at('d', { stage: { kind: 'ready', step: 'upload', nextTryAt: 1 } }),
    at('e', { stage: { kind: 'held' } }),
    at('f', { stage: { kind: 'needs-you', step: 'upload' } }),
  ];
  const moving = new Map([['a', { bytes: 900, total: 1_000 }]]);
  const size = submissions[1]?.wish.file.size ?? 0;
  expect(queueOf(submissions, { ...here, moving }).queue).toEqual({
    open: 4,
    uploading: 2,
    bytes: 900,
    // No progress yet: it counts with its full size.
    total: 1_000 + size,
  });
});

test('counts down only what can still be undone, from the first to the last', () => {
  const ready = { kind: 'ready', step: 'compare', nextTryAt: 1 } as const;
  const submissions = [
    at('gone', { stage: ready, startAfter: 1_000 }),
    at('first', { stage: ready, startAfter: 2_000 }),
    at('last', { stage: ready, startAfter: 3_000 }),
    at('undone', { stage: ready, startAfter: 4_000, cancelled: true }),
    at('stuck', { stage: { kind: 'needs-you', step: 'upload' }, startAfter: 4_000 }),
    at('of another account', { stage: ready, startAfter: 4_000, account: 'service-2' }),
  ];
  expect(queueOf(submissions, here).counting).toEqual({ count: 2, first: 2_000, last: 3_000 });
  expect(queueOf(submissions, { ...here, now: 3_000 }).counting).toBeNull();
});
