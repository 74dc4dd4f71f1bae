import { expect, test } from 'vitest';
import { monthAfter, monthOf, sayMonth } from './months.ts';

test('months follow each other over the end of a year', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-05', 0)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-05',
  ]);
  expect(monthOf(new Date(2026, 0, 31, 23).getTime())).toBe('2026-01');
});

test('a month is said in the language of the person', () => {
  expect(sayMonth('2026-05', 'en-GB')).toBe('May 2026');
  expect(sayMonth('2026-03', 'de-CH')).toBe('März 2026');
});
