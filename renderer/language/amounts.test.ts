import { expect, test } from 'vitest';
import { saySize, saySpeed } from './amounts.ts';

test('sizes are said in the language of the person, with three digits', () => {
  const said = [0, 1, 999, 1000, 23_456, 1_234_567, 40_000_000].map((size) => saySize(size, 'en'));
  expect(said).toEqual(['0 bytes', '1 byte', '999 bytes', '1 kB', '23.5 kB', '1.23 MB', '40 MB']);
  expect(saySize(1_234_567, 'de-CH').replace(/\s/, ' ')).toBe('1.23 MB');
  expect(saySize(1_234_567, 'fr').replace(/\s/, ' ')).toBe('1,23 Mo');
  expect(saySize(2_147_483_648, 'fr-CH')).toMatch(/^2,15.Go$/);
});

test('a speed is said in the unit that fits', () => {
  expect(saySpeed(840_000, 'de-CH')).toBe('840 kB/s');
});
