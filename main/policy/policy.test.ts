import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { locksOf, noPolicy, parsePolicy } from './policy.ts';

const contracts = { name: 'Contracts', choices: { mode: 'timestamp', jurisdiction: 'zertes' } };
const head = { format: 'countersign-policy', version: 1 };
const parse = (value: unknown) => parsePolicy(JSON.stringify(value));
const read = (parts: object) => {
  const found = parse({ ...head, ...parts });
  if (found.kind !== 'read') throw new Error('The policy was not read.');
  return found;
};

describe('a policy', () => {
  test('presets and locks settings, connection, folders and updates', () => {
    const { policy, ignored } = read({
      preset: { language: 'de', undoSeconds: 30 },
      locked: { proxy: { mode: 'manual', address: 'proxy.firm.example:8080' }, authorityFile: '/etc/ssl/firm.pem' },
      connection: { base: 'https://sign.firm.example/api/v1' },
      lockConnection: true,
      forbidPractice: true,
      allowedFolders: ['/srv/scans'],
      forceHold: true,
      updates: 'off',
      copiesFolder: '~/Signed',
      senderName: ' Muster AG ',
      profiles: [contracts],
      operations: ['resend-invitation'],
      startAtLogin: true,
    });
    expect(ignored).toEqual([]);
    expect(policy).toEqual({
      preset: { language: 'de', undoSeconds: 30 },
      locked: { proxy: { mode: 'manual', address: 'proxy.firm.example:8080' }, authorityFile: '/etc/ssl/firm.pem' },
      connection: '{"base":"https://sign.firm.example/api/v1"}',
      lockConnection: true,
      forbidPractice: true,
      allowedFolders: ['/srv/scans'],
      forceHold: true,
      updates: 'off',
      copiesFolder: '~/Signed',
      senderName: 'Muster AG',
      profiles: [
        {
          id: expect.stringMatching(/^policy-[\da-f]{32}$/),
          name: 'Contracts',
          choices: {
            ...contracts.choices,
            alias: '',
            comment: '',
            sendMail: 'others',
            scanPredefined: false,
            extra: {},
            signees: [],
          },
        },
      ],
      operations: ['resend-invitation'],
      startAtLogin: true,
    });
    expect(locksOf(policy)).toEqual([
      'proxy',
      'authorityFile',
      'connection',
      'forbidPractice',
      'allowedFolders',
      'forceHold',
      'updates',
      'copiesFolder',
      'senderName',
      'startAtLogin',
    ]);
  });

  test('decides nothing when it has nothing but its head', () => {
    expect(read({})).toEqual({ kind: 'read', policy: noPolicy, ignored: [] });
    expect(locksOf(noPolicy)).toEqual([]);
  });

  test('counts in all parts but the wrong ones, which are named', () => {
    const { policy, ignored } = read({
      locked: { theme: 'neon', undoSeconds: 60, password: 'secret' },
      preset: [],
      forceHold: 'yes',
      updates: 'nightly',
      allowedFolders: ['/srv', 7],
      future: true,
      copiesFolder: 'Signed',
      senderName: ' ',
      profiles: [{ name: 'A' }, contracts, { ...contracts, name: 'CONTRACTS' }],
      startAtLogin: 1,
    });
    expect(policy).toMatchObject({ ...noPolicy, locked: { undoSeconds: 60 }, profiles: [{ name: 'Contracts' }] });
    expect(policy.profiles).toHaveLength(1);
    expect(ignored.toSorted()).toEqual([
      'allowedFolders',
      'copiesFolder',
      'forceHold',
      'future',
      'locked.password',
      'locked.theme',
      'preset',
      'profiles.0',
      'profiles.2',
      'senderName',
      'startAtLogin',
      'updates',
    ]);
  });

  test('no folder is allowed when the list is empty', () => {
    expect(read({ allowedFolders: [] }).policy.allowedFolders).toEqual([]);
  });

  test('a locked connection that is missing would lock everybody out, so it is not locked', () => {
    const { policy, ignored } = read({ lockConnection: true });
    expect(policy.lockConnection).toBe(false);
    expect(ignored).toEqual(['lockConnection']);
  });

  test('cannot reach into objects', () => {
    const { policy, ignored } = read({
      locked: JSON.parse('{"__proto__":{"theme":"dark"},"constructor":1,"toString":1}'),
    });
    expect(policy.locked).toEqual({});
    expect(ignored).toEqual(expect.arrayContaining(['locked.constructor', 'locked.toString']));
    expect(Reflect.has({}, 'theme')).toBe(false);
  });
});

test.each<[string, string]>([
  ['nothing', ''],
  ['half of it', '{"format":"countersign-policy","version":1,"locked":{'],
  ['a list', '[]'],
  ['another format', JSON.stringify({ ...head, format: 'countersign-settings' })],
  ['a newer version', JSON.stringify({ ...head, version: 2 })],
  ['a pit of brackets', '['.repeat(200_000)],
  ['a million names', JSON.stringify({ ...head, locked: Array.from({ length: 100_000 }, () => 1) })],
])('%s is unreadable', (_what, text) => {
  expect(parsePolicy(text)).toEqual({ kind: 'unreadable' });
});

test('any value leads to a policy within its limits, or to none', () => {
  const anything = fc.record({
    format: fc.constant('countersign-policy'),
    version: fc.constant(1),
    preset: fc.jsonValue(),
    locked: fc.oneof(fc.jsonValue(), fc.record({ undoSeconds: fc.integer(), parallelCalls: fc.double() })),
    allowedFolders: fc.oneof(fc.jsonValue(), fc.array(fc.string())),
    connection: fc.jsonValue(),
  });
  fc.assert(
    fc.property(anything, (value) => {
      const found = parse(value);
      if (found.kind !== 'read') return;
      const { undoSeconds = 0, parallelCalls = 1 } = found.policy.locked;
      expect(undoSeconds >= 0 && undoSeconds <= limits.undoSeconds).toBe(true);
      expect(parallelCalls >= 1 && parallelCalls <= limits.parallelCalls).toBe(true);
    }),
    { numRuns: 500 },
  );
});
