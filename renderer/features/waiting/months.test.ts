import { expect, test } from 'vitest';
import { daysOfMonth, monthAfter, monthOf, sayMonth } from './months.ts';

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
  expect(sayMonth('2026-03', 'fr-CH')).toBe('Mars 2026');
});

test('a month has its days, with weekends and Mondays', () => {
  const days = daysOfMonth('2026-02');
  expect(days).toHaveLength(28);
  expect(days[1]).toEqual({ at: new Date(2026, 1, 2).getTime(), day: 2, isWeekend: false, isMonday: true });
  expect(days.filter(({ isWeekend }) => isWeekend).map(({ day }) => day)).toEqual([1, 7, 8, 14, 15, 21, 22, 28]);
});
