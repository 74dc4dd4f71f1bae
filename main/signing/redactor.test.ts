import { describe, expect, test } from 'vitest';
import { createRedactor } from './redactor.ts';
import { Secret } from './secret.ts';

test('known secrets are redacted in every encoding that a service may use', () => {
  const redactor = createRedactor();
  redactor.know(new Secret('pä ss"w/ord'));
  const echoes = ['pä ss"w/ord', 'p%C3%A4%20ss%22w%2Ford', 'p%C3%A4+ss%22w%2Ford', String.raw`pä ss\"w/ord`];
  expect(redactor.redact(`<${echoes.join('|')}>`)).toBe('<[secret]|[secret]|[secret]|[secret]>');
});

test('unknown secrets are redacted by their form', () => {
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

describe('a known secret is redacted in the escapes of', () => {
  test.each([
    ['a web page', 'p&amp;ss&quot;w/&lt;ord'],
    ['a web page, by number', 'p&#38;ss&#34;w/&#60;ord'],
    ['a web page, by number in hexadecimal', 'p&#x26;ss&#x00022;w&#X2f;&#x3C;ord'],
    ['a web page, every character', Array.from('p&ss"w/<ord', (sign) => `&#${sign.charCodeAt(0)};`).join('')],
    ['an address, in lower case', 'p%26ss%22w%2f%3cord'],
    ['an address, in part', 'p%26ss"w/%3Cord'],
    ['JSON', String.raw`p&ss\"w\/<ord`],
    ['JSON, by number', String.raw`p\u0026ss\u0022w/\u003Cord`],
    ['JSON on a web page', String.raw`p&amp;ss\&quot;w/&lt;ord`],
    ['a form on a web page', 'p&#37;26ss%22w%2F%3Cord'],
  ])('%s', (_, echo) => {
    const redactor = createRedactor();
    redactor.know(new Secret('p&ss"w/<ord'));
    expect(redactor.redact(`you sent ${echo}, which is wrong`)).toBe('you sent [secret], which is wrong');
  });

  test('a form, where a space is a plus', () => {
    const redactor = createRedactor();
    redactor.know(new Secret('größe & co'));
    expect(redactor.redact('p=gr%C3%B6%C3%9Fe+%26+co&q')).toBe('p=[secret]&q');
  });
});

describe('header values are redacted completely', () => {
  const { redact } = createRedactor();

  test.each([
    ['Authorization: Basic dXNlcjpwYXNz\nHost: x', 'Authorization: Basic [secret]\nHost: x'],
    ['Authorization: Digest username="anna", response="6629"\r\nHost: x', 'Authorization: Digest [secret]\r\nHost: x'],
    ['Proxy-Authorization: short\n', 'Proxy-Authorization: [secret]\n'],
    ['Set-Cookie: sid=1; Path=/; Secure\nVia: x', 'Set-Cookie: [secret]\nVia: x'],
    ['cookie: a=b; c=d<br>Host', 'cookie: [secret]<br>Host'],
    ['{"Cookie":"a=b; c=d","n":1}', '{"Cookie":"[secret]","n":1}'],
    ['{"authorization":"Basic dXNl cjpw","n":1}', '{"authorization":"Basic [secret]","n":1}'],
    [
      '{&quot;Authorization&quot;:&quot;x y&quot;,&quot;n&quot;:1}',
      '{&quot;Authorization&quot;:&quot;[secret]&quot;,&quot;n&quot;:1}',
    ],
    ['{"cookie":false,"n":1}', '{"cookie":[secret],"n":1}'],
    ['WWW-Authenticate: Negotiate TlRMTVNTUAAB', 'WWW-Authenticate: Negotiate [secret]'],
    [
      'WWW-Authenticate: Bearer realm="sso", error="invalid_token"',
      'WWW-Authenticate: Bearer realm="sso", error="invalid_token"',
    ],
  ])('%s', (text, clean) => {
    expect(redact(text)).toBe(clean);
    // Redacting again changes nothing.
    expect(redact(clean)).toBe(clean);
  });

  test('a quoted value with spaces is redacted to its closing quote', () => {
    expect(redact('{"password":"correct horse","n":1}')).toBe('{"password":"[secret]","n":1}');
    expect(redact("password='correct horse' n")).toBe("password='[secret]' n");
    expect(redact(`access_token=${'x'.repeat(20_000)}&n`)).toBe('access_token=[secret]&n');
  });
});

// With quadratic time this would take minutes.
test.each([
  ['-eyJaaaaa'],
  ['Bearer '],
  ['Basic a'],
  ['password="'],
  ["password = '\\"],
  ['authorization: '],
  ['cookie:"\\'],
  ['&#x0000026'],
  ['&amp;'],
  ['%C3'],
  ['\\u00'],
  [' \t'],
])('a megabyte of %j is redacted in linear time', (piece) => {
  const redactor = createRedactor();
  redactor.know(new Secret('correct horse'));
  const text = `${piece.repeat(1_000_000 / piece.length)} correct horse`;
  expect(redactor.redact(text)).not.toContain('correct horse');
});
