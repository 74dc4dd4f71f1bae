import { createPrivateKey } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompactSign, compactVerify, createLocalJWKSet } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { linuxKeytar } from '../../../test/account/keytar-fakes.ts';
import { createKeytarKeychain } from '../../keychain/keytar-keychain.ts';
import { systemClock } from '../../time/clock.ts';
import { createAccountSecrets } from '../account-secrets.ts';
import { createKeyPairs, type KeyPairs } from './key-pairs.ts';

const connection = { id: 'one', environment: 'production' } as const;
const small = { bits: 2_048, kid: '' } as const;
const keySet = z.object({
  keys: z.array(
    z
      .object({
        kty: z.literal('RSA'),
        kid: z.string(),
        alg: z.string(),
        use: z.string(),
        n: z.string(),
        e: z.string(),
      })
      .strict(),
  ),
});

let folder = '';
let fake = linuxKeytar();
let pairs: KeyPairs;
const file = (): string => join(folder, 'production.one.keys.json');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-keys-'));
  fake = linuxKeytar();
  const keychain = createKeytarKeychain({ clock: systemClock, load: async () => fake.keytar });
  pairs = createKeyPairs({ folder, secrets: createAccountSecrets({ keychain }), now: () => 1_000 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function publicKeys() {
  const set = await pairs.publicKeySet(connection);
  return keySet.parse(JSON.parse(set.kind === 'ok' ? set.text : '')).keys;
}

/** Verifies a signature of the private key with the public key set. Returns the kid of the matching key. */
async function signedBy(which: 'current' | 'next'): Promise<unknown> {
  const key = await pairs.privateKey(connection, which);
  if (key.kind !== 'ok') return key.kind;
  const signed = await new CompactSign(Buffer.from('payload'))
    .setProtectedHeader({ alg: 'RS256', kid: key.kid })
    .sign(createPrivateKey(key.pem.reveal()));
  const verified = await compactVerify(signed, createLocalJWKSet({ keys: await publicKeys() }));
  return verified.protectedHeader.kid;
}

test.each([2_048, 3_072, 4_096] as const)(
  'a key pair of %d bits signs, and its public key verifies the signature',
  async (bits) => {
    let turns = 0;
    let counting = true;
    const count = (): void => {
      turns += 1;
      if (counting) setImmediate(count);
    };
    setImmediate(count);
    const made = await pairs.create(connection, { bits, kid: '' });
    counting = false;
    // If the keys were generated on the main thread, the event loop would turn only a few times.
    expect(turns).toBeGreaterThan(50);
    const [key] = await publicKeys();
    expect(made).toEqual({ kind: 'ok', current: { kid: key?.kid, bits, created: 1_000 }, next: null });
    expect(key).toMatchObject({ alg: 'RS256', use: 'sig', e: 'AQAB' });
    expect(Buffer.from(key?.n ?? '', 'base64url')).toHaveLength(bits / 8);
    expect(await signedBy('current')).toBe(key?.kid);
  },
);

test('the private key is stored only sealed, and the keychain has only the sealing key', async () => {
  await pairs.create(connection, small);
  const key = await pairs.privateKey(connection);
  expect(key).toMatchObject({ kind: 'ok' });
  const secret = key.kind === 'ok' ? key.pem.reveal() : '';
  expect(secret).toContain('-----BEGIN PRIVATE KEY-----');
  const body = secret.split('\n')[3] ?? '';
  const stored = await readFile(file(), 'utf8');
  expect(body.length).toBeGreaterThan(60);
  expect(stored).not.toContain(body);
  expect(stored).not.toContain(Buffer.from(body).toString('base64').slice(0, 40));
  expect([...fake.entries.values()].every((entry) => entry.length < 100)).toBe(true);
  expect(JSON.stringify(key)).not.toContain('PRIVATE');
});

describe('rotation', () => {
  test('the new key waits beside the old one until it is promoted', async () => {
    await pairs.create(connection, small);
    const [first] = await publicKeys();
    await pairs.create(connection, small);
    const both = await publicKeys();
    expect(both).toHaveLength(2);
    expect(new Set(both.map(({ kid }) => kid)).size).toBe(2);
    expect(await signedBy('current')).toBe(first?.kid);
    expect(await signedBy('next')).toBe(both[1]?.kid);
    expect(await pairs.create(connection, small)).toEqual({ kind: 'next-exists' });

    expect(await pairs.promote(connection)).toMatchObject({ current: { kid: both[1]?.kid }, next: null });
    expect(await signedBy('current')).toBe(both[1]?.kid);
    expect(await publicKeys()).toEqual([both[1]]);
    expect(await pairs.promote(connection)).toEqual({ kind: 'nothing-next' });
  });

  test('discarding the new key keeps the old one', async () => {
    await pairs.create(connection, small);
    const [first] = await publicKeys();
    await pairs.create(connection, small);
    expect(await pairs.discardNext(connection)).toMatchObject({ current: { kid: first?.kid }, next: null });
    expect(await signedBy('current')).toBe(first?.kid);
    expect(await signedBy('next')).toBe('none');
    expect(await pairs.discardNext(connection)).toEqual({ kind: 'nothing-next' });
  });

  test('two clicks on Create make two keys, and a third click none', async () => {
    const made = await Promise.all([1, 2, 3].map(() => pairs.create(connection, small)));
    expect(made.map(({ kind }) => kind)).toEqual(['ok', 'ok', 'next-exists']);
  });

  test('a given kid is used, but not for two keys', async () => {
    expect(await pairs.create(connection, { bits: 2_048, kid: 'muster-1' })).toMatchObject({
      current: { kid: 'muster-1' },
    });
    expect(await pairs.create(connection, { bits: 2_048, kid: 'muster-1' })).toEqual({ kind: 'kid-taken' });
    expect(await signedBy('current')).toBe('muster-1');
  });
});

describe('problems', () => {
  test('without a key, the state and the key set are empty', async () => {
    expect(await pairs.state(connection)).toEqual({ kind: 'ok', current: null, next: null });
    expect(await pairs.privateKey(connection)).toEqual({ kind: 'none' });
    expect(await publicKeys()).toEqual([]);
  });

  test('a locked keychain prevents a new key and keeps the old one', async () => {
    await pairs.create(connection, small);
    const before = await readFile(file(), 'utf8');
    fake.lock();
    expect(await pairs.create(connection, small)).toMatchObject({ kind: 'locked' });
    expect(await pairs.privateKey(connection)).toMatchObject({ kind: 'locked' });
    fake.unlock();
    expect(await readFile(file(), 'utf8')).toBe(before);
    expect((await pairs.privateKey(connection)).kind).toBe('ok');
  });

  test('with a lost sealing key the old key is lost, and a new one can be made', async () => {
    await pairs.create(connection, small);
    fake.entries.clear();
    expect(await pairs.privateKey(connection)).toEqual({ kind: 'lost' });
    expect(await pairs.create(connection, small)).toMatchObject({ kind: 'ok' });
    expect(await pairs.privateKey(connection)).toEqual({ kind: 'damaged' });
    await pairs.promote(connection);
    expect((await pairs.privateKey(connection)).kind).toBe('ok');
  });

  test('with a corrupt sealing key a new key can be made', async () => {
    await pairs.create(connection, small);
    for (const name of fake.entries.keys()) fake.entries.set(name, 'corrupt');
    expect(await pairs.privateKey(connection)).toMatchObject({ kind: 'corrupt' });
    expect(await pairs.create(connection, small)).toMatchObject({ kind: 'ok' });
    expect((await pairs.privateKey(connection, 'next')).kind).toBe('ok');
  });

  test.each(['', 'x', '{}', '{"format":"countersign-keys-1","current":{},"next":null}'])(
    'a damaged file %j is moved aside for a new key',
    async (text) => {
      await writeFile(file(), text);
      expect(await pairs.state(connection)).toEqual({ kind: 'damaged' });
      expect(await pairs.privateKey(connection)).toEqual({ kind: 'damaged' });
      expect(await pairs.promote(connection)).toEqual({ kind: 'damaged' });
      expect(await pairs.publicKeySet(connection)).toEqual({ kind: 'damaged' });
      expect(await pairs.create(connection, small)).toMatchObject({ kind: 'ok', next: null });
      expect(await readFile(`${file()}.damaged`, 'utf8')).toBe(text);
    },
  );

  test('a private key does not open when its public key in the file was replaced', async () => {
    await pairs.create(connection, small);
    const [key] = await publicKeys();
    const text = await readFile(file(), 'utf8');
    await writeFile(file(), text.replace(key?.kid ?? '', 'another-kid'));
    expect(await pairs.privateKey(connection)).toEqual({ kind: 'damaged' });
  });

  test('a file that cannot be read or written is reported', async () => {
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    expect(await pairs.state(connection)).toMatchObject({ kind: 'unreadable', code: 'ENOTDIR' });
    expect(await pairs.create(connection, small)).toMatchObject({ kind: 'unreadable' });
  });
});

test('forgetting removes the file of this connection only', async () => {
  const other = { id: 'one', environment: 'test' } as const;
  await pairs.create(connection, small);
  await pairs.create(other, small);
  expect(await pairs.forget(connection)).toEqual({ kind: 'ok' });
  expect(await pairs.privateKey(connection)).toEqual({ kind: 'none' });
  expect((await pairs.privateKey(other)).kind).toBe('ok');
  expect(await readdir(folder)).toEqual(['test.one.keys.json']);
});
