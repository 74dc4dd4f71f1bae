import { expect, test } from 'vitest';
import { serviceWords } from './service-words.ts';

test.each([
  ['HTTP 400 · {"message":"The file has too many pages."}', 'The file has too many pages.'],
  ['HTTP 409 · x-error: conflict · {"error":{"detail":"Already withdrawn"}}', 'Already withdrawn'],
  ['Not whole · HTTP 400 · {"errors":1,"title":" Name is too long "}', 'Name is too long'],
  ['HTTP 400 · [{"message":"First"},{"message":"Second"}]', 'First'],
  ['HTTP 400 · Unknown signature mode', 'Unknown signature mode'],
  ['HTTP 400 · x-error: unknown-mode', 'x-error: unknown-mode'],
])('quotes the sentence of the service in %s', (details, words) => {
  expect(serviceWords(details)).toBe(words);
});

test.each([
  'HTTP 400',
  '',
  'The service does not take text/plain.',
  'HTTP 400 · {"code":17}',
  'HTTP 400 · {"message":"cut off he…',
  'HTTP 400 · {"message":{"message":[]}}',
  'HTTP 400 · 17',
])('quotes nothing where the service said nothing readable: %s', (details) => {
  expect(serviceWords(details)).toBeNull();
});

test('shortens a very long answer', () => {
  expect(serviceWords(`HTTP 400 · ${'a'.repeat(5_000)}`)).toHaveLength(241);
});
