import { expect, test } from 'vitest';
import { isQuiet, quietEnd } from './quiet-hours.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 4, day, hour, minute).getTime();
const night = { from: 22 * 60, to: 7 * 60 };
const noon = { from: 12 * 60, to: 13 * 60 + 30 };

test('quiet hours last over midnight', () => {
  expect([at(1, 21, 59), at(1, 22), at(2, 0), at(2, 6, 59), at(2, 7)].map((now) => isQuiet(night, now))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(quietEnd(night, at(1, 23))).toBe(at(2, 7));
  expect(quietEnd(night, at(2, 3))).toBe(at(2, 7));
});

test('quiet hours within a day', () => {
  expect([at(1, 11, 59), at(1, 12), at(1, 13, 29), at(1, 13, 30)].map((now) => isQuiet(noon, now))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(quietEnd(noon, at(1, 12))).toBe(at(1, 13, 30));
});

test('the same hour twice is no quiet time', () => {
  expect(isQuiet({ from: 480, to: 480 }, at(1, 8))).toBe(false);
});
