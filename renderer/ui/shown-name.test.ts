import { expect, test } from 'vitest';
import { shownName } from './shown-name.ts';

test('a name cannot fake its ending with marks of writing direction', () => {
  expect(shownName('Invoice\u202efdp.exe')).toBe('Invoicefdp.exe');
  expect(shownName('\u2066\u2067\u2068a\u2069\u200e\u200f\u061c\u202a\u202b\u202c\u202d.pdf')).toBe('a.pdf');
});

test('a name without such marks stays the same in any script', () => {
  for (const name of ['Mietvertrag Zürich.pdf', 'عقد.pdf', 'חוזה 2.pdf', '']) expect(shownName(name)).toBe(name);
});
