import { expect, test } from 'vitest';
import { unclearAt } from '../submission/decide/change.ts';
import { sampleSubmission } from '../submission/testing/sample-submission.ts';
import { tallyOf } from './tally.ts';

const here = { connectionId: 'c1', now: 1_000, account: 'service-1', moving: new Map() };
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
  expect(tallyOf(submissions, { ...here, moving }).queue).toEqual({
    open: 4,
    uploading: 2,
    bytes: 900,
    // No progress yet: it counts with its full size.
    total: 1_000 + size,
  });
});

test('counts uploads in doubt until the next check, and what waits for a person in every connection', () => {
  const reason = {
    kind: 'unsettled',
    documents: 0,
    unreadable: 0,
    whole: false,
    missed: 0,
    passed: [],
    since: 1,
  } as const;
  const promised = { stage: { kind: 'held' }, redoOf: 'a' } as const;
  const submissions = [
    at('a', { stage: unclearAt('upload', 1, null) }),
    at('b', { stage: { ...unclearAt('upload', 1, null), looking: true } }),
    at('c', { stage: { kind: 'needs-you', step: 'upload' }, reason }),
    at('d', promised),
    at('e', { stage: { kind: 'held' } }),
    at('f', { stage: { kind: 'held' }, connectionId: 'another' }),
    at('g', { stage: unclearAt('upload', 1, null), connectionId: 'another' }),
  ];
  const { waitForCheck, needsYou, queue } = tallyOf(submissions, here);
  expect([waitForCheck, queue.open]).toEqual([1, 2]);
  expect(Object.fromEntries(needsYou)).toEqual({ c1: 2, another: 1 });
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
  expect(tallyOf(submissions, here).counting).toEqual({ count: 2, first: 2_000, last: 3_000 });
  expect(tallyOf(submissions, { ...here, now: 3_000 }).counting).toBeNull();
});

test('counts nothing of another account as on its way, and without a sign-in everything that waits for it', () => {
  const uploading = { kind: 'calling', step: 'upload', since: 1 } as const;
  const submissions = [
    at('own', { stage: uploading }),
    at('uploading', { stage: uploading, account: 'service-2' }),
    at('in doubt', { stage: unclearAt('upload', 1, null), account: 'service-2' }),
  ];
  const { queue, waitForCheck } = tallyOf(submissions, here);
  expect([queue.open, queue.uploading, waitForCheck]).toEqual([1, 1, 0]);
  expect(tallyOf(submissions, { ...here, account: null }).queue.open).toBe(3);
});
