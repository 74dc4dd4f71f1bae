import { expect, test } from 'vitest';
import { isOver, stillTrue } from './status-words.ts';

test('what is over says only how it ended; what nobody knows is not over', () => {
  expect(['signed', 'withdrawn', 'rejected'].map(isOver)).toEqual([true, true, true]);
  expect(['draft', 'in-progress', 'archived'].map(isOver)).toEqual([false, false, false]);
});

test('nobody waits for a turn at a document that was withdrawn; who signed has signed', () => {
  const left = ['on-hold', 'pending', 'in-progress', 'signed', 'rejected'].filter((one) => stillTrue(one, 'withdrawn'));
  expect(left).toEqual(['signed', 'rejected']);
  expect(stillTrue('on-hold', 'in-progress')).toBe(true);
});
