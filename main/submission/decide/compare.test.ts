import { expect, test } from 'vitest';
import { isSameName } from './compare.ts';

test.each([
  ['a backslash that was replaced on the way', String.raw`C:\Contracts\a.pdf`, 'C:_Contracts_a.pdf'],
  ['a backslash that an earlier version sent', String.raw`a\b.pdf`, String.raw`a\b.pdf`],
  ['quotes that stayed escaped', 'the "final" one.pdf', 'the %22final%22 one.pdf'],
  ['umlauts in the other Unicode form', 'U\u0308bergabe.pdf', '\u00dcbergabe.pdf'],
])('%s is the same name', (_, wanted, found) => {
  expect(isSameName(wanted, found)).toBe(true);
});

test.each([
  ['a name that was cut', String.raw`Contracts\a.pdf`, 'a.pdf'],
  ['another name', 'a.pdf', 'b.pdf'],
])('%s is not', (_, wanted, found) => {
  expect(isSameName(wanted, found)).toBe(false);
});
