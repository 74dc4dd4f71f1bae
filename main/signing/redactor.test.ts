import { describe, expect, test, vi } from 'vitest';
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
  expect(redact('{"signUrl":"https://sign.example/k3y","n":1}')).toBe('{"signUrl":"[secret]","n":1}');
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

describe('a disguise of a known secret is redacted:', () => {
  const secret = 'Größe&Kühl-Haus"7/Ä';
  const utf8 = Buffer.from(secret);
  const hex = utf8.toString('hex');
  const every = (text: string, write: (sign: string) => string) => Array.from(text, write).join('');
  const byNumber = (text: string, write: (code: number) => string) => every(text, (s) => write(s.codePointAt(0) ?? 0));
  const percent = (text: string) => encodeURIComponent(text);
  test.each<[string, string]>([
    ['base64', utf8.toString('base64')],
    ['base64 of an address', utf8.toString('base64url')],
    ['base64 after a name', Buffer.from(`anna:${secret}`).toString('base64')],
    ['base64 after a longer name', Buffer.from(`anna.m:${secret}`).toString('base64')],
    ['base64 after another name', Buffer.from(`anna.mu:${secret}:more`).toString('base64')],
    [
      'base64 in lines',
      (
        Buffer.from(`x${secret}`)
          .toString('base64')
          .match(/.{1,8}/g) ?? []
      ).join('\r\n'),
    ],
    ['base64 of Windows', Buffer.from(secret, 'utf16le').toString('base64')],
    ['hexadecimal', hex],
    ['hexadecimal in capitals', hex.toUpperCase()],
    ['a dump with blanks', (hex.match(/../g) ?? []).join(' ')],
    ['a dump with colons', (hex.match(/../g) ?? []).join(':')],
    ['a list of bytes', (hex.match(/../g) ?? []).map((byte) => `0x${byte}`).join(', ')],
    ['numbers', [...utf8].join(', ')],
    ['percent, twice', percent(percent(secret))],
    ['percent in JSON', JSON.stringify(percent(secret)).replaceAll('%', String.raw`\u0025`)],
    ['JSON, twice', JSON.stringify(JSON.stringify(secret))],
    ['JSON in an address', percent(JSON.stringify(secret))],
    ['a web page, twice', every(secret, (sign) => `&#${sign.codePointAt(0)};`).replaceAll('&', '&amp;')],
    ['a web page in an address', percent(byNumber(secret, (code) => `&#${code};`))],
    ['a program, in bytes', byNumber(secret, (code) => String.raw`\x${''}` + code.toString(16).padStart(2, '0'))],
    ['a program, in points', byNumber(secret, (code) => String.raw`\u{${''}` + `${code.toString(16)}}`)],
    ['a program, in eights', byNumber(secret, (code) => `\\${code.toString(8).padStart(3, '0')}`)],
    ['an old browser', byNumber(secret, (code) => `%u${code.toString(16).padStart(4, '0')}`)],
    ['a mail', byNumber(secret, (code) => `=${code.toString(16).padStart(2, '0').toUpperCase()}`)],
    ['a mail with soft breaks', every(secret, (sign) => `${sign}=\r\n`)],
    ['decomposed letters', secret.normalize('NFD')],
    ['capitals', secret.replace('ß', 'ß').toUpperCase().replace('SS', 'ß')],
    ['small letters', secret.toLowerCase()],
    ['the wrong encoding', utf8.toString('latin1')],
    ['question marks', secret.replace(/\P{ASCII}/gu, '?')],
    ['line breaks', `${secret.slice(0, 7)}\r\n ${secret.slice(7)}`],
    ['blanks', every(secret, (sign) => `${sign} `)],
    ['characters that nobody sees', every(secret, (sign) => `${sign}\u200b`)],
    ['zeros of wide characters', every(secret, (sign) => `${sign}\0`)],
    ['backwards', Array.from(secret).toReversed().join('')],
    ['full width', secret.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfe_e0))],
    ['an answer that was cut', secret.slice(0, -3)],
    ['an answer that begins later', secret.slice(4)],
  ])('%s', (_, echo) => {
    const redactor = createRedactor();
    redactor.know(new Secret(secret));
    const clean = redactor.redact(`<<${echo}>>`);
    expect(clean).toContain('[secret]');
    // What stays are the name before it and a few characters at its ends.
    expect(clean.replaceAll('[secret]', '').length).toBeLessThanOrEqual(4 + echo.length / 2);
  });

  test('and a sentence with words of everyday stays', () => {
    const redactor = createRedactor();
    redactor.know(new Secret(secret));
    redactor.know(new Secret('summer'));
    const text = 'The house is cold: 70 61 73 73 words, a big=3D sum, 50%25 of 17:30 and 0x10. Größe, Kühlhaus.';
    expect(redactor.redact(text)).toBe(text);
  });
});

test('a password stays known, however many tokens came after it', () => {
  const redactor = createRedactor();
  redactor.know(new Secret('correct horse'));
  for (let at = 0; at < 100; at += 1) redactor.knowToken(new Secret(`token number ${at} of today`));
  for (let at = 0; at < 100; at += 1) redactor.know(new Secret(`client secret ${at}`));
  expect(redactor.redact('you sent correct horse')).toBe('you sent [secret]');
  expect(redactor.redact('you sent client secret 0')).toContain('[secret]');
  expect(redactor.redact('you sent "token number 99 of today"')).toBe('you sent "[secret]"');
});

test('the parts of a signed token are secret', () => {
  const redactor = createRedactor();
  const signature = 'c2lnbmF0dXJlIG9mIHRoZSBzZXJ2aWNl';
  redactor.knowToken(new Secret(`header-of-a-token.body-of-the-token.${signature}`));
  expect(redactor.redact(`rejected: ${signature}`)).toBe('rejected: [secret]');
});

test('each escape of a long text is undone once: an error page is read in the main process', () => {
  const redactor = createRedactor();
  redactor.know(new Secret('correct horse'));
  const searches = vi.spyOn(String.prototype, 'matchAll');
  const secretsLookedFor = 5 * 3;
  try {
    redactor.redact('\\'.repeat(32_768));
    expect(searches.mock.calls.length).toBeLessThanOrEqual(secretsLookedFor + 10);
  } finally {
    searches.mockRestore();
  }
});
