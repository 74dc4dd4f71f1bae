import { expect, test } from 'vitest';
import { splitName } from './split-name.ts';

test('a long name keeps its end, a short one stays whole', () => {
  expect(splitName('Mietvertrag Bahnhofstrasse 12.pdf')).toEqual(['Mietvertrag Bahnhofstrasse ', '12.pdf']);
  expect(splitName('Employment contract M. Rossi.pdf')).toEqual(['Employment contract M. ', 'Rossi.pdf']);
  expect(splitName('Geheimhaltungsvereinbarung.pdf')).toEqual(['Geheimhaltungsverein', 'barung.pdf']);
  expect(splitName('Offer_2026-104_Hotel_Krone.pdf')).toEqual(['Offer_2026-104_Hotel', '_Krone.pdf']);
  expect(splitName('Lease.pdf')).toEqual(['Lease.pdf', '']);
});

test('what people see as one character is not taken apart', () => {
  const [head, tail] = splitName(`${'a'.repeat(20)}👩‍👩‍👧é.pdf7890`);
  expect(tail).toBe('👩‍👩‍👧é.pdf7890');
  expect(head).toBe('a'.repeat(20));
});
