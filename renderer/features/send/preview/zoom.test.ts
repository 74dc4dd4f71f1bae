import { expect, test } from 'vitest';
import { largerThan, smallerThan } from './zoom.ts';

test('steps up and down, also from between two steps, and stops at the ends', () => {
  expect([0.51, 0.67, 1, 3.995, 4, 5].map(largerThan)).toEqual([0.67, 0.8, 1.25, 4, 4, 5]);
  expect([0.52, 0.67, 1, 0.255, 0.25, 0.1].map(smallerThan)).toEqual([0.5, 0.5, 0.8, 0.25, 0.25, 0.1]);
});
