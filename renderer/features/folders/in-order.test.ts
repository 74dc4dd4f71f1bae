import { expect, test } from 'vitest';
import { inOrder } from './in-order.ts';

test('names are in the order of people, with their numbers', () => {
  const names = ['Zug.pdf', 'Lease 10.pdf', 'Lease 9.pdf', 'Änderung.pdf', 'lease 11.pdf'];
  expect(inOrder(names, (name) => name, 'de')).toEqual([
    'Änderung.pdf',
    'Lease 9.pdf',
    'Lease 10.pdf',
    'lease 11.pdf',
    'Zug.pdf',
  ]);
});
