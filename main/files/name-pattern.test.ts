import { expect, test } from 'vitest';
import { matchesPattern } from './name-pattern.ts';

test('patterns match as in a file manager', () => {
  expect(matchesPattern('Offer 1.PDF', '*.pdf')).toBe(true);
  expect(matchesPattern('Offer.pdf.json', '*.pdf')).toBe(false);
  expect(matchesPattern('offer-7.docx', 'Offer-?.*')).toBe(true);
  expect(matchesPattern('Mu\u0308ller.pdf', 'M\u00fcller.*')).toBe(true);
  expect(matchesPattern('a(b)[c].pdf', 'a(b)[c].pdf')).toBe(true);
  expect(matchesPattern('', '*')).toBe(true);
  expect(matchesPattern('ab', 'a')).toBe(false);
});

test('a hostile pattern is answered at once', () => {
  expect(matchesPattern('a'.repeat(255), `${'*a'.repeat(90)}b`)).toBe(false);
});
