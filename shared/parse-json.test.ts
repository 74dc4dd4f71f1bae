import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

test('JSON text gives its value, any other text undefined', () => {
  expect(parseJson('{"a":[1,null]}')).toEqual({ a: [1, null] });
  expect(parseJson('null')).toBeNull();
  expect(parseJson('')).toBeUndefined();
  expect(parseJson("{'a': 1}")).toBeUndefined();
});
