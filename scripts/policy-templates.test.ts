import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parsePolicy, policyHead, policyParts, policySettings } from '../main/policy/policy.ts';
import { policyOfRegistry, registryKey } from '../main/policy/registry-policy.ts';
import { policyTemplates } from './policy-templates.ts';

const ofBuilder = createRequire(createRequire(import.meta.url).resolve('app-builder-lib'));
const plist = z.object({ parse: z.custom<(text: string) => unknown>() }).parse(ofBuilder('plist'));
const templates = policyTemplates();
const admx = templates['Countersign.admx'] ?? '';
const adml = templates['en-US/Countersign.adml'] ?? '';

test('what lies in docs/policy is what the schema leads to', () => {
  for (const [name, content] of Object.entries(templates))
    expect(readFileSync(join(import.meta.dirname, '../docs/policy', name), 'utf8')).toBe(content);
});

test('group policy can decide everything that a file can', () => {
  const { preset: _preset, locked: _locked, ...others } = policyParts;
  const settings = Object.keys(policySettings.shape);
  const wanted = [
    ...Object.keys(others),
    ...['preset', 'locked'].flatMap((of) => settings.map((name) => `${of}_${name}`)),
  ];
  expect([...admx.matchAll(/<policy name="(\w+)"/g)].map(([, name]) => name)).toEqual(wanted);
});

test('each text and each dialog that the template names is there', () => {
  const named = [...admx.matchAll(/\$\((string|presentation)\.(\w+)\)/g)];
  const missing = named.filter(([, kind, id]) => !adml.includes(`<${kind} id="${id}">`));
  expect(missing).toEqual([]);
});

const json: Readonly<Record<string, string>> = {
  profiles: '[{"name":"A","choices":{"mode":"timestamp","jurisdiction":"zertes"}}]',
  connection: '{"base":"https://sign.example.ch/api/v1"}',
  proxy: '{"mode":"none","address":""}',
  notifications:
    '{"kinds":{"signed":true,"rejected":true,"needsYou":true,"expiring":true},"quiet":null,"hideNames":true}',
};
const utf16 = (text: string) =>
  Buffer.from(text, 'utf16le')
    .toString('hex')
    .replaceAll(/(..)(?=.)/g, '$1,');

/** The values that group policy writes when every policy of the template is enabled, as `reg export` shows them. */
function enabled(): string {
  return [...admx.matchAll(/<policy name.*?key="([^"]+)"([^>]*)>(.*?)<\/policy>/gs)]
    .map(([, key = '', attributes = '', inner = '']) => {
      const list = /<list[^>]*key="([^"]+)"/.exec(inner)?.[1];
      if (list !== undefined) return `[${list}]\r\n"1"="C:\\\\Scans"`;
      const name = /valueName="(\w+)"/.exec(`${attributes} ${inner}`)?.[1] ?? '';
      const [kind = ''] = /(?<=<elements><)\w+/.exec(inner) ?? ['switch'];
      const values: Readonly<Record<string, string>> = {
        switch: 'dword:00000001',
        decimal: `dword:0000000${/maxValue="6"/.test(inner) ? 6 : 9}`,
        enum: `"${/<string>(\w+)/.exec(inner)?.[1]}"`,
        text: name === 'copiesFolder' ? String.raw`"~\\Signed"` : '"{date}"',
        multiText: `hex(7):${utf16(`${json[name]}\0\0`)}`,
      };
      return `[${key}]\r\n"${name}"=${values[kind]}`;
    })
    .join('\r\n\r\n')
    .replaceAll('Software\\Policies\\Countersign', registryKey);
}

test('the app takes every value that the template can write', () => {
  const text = `\uFEFFWindows Registry Editor Version 5.00\r\n\r\n${enabled()}\r\n`;
  const found = parsePolicy(policyOfRegistry(Buffer.from(text, 'utf16le')) ?? '');
  if (found.kind !== 'read') throw new Error('The values were not read');
  expect(found.ignored).toEqual([]);
  expect(Object.keys(found.policy.locked).toSorted()).toEqual(Object.keys(policySettings.shape).toSorted());
  expect(found.policy).toMatchObject({
    forceHold: true,
    lockConnection: true,
    allowedFolders: ['C:\\Scans'],
    updates: 'off',
    copiesFolder: '~\\Signed',
    senderName: '{date}',
    startAtLogin: true,
    profiles: [{ name: 'A' }],
  });
});

test('the app takes every value of the sample in docs/admin.md', () => {
  const admin = readFileSync(join(import.meta.dirname, '../docs/admin.md'), 'utf8');
  const [, sample = ''] = /```json\n(\{\n {2}"format": "countersign-policy".*?)```/s.exec(admin) ?? [];
  expect(parsePolicy(sample)).toMatchObject({ kind: 'read', ignored: [] });
  expect(Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(sample))).toSorted()).toEqual(
    [...Object.keys(policyHead), ...Object.keys(policyParts)].toSorted(),
  );
});

test('the app takes every value of the sample for macOS', () => {
  const profile = z
    .object({ PayloadContent: z.tuple([z.record(z.string(), z.unknown())]) })
    .parse(plist.parse(templates['Countersign.mobileconfig'] ?? ''));
  const [payload] = profile.PayloadContent;
  expect(payload['PayloadType']).toBe('app.countersign');
  const own = Object.entries(payload).filter(([name]) => !name.startsWith('Payload'));
  expect(parsePolicy(JSON.stringify({ ...policyHead, ...Object.fromEntries(own) }))).toMatchObject({ ignored: [] });
  expect(own.map(([name]) => name).toSorted()).toEqual(Object.keys(policyParts).toSorted());
});
