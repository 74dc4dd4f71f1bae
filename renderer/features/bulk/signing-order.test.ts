import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOrder, toGroups } from './signing-order.ts';

test.each([
  ['', 'usual'],
  ['  ', 'usual'],
  ['Any order', 'any'],
  ['in beliebiger Reihenfolge', 'any'],
  ['dans n’importe quel ordre', 'any'],
  ['Qualsiasi', 'any'],
  ['ja', 'in-order'],
  ['Der Reihe nach', 'in-order'],
  ['dans l’ordre', 'in-order'],
  ['sì', 'in-order'],
  ['first Anna', 'unknown'],
  ['1, 2,', 'unknown'],
  ['-1', 'unknown'],
])('%s: %s', (text, kind) => {
  expect(readOrder(text).kind).toBe(kind);
});

test('more numbers than the possible number of people are no order', () => {
  expect(readOrder('1 '.repeat(2_000)).kind).toBe('steps');
  expect(readOrder('1 '.repeat(2_001)).kind).toBe('unknown');
});

test.each(['1, 2, 2', '1;2;2', '1 2 2', '1 > 2 > 2', '1.2.2', '1/2/2'])('%s is a number for each', (text) => {
  expect(readOrder(text)).toEqual({ kind: 'steps', steps: [1, 2, 2] });
});

test('steps count from 0 without gaps and keep their order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(999), { minLength: 1 }), (steps) => {
      const groups = toGroups(steps);
      expect(new Set(groups)).toEqual(new Set(Array.from({ length: new Set(steps).size }, (_none, at) => at)));
      for (const [a, one] of steps.entries())
        for (const [b, other] of steps.entries())
          expect(Math.sign((groups[a] ?? 0) - (groups[b] ?? 0))).toBe(Math.sign(one - other));
    }),
  );
});

test('in any text every number is understood, or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\d ,;.-]{0,12}$/)), (text) => {
      const order = readOrder(text);
      if (order.kind === 'steps') expect(order.steps.map(String)).toEqual(text.match(/\d+/g)?.map((one) => `${+one}`));
      else if (order.kind === 'usual') expect(text.trim()).toBe('');
      else expect(text.trim()).not.toMatch(/^\d{1,3}(?:, \d{1,3})*$/);
    }),
  );
});
