import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { choices } from '../../../preload/contract/sending.ts';
import { longestExtraText, readExtra } from './read-extra.ts';

test.each([
  ['', {}],
  [' \n', {}],
  ['{"callback":"https://x.test"}', { callback: 'https://x.test' }],
])('reads %j', (text, extra) => {
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
  [`{"a":"${'x'.repeat(64_000)}"}`, 'too-much'],
  [`{"a":${'['.repeat(30)}${']'.repeat(30)}}`, 'too-much'],
])('refuses %j and names the reason', (text, problem) => {
  expect(readExtra(text)).toMatchObject({ ok: false, problem });
});

test('reports values that are too deep or too long', () => {
  const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const blank = (length: number) => `{${' '.repeat(length - 2)}}`;
  const fields = (count: number) => `{${Array.from({ length: count }, (_none, at) => `"f${at}":1`).join(',')}}`;
  expect(readExtra(fields(1_000))).toMatchObject({ ok: true });
  expect(readExtra(fields(1_001))).toEqual({ ok: false, problem: 'too-much' });
  expect(readExtra(`{"a":[${'1,'.repeat(4_000)}1]}`)).toMatchObject({ ok: true });
  expect(readExtra(`{"a":[${'1,'.repeat(4_001)}1]}`)).toEqual({ ok: false, problem: 'too-much' });
  expect(readExtra(deep)).toEqual({ ok: false, problem: 'too-much' });
  expect(readExtra(blank(longestExtraText))).toEqual({ ok: true, extra: {} });
  expect(readExtra(blank(longestExtraText + 1))).toEqual({ ok: false, problem: 'too-much' });
});

test('gives an answer to any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(typeof readExtra(text).ok).toBe('boolean');
    }),
  );
});

test('accepts only what main accepts', () => {
  const inMain = choices.shape.extra;
  const nested = (depth: number) => fc.constant(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  const text = fc.oneof(fc.json(), fc.integer({ min: 0, max: 40 }).chain(nested));
  fc.assert(
    fc.property(text, (given) => {
      const read = readExtra(given);
      if (read.ok) expect(inMain.safeParse(read.extra).success).toBe(true);
    }),
  );
});
