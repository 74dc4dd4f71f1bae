import { expect, test } from 'vitest';
import { sampleRow } from '../testing/sample-entries.ts';
import { helpFor, offeredFor } from './offered-commands.ts';

const now = { counting: false, copied: false, still: false };
const commands = ['retry', 'cancel'] as const;
const stopped = (key: 'file-changed' | 'submission-gone' | 'unreachable') =>
  sampleRow('a', { phase: 'needs-you', commands: [...commands], problem: { key, params: {} } });

test.each(['file-changed', 'submission-gone'] as const)('sending the file anew helps first: %s', (key) => {
  const row = stopped(key);
  expect(offeredFor(row, now)).toEqual(['retry', 'anew', 'cancel']);
  expect(helpFor(row, offeredFor(row, now))).toBe('anew');
});

test('a copy that is wrong cannot be changed: the file is chosen again', () => {
  const row = { ...stopped('file-changed'), commands: [...commands, 'revise' as const] };
  expect(offeredFor(row, now)).toEqual(['retry', 'anew', 'cancel']);
  expect(helpFor(row, offeredFor(row, now))).toBe('anew');
});

test('while a document can still go on, it is not sent anew', () => {
  expect(offeredFor(stopped('unreachable'), now)).toEqual(['retry', 'cancel']);
  expect(helpFor(stopped('unreachable'), ['retry', 'cancel'])).toBeUndefined();
  expect(offeredFor({ ...stopped('file-changed'), phase: 'waiting' }, now)).toEqual(['retry', 'cancel']);
});

test('a copy with the same file is better than choosing the file again', () => {
  const row = { ...stopped('submission-gone'), commands: ['retry' as const, 'redo' as const] };
  expect(helpFor(row, offeredFor(row, now))).toBe('redo');
});

test('what ended long ago is sent anew, unless a copy of it is on its way', () => {
  const ended = sampleRow('a', { phase: 'done', step: null, end: 'started', finishedAt: 1, commands: [] });
  expect(offeredFor(ended, now)).toEqual(['anew']);
  expect(offeredFor({ ...ended, commands: ['redo'] }, now)).toEqual(['redo']);
  expect(offeredFor(ended, { ...now, copied: true })).toEqual([]);
  expect(offeredFor({ ...ended, finishedAt: null }, now)).toEqual([]);
});

test('what ended without a copy of its file is sent anew', () => {
  const ended = sampleRow('a', { phase: 'done', step: null, end: 'cancelled', commands: [] });
  expect(offeredFor(ended, now)).toEqual(['anew']);
});

test('a draft that was made elsewhere is never sent anew: its file is not here', () => {
  for (const end of ['deleted', 'started', 'withdrawn'] as const)
    expect(offeredFor(sampleRow('a', { phase: 'done', end, finishedAt: 1, commands: [], size: null }), now)).toEqual(
      [],
    );
  expect(offeredFor({ ...stopped('submission-gone'), size: null }, now)).toEqual(['retry', 'cancel']);
});
