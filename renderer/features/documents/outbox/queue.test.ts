import { expect, test } from 'vitest';
import { restingRow, sampleRow } from '../testing/sample-entries.ts';
import { queueOf } from './queue.ts';
import { newsBetween, together } from './submission-news.ts';

const moving = (bytes: number, total: number) => ({
  phase: 'calling' as const,
  progress: { bytes, total, bytesPerSecond: 1 },
});

test('counts the open submissions, and the progress of uploads by their bytes', () => {
  const rows = [
    sampleRow('a', moving(900, 1_000)),
    sampleRow('b', moving(100, 3_000)),
    // No progress yet: it counts with its full size.
    sampleRow('c', { phase: 'calling', size: 1_000 }),
    sampleRow('d', { phase: 'calling', step: 'start' }),
    sampleRow('e', { phase: 'unclear' }),
    sampleRow('f'),
    sampleRow('g', { phase: 'held', step: null }),
    sampleRow('h', { phase: 'needs-you' }),
    restingRow('i', 'started'),
  ];
  expect(queueOf(rows)).toEqual({ open: 6, uploading: 3, share: 20 });
  expect(queueOf([sampleRow('a', moving(10, 10))]).share).toBe(99);
  expect(queueOf([])).toEqual({ open: 0, uploading: 0, share: 0 });
});

test('news are submissions that became started or need a person, but not those that were so at the start', () => {
  const before = [sampleRow('a'), sampleRow('b'), restingRow('c', 'started'), sampleRow('d', { phase: 'needs-you' })];
  const started = before.map(({ id }) => restingRow(id, 'started', { revision: 2 }));
  const [a, b, , d] = started;
  const stuck = sampleRow('b', { phase: 'needs-you' });
  const now = started.with(1, stuck).with(3, sampleRow('d', { phase: 'needs-you', revision: 2 }));
  const first = newsBetween(before, now, 5_000);
  expect(first).toEqual({ started: [a], needYou: [stuck] });
  expect(together(first, newsBetween(now, started, 5_000))).toEqual({ started: [a, b, d], needYou: [stuck] });
});

test('a new row may be news at once, unless it is older than the list', () => {
  const fresh = restingRow('fresh', 'started', { changedAt: 5_000 });
  const old = restingRow('old', 'started', { changedAt: 4_999 });
  expect(newsBetween([], [fresh, old], 5_000)).toEqual({ started: [fresh], needYou: [] });
});
