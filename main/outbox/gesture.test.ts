import { expect, test } from 'vitest';
import { createGesture } from './gesture.ts';

test('the handfuls of one gesture have one moment, and the next gesture has another', () => {
  let now = 1_000;
  const gesture = createGesture({ now: () => now });
  const at = (more: boolean, connectionId = 'a') => {
    now += 1_000;
    return gesture.momentOf(connectionId, more);
  };
  expect([at(false), at(false)]).toEqual([2_000, 3_000]);
  expect([at(true), at(true), at(true)]).toEqual([4_000, 4_000, 4_000]);
  expect(at(true, 'b')).toBe(7_000);
  gesture.end();
  expect(at(true, 'b')).toBe(8_000);
  // The one before was never told to be complete.
  now += 10 * 60_000;
  expect(at(true, 'b')).toBe(609_000);
  now -= 24 * 60 * 60_000;
  expect(at(true, 'b')).toBe(now);
});
