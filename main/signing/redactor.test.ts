import { expect, test } from 'vitest';
import { createRedactor } from './redactor.ts';
import { Secret } from './secret.ts';

test('known secrets are taken out in every spelling a service may echo', () => {
  const redactor = createRedactor();
  redactor.know(new Secret('pä ss"w/ord'));
  const echoes = ['pä ss"w/ord', 'p%C3%A4%20ss%22w%2Ford', 'p%C3%A4+ss%22w%2Ford', String.raw`pä ss\"w/ord`];
  expect(redactor.redact(`<${echoes.join('|')}>`)).toBe('<[secret]|[secret]|[secret]|[secret]>');
});

test('what looks like a secret is taken out too', () => {
  const { redact } = createRedactor();
  expect(redact('Authorization: Bearer abc.def-123')).toBe('Authorization: Bearer [secret]');
  expect(redact('got eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl here')).toBe('got [secret] here');
  expect(redact('{"access_token":"xyz","n":1}')).toBe('{"access_token":"[secret]","n":1}');
  expect(redact('password=hunter2&username=anna')).toBe('password=[secret]&username=anna');
});

test('ordinary words stay', () => {
  const redactor = createRedactor();
  redactor.know(new Secret('no'));
  expect(redactor.redact('There is no document with this id.')).toBe('There is no document with this id.');
});
