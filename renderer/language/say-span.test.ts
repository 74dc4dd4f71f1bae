import { expect, test } from 'vitest';
import { daysUntil, sayDayPast, sayDaysUntil, saySpan } from './say-span.ts';

const at = (day: number, hour = 12) => new Date(2026, 4, day, hour).getTime();

test('a span is said in its largest full unit', () => {
  expect(saySpan(at(1), at(10), 'en-GB')).toBe('9 days');
  expect(saySpan(at(1), at(2, 11), 'en-GB', 'long')).toBe('23 hours');
  expect(saySpan(at(1), at(1) + 5 * 60_000, 'de-CH', 'long')).toBe('5 Minuten');
});

test('a span that has just begun, or begins in the future of a wrong clock, is a minute', () => {
  expect(saySpan(at(2), at(2), 'en-GB', 'long')).toBe('1 minute');
  expect(saySpan(at(3), at(2), 'en-GB', 'long')).toBe('1 minute');
});

test('days until a moment are days of the calendar', () => {
  expect(daysUntil(at(2, 1), at(1, 23))).toBe(1);
  expect(daysUntil(at(1, 23), at(1, 1))).toBe(0);
  expect([1, 2, 4].map((day) => sayDaysUntil(at(day), at(1), 'en-GB'))).toEqual(['today', 'tomorrow', 'in 3 days']);
  expect(sayDaysUntil(at(4), at(1), 'fr-CH')).toBe('dans 3 jours');
});

test('what happened is never in the future: a reminder a minute after the window looked at its clock was today', () => {
  expect(sayDayPast(at(2, 1), at(1, 23), 'en-GB')).toBe('today');
  expect([1, 3].map((day) => sayDayPast(at(1), at(day), 'en-GB'))).toEqual(['today', '2 days ago']);
});
