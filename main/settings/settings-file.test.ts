import { describe, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { lengths, limits } from '../../preload/contract/limits.ts';
import type { PortableSettings } from '../../preload/contract/transfer.ts';
import { sampleChoices } from '../profiles/testing/sample-choices.ts';
import { readSettingsFile, writeSettingsFile } from './settings-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const settings: PortableSettings = {
  language: 'fr',
  theme: 'dark',
  undoSeconds: 30,
  parallelCalls: 2,
  copyName: '{name}',
  receipts: true,
  rescue: true,
  notifications: emptyState.notifications,
  proxy: { mode: 'manual', address: 'proxy.firm.example:8080' },
};
const whole = { format: 'countersign-settings', version: 1, settings, profiles: [] };
const read = (value: unknown) => readSettingsFile(bytes(JSON.stringify(value)));

test('reads back what was written, without identities', () => {
  const profile = { id: 'p1', name: 'Contracts', choices: sampleChoices, isDefault: true };
  const text = writeSettingsFile(settings, [profile]);
  expect(text).not.toContain('p1');
  expect(readSettingsFile(bytes(text))).toEqual({
    kind: 'read',
    settings,
    profiles: [{ name: 'Contracts', choices: sampleChoices }],
  });
});

test('a file with some settings changes only those', () => {
  expect(read({ ...whole, settings: { theme: 'dark' } })).toEqual({
    kind: 'read',
    settings: { theme: 'dark' },
    profiles: [],
  });
});

test('leaves out what it does not know, also a secret that somebody wrote into it', () => {
  const odd = JSON.parse('{"__proto__":{"theme":"light"},"theme":"dark","proxyPassword":"secret","paused":true}');
  expect(read({ ...whole, settings: odd, connections: [{}] })).toEqual({
    kind: 'read',
    settings: { theme: 'dark' },
    profiles: [],
  });
});

describe('is refused as a whole', () => {
  test.each<[string, unknown]>([
    ['another format', { ...whole, format: 'countersign-profile' }],
    ['no version', { ...whole, version: undefined }],
    ['an unknown theme', { ...whole, settings: { theme: 'neon' } }],
    ['too long a time to undo', { ...whole, settings: { undoSeconds: limits.undoSeconds + 1 } }],
    ['a negative number of calls', { ...whole, settings: { parallelCalls: -1 } }],
    ['a proxy with a password', { ...whole, settings: { proxy: { mode: 'manual', address: 'a:b@proxy' } } }],
    ['several proxies in one', { ...whole, settings: { proxy: { mode: 'manual', address: 'proxy:1;DIRECT' } } }],
    ['a damaged profile', { ...whole, profiles: [{ name: 'x', choices: {} }] }],
    [
      'too many profiles',
      {
        ...whole,
        profiles: Array.from({ length: limits.profiles + 1 }, () => ({ name: 'x', choices: sampleChoices })),
      },
    ],
    ['no settings', { ...whole, settings: null }],
    ['a list', []],
    ['nothing', null],
  ])('%s', (_what, value) => {
    expect(read(value)).toEqual({ kind: 'unreadable' });
  });

  test.each([
    ['cut off', bytes(JSON.stringify(whole).slice(0, 60))],
    ['empty', new Uint8Array()],
    ['no UTF-8', Uint8Array.from([0x7b, 0xff, 0x7d])],
    ['a pit of brackets', bytes('['.repeat(100_000))],
    ['huge', new Uint8Array(lengths.settingsFile + 1)],
  ])('%s', (_what, content) => {
    expect(readSettingsFile(content)).toEqual({ kind: 'unreadable' });
  });

  test('a file of a newer version, whatever else it has', () => {
    expect(read({ format: 'countersign-settings', version: 2, other: [] })).toEqual({ kind: 'newer' });
  });
});
