import { expect, test } from 'vitest';
import { isOver, stillTrue } from './signee-state.ts';

test('a finished document shows only how it ended; an unknown status is not finished', () => {
  expect(['signed', 'withdrawn', 'rejected'].map(isOver)).toEqual([true, true, true]);
  expect(['draft', 'in-progress', 'archived'].map(isOver)).toEqual([false, false, false]);
});

test('nobody waits for a turn at a withdrawn document; who signed has signed', () => {
  const left = ['on-hold', 'pending', 'in-progress', 'signed', 'rejected'].filter((one) => stillTrue(one, 'withdrawn'));
  expect(left).toEqual(['signed', 'rejected']);
  expect(stillTrue('on-hold', 'in-progress')).toBe(true);
});
