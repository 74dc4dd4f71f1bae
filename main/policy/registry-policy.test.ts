import { expect, test } from 'vitest';
import { noPolicy, parsePolicy } from './policy.ts';
import { policyOfRegistry, registryKey } from './registry-policy.ts';

/** As `reg export` writes it: UTF-16 with its mark, long values over several lines. */
const exported = (...lines: readonly string[]) =>
  Buffer.from(
    `\uFEFF${['Windows Registry Editor Version 5.00', '', `[${registryKey}]`, ...lines, ''].join('\r\n')}`,
    'utf16le',
  );
const hex = (text: string) =>
  Buffer.from(text, 'utf16le')
    .toString('hex')
    .replaceAll(/(..)(?=.)/g, '$1,')
    .replaceAll(/(.{60})/g, '$1\\\r\n  ');
const policyOf = (...lines: readonly string[]) => parsePolicy(policyOfRegistry(exported(...lines)) ?? '');

test('group policy says the same as a file does', () => {
  const found = policyOf(
    '"forceHold"=dword:00000001',
    '"updates"="off"',
    String.raw`"connection"="{\"name\":\"Müller & Söhne\",\"base\":\"https://sign.example.ch/api/v1\"}"`,
    '"lockConnection"=dword:00000001',
    '',
    `[${registryKey}\\allowedFolders]`,
    String.raw`"1"="C:\\Verträge"`,
    `"2"=hex(2):${hex('D:\\Übergabe\0')}`,
    '',
    `[${registryKey}\\operations]`,
    '"1"="resend-invitation"',
    '',
    `[${registryKey}\\locked]`,
    '"undoSeconds"=dword:0000001e',
    String.raw`"proxy"="{\"mode\":\"manual\",\"address\":\"proxy.firm.example:8080\"}"`,
    `"copyName"=hex(7):${hex('{date} {name}\0\0')}`,
    '',
    `[${registryKey}\\preset]`,
    '"language"="de"',
  );
  expect(found).toEqual({
    kind: 'read',
    ignored: [],
    policy: {
      ...noPolicy,
      preset: { language: 'de' },
      locked: {
        undoSeconds: 30,
        proxy: { mode: 'manual', address: 'proxy.firm.example:8080' },
        copyName: '{date} {name}',
      },
      connection: JSON.stringify({ name: 'Müller & Söhne', base: 'https://sign.example.ch/api/v1' }),
      lockConnection: true,
      allowedFolders: ['C:\\Verträge', 'D:\\Übergabe'],
      operations: ['resend-invitation'],
      forceHold: true,
      updates: 'off',
    },
  });
});

test('what is wrong or unknown is named, and the rest counts', () => {
  expect(
    policyOf('"forceHold"=dword:00000001', '"updates"="nightly"', '"colour"="red"', '"x"=hex:01,02'),
  ).toMatchObject({
    policy: { forceHold: true, updates: null },
    ignored: ['colour', 'updates'],
  });
});

test('an empty key decides nothing', () => {
  expect(policyOf()).toMatchObject({ kind: 'read', ignored: [] });
});

test.each([Buffer.alloc(0), Buffer.from('forceHold'), Buffer.from([0xff, 0xfe, 0])])(
  'another file is none',
  (content) => {
    expect(policyOfRegistry(content)).toBeNull();
  },
);
