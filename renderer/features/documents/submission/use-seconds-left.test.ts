import { expect, test } from 'vitest';
import { sayLeft, secondsOfSeveral } from './use-seconds-left.ts';

test('several count down to the first, and never stand at zero while another still waits', () => {
  const several = { first: 10_000, last: 70_000 };
  expect([0, 9_001, 10_000, 69_001].map((now) => sayLeft(secondsOfSeveral(several, now)))).toEqual([
    '0:10',
    '0:01',
    '1:00',
    '0:01',
  ]);
});
