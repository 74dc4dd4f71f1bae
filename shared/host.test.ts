import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostOf, hostsOf } from './host.ts';

const fields = {
  admin: 'https://admin.example.ch',
  auth: 'https://login.example.ch',
  base: 'https://sign.example.ch/api/v1',
  identity: '',
};

describe('the name of a host', () => {
  test.each([
    ['https://login.example.ch/auth', 'login.example.ch', null],
    ['https://login.example.ch.:8443/', 'login.example.ch:8443', null],
    ['https://zürich.example.ch', 'zürich.example.ch', 'xn--zrich-kva.example.ch'],
    ['https://xn--exmple-cua.example', 'exämple.example', 'xn--exmple-cua.example'],
    ['https://[2001:db8::1]:444', '[2001:db8::1]:444', null],
    ['https://0x7f.1', '127.0.0.1', null],
  ])('%s is %s', (address, name, encoded) => {
    expect(hostOf(address)).toMatchObject({ name, encoded });
  });

  test('no address, no host', () =>
    expect([hostOf(''), hostOf('login'), hostOf('https://')]).toEqual([null, null, null]));
});

describe('what is strange about a host', () => {
  const warningsOf = (host: string) => hostOf(`https://${host}`)?.warnings;

  test.each([
    'login.example.ch',
    'zürich.ch',
    'straße.de',
    'țară.ro',
    'œuvre.fr',
    '中国.cn',
    'ひらがなカナ漢字abc.jp',
    '한국.kr',
    'почта.example',
    'ελλάδα.gr',
    'ישראל.co.il',
  ])('nothing about %s', (host) => expect(warningsOf(host)).toEqual([]));

  test.each([
    // Cyrillic а, е, р, с and others for Latin letters: a few of them, or all.
    'sign.exаmple.ch',
    'аррӏе.com',
    'ехаре.ch',
    'gοοgle.ch',
    'ѕсоре.ch',
    // A letter without its dot, one for phonetics, and one with two marks.
    'sıgn.ch',
    'siɡn.ch',
    'exa\u0323\u0301mple.ch',
    'abcдеф.ch',
  ])('%s looks like another name', (host) => expect(warningsOf(host)).toContain('look-alike'));

  test.each(['10.0.0.1', '[2001:db8::1]', '3232235777'])('%s is a number', (host) =>
    expect(warningsOf(host)).toEqual(['number']),
  );

  test('a port', () => {
    expect([warningsOf('sign.example.ch:8443'), warningsOf('sign.example.ch:443')]).toEqual([['port'], []]);
  });

  test('nothing about this computer', () => {
    for (const host of ['localhost:8080', '127.0.0.1:1', '[::1]:1']) expect(warningsOf(host)).toEqual([]);
    expect(warningsOf('localhost.example.ch:80')).toEqual(['port']);
  });

  test('any address gives a result', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string({ unit: 'binary' }),
          fc.string().map((text) => `https://xn--${text}.ch`),
        ),
        (address) => {
          const host = hostOf(address);
          expect(host === null || host.name !== '').toBe(true);
          if (host !== null) expect(/\p{Control}|\p{Format}/u.test(host.name)).toBe(false);
        },
      ),
    );
  });
});

describe('the hosts of a connection', () => {
  test('of one domain are as expected', () => {
    const { hosts, isSpread, isStrange } = hostsOf(fields);
    expect(hosts.map(({ role, host }) => [role, host.name])).toEqual([
      ['admin', 'admin.example.ch'],
      ['auth', 'login.example.ch'],
      ['base', 'sign.example.ch'],
    ]);
    expect([isSpread, isStrange]).toEqual([false, false]);
  });

  test.each([
    ['auth', 'https://login.evil.example'],
    ['base', 'https://sign.example.ch.evil.example/api/v1'],
    ['identity', 'https://example.com'],
    ['admin', 'http://127.0.0.1:8080'],
    ['auth', 'https://10.0.0.1'],
  ])('another domain of %s is told', (role, address) => {
    expect(hostsOf({ ...fields, [role]: address })).toMatchObject({ isSpread: true, isStrange: true });
  });

  test.each([
    ['sign.example.co.uk', 'login.evil.co.uk', true],
    ['sign.example.co.uk', 'login.example.co.uk', false],
    ['sign.azurewebsites.net', 'evil.azurewebsites.net', true],
    ['a.sign.azurewebsites.net', 'b.sign.azurewebsites.net', false],
    ['sign.fly.dev', 'evil.fly.dev', true],
    ['sign.blogspot.com', 'evil.blogspot.com', true],
    ['sign.blogspot.ch', 'evil.blogspot.ch', true],
    ['sign.blob.core.windows.net', 'evil.blob.core.windows.net', true],
    ['sign.z1.web.core.windows.net', 'evil.z1.web.core.windows.net', true],
    ['api.sign.west.azurecontainerapps.io', 'api.evil.west.azurecontainerapps.io', true],
    ['api.sign.west.azurecontainerapps.io', 'login.sign.west.azurecontainerapps.io', false],
    ['sign.execute-api.eu.amazonaws.com', 'evil.execute-api.eu.amazonaws.com', true],
    ['sign-ew.a.run.app', 'evil-ew.a.run.app', true],
    ['sign.west.cloudapp.azure.com', 'evil.west.cloudapp.azure.com', true],
    ['login.azure.com', 'sign.azure.com', false],
    ['10.0.0.1', '10.0.0.2', true],
  ])('%s and %s: %s', (base, auth, isSpread) => {
    expect(
      hostsOf({ admin: `https://${auth}`, auth: `https://${auth}`, base: `https://${base}`, identity: '' }).isSpread,
    ).toBe(isSpread);
  });

  test('on this computer alone are as expected', () => {
    const here = 'http://127.0.0.1:4242';
    expect(hostsOf({ admin: here, auth: here, base: `${here}/api/v1`, identity: here }).isStrange).toBe(false);
  });
});
