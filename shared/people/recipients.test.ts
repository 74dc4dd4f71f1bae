import { expect, test } from 'vitest';
import { mayBeSame, recipientsOf } from './recipients.ts';

test('the same people in any spelling and order are the same recipients', () => {
  const one = recipientsOf(['Anna@Muster.ch', 'beat@muster.ch', 'anna@muster.ch'], false);
  expect(recipientsOf(['beat@muster.ch', 'ANNA@muster.ch'], true)).toBe(one);
  expect(mayBeSame(one, recipientsOf(['anna@muster.ch'], false))).toBe(false);
});

test('nobody knows whom the fields of a document name; a document without people is for nobody', () => {
  const anna = recipientsOf(['anna@muster.ch'], false);
  expect(mayBeSame(anna, recipientsOf([], true))).toBe(true);
  const nobody = recipientsOf([], false);
  expect([mayBeSame(anna, nobody), mayBeSame(nobody, recipientsOf([], true))]).toEqual([false, false]);
});
