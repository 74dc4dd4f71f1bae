import { expect, test } from 'vitest';
import { readBody } from './answer-body.ts';
import { wholeResponse } from './testing/fake-http.ts';

const read = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  readBody(wholeResponse(200, typeof body === 'string' ? new TextEncoder().encode(body) : body, headers));

test('reads JSON with or without a byte order mark', () => {
  expect(read('{"a":[1,"\\"]}"]}')).toEqual({ kind: 'json', value: { a: [1, '"]}'] } });
  expect(read('\uFEFF{"a":1}')).toEqual({ kind: 'json', value: { a: 1 } });
});

test('reads an answer without content as empty', () => {
  expect(read('').kind).toBe('empty');
  expect(read(' \r\n').kind).toBe('empty');
});

test.each([
  ['<!DOCTYPE html><p>', {}],
  ['  <html>', {}],
  ['Welcome', { 'content-type': 'text/html; charset=utf-8' }],
])('recognises a web page by its type or its beginning: %s', (text, headers) => {
  expect(read(text, headers).kind).toBe('html');
});

test.each([
  ['broken', '{"a":'],
  ['not UTF-8', Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d)],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
  ['deep', '['.repeat(65) + ']'.repeat(65)],
  ['very deep', '['.repeat(1_000_000)],
])('%s', (_, body) => {
  expect(read(body).kind).toBe('other');
});

test('refuses a compressed body', () => {
  expect(read('{}', { 'content-encoding': 'gzip' }).kind).toBe('other');
});

test('measures depth by open brackets, ignoring those in strings', () => {
  expect(read(`[${'[[]],'.repeat(100)}"${'['.repeat(100)}"]`).kind).toBe('json');
});

test('refuses a body that broke off or is too large', () => {
  const whole = wholeResponse(200, new TextEncoder().encode('{}'));
  expect(readBody({ ...whole, bodyState: 'cut' }).kind).toBe('other');
  expect(readBody({ ...whole, bodyState: 'too-big' }).kind).toBe('other');
});
