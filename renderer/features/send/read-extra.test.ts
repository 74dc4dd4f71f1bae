import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readExtra } from './read-extra.ts';

test.each([
  ['', {}],
  [' \n', {}],
  ['{"callback":"https://x.test"}', { callback: 'https://x.test' }],
])('%j is taken', (text, extra) => {
  expect(readExtra(text)).toEqual({ ok: true, extra });
});

test.each([
  ['{', 'not-json'],
  ['callback=1', 'not-json'],
  ['[]', 'not-object'],
  ['null', 'not-object'],
  ['"x"', 'not-object'],
  ['{"sendMail":"none"}', 'own-field'],
  [`{"${'x'.repeat(121)}":1}`, 'long-name'],
])('%j is told', (text, problem) => {
  expect(readExtra(text)).toMatchObject({ ok: false, problem });
});

test('whatever is typed gets an answer', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(typeof readExtra(text).ok).toBe('boolean');
    }),
  );
});
