import { expect, test } from 'vitest';
import { isBeyond } from './json-extent.ts';

const extent = { deepest: 3, mostCommas: 3 };

test.each([
  ['as many values as there may be', '{"a":1,"b":2,"c":3,"d":4}', false],
  ['one more', '{"a":1,"b":2,"c":3,"d":4,"e":5}', true],
  ['one more, within a list', '{"a":[1,2,3,4,5]}', true],
  ['as deep as it may be', '{"a":[[1]]}', false],
  ['one deeper', '{"a":[[[1]]]}', true],
  ['depth that was left again', '[[1],[2],[3]]', false],
  ['signs in a text', '{"a":"[[[[,,,,,,"}', false],
  ['signs behind an escaped quote', '{"a":"\\"[[[[,,,,,,"}', false],
  ['signs behind a text that ends with a backslash', '{"a":"\\\\",[[[[0]]]]}', true],
  ['nothing', '', false],
])('%s', (_what, text, expected) => {
  expect(isBeyond(text, extent)).toBe(expected);
});
