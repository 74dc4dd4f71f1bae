import { describe, expect, test } from 'vitest';
import { type FakeKeytar, linuxKeytar, macKeytar } from '../../test/account/keytar-fakes.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { createKeytarKeychain } from '../keychain/keytar-keychain.ts';
import { Secret } from '../signing/secret.ts';
import { systemClock } from '../time/clock.ts';
import { createAccountSecrets, type StoredSecret } from './account-secrets.ts';

const production = { id: 'one', environment: 'production' } as const;
const practice = { id: 'one', environment: 'test' } as const;
const shown = (answer: StoredSecret): unknown => (answer.kind === 'ok' ? answer.secret.reveal() : answer.kind);

function on(fake: FakeKeytar) {
  const keychain = createKeytarKeychain({ clock: systemClock, load: async () => fake.keytar });
  return { fake, keychain, secrets: createAccountSecrets({ keychain }) };
}

/** A keychain that the person unlocks during the check. */
function unlockedByTheCheck(fake: FakeKeytar, keychain: Keychain): Keychain {
  return {
    ...keychain,
    check: async () => {
      fake.unlock();
      return await keychain.check();
    },
  };
}

test('each connection, environment and part has its own entry', async () => {
  const { secrets, fake } = on(linuxKeytar());
  await secrets.savePassword(production, new Secret('p'));
  await secrets.savePassword(practice, new Secret('q'));
  await secrets.saveClientSecret(production, new Secret('c'));
  const key = await secrets.newSealingKey(production);
  expect(shown(await secrets.loadPassword(production))).toBe('p');
  expect(shown(await secrets.loadPassword(practice))).toBe('q');
  expect(shown(await secrets.loadClientSecret(production))).toBe('c');
  expect(shown(await secrets.loadSealingKey(production))).toBe(shown(key));
  expect(fake.entries.size).toBe(4);
});

test('a sealing key is 32 random bytes', async () => {
  const { secrets } = on(linuxKeytar());
  const keys = [await secrets.newSealingKey(production), await secrets.newSealingKey(production)].map(shown);
  expect(keys[0]).not.toBe(keys[1]);
  for (const key of keys) expect(Buffer.from(String(key), 'base64')).toHaveLength(32);
});

describe('a missing secret', () => {
  test('is lost if the keychain works', async () => {
    const { secrets } = on(linuxKeytar());
    expect(await secrets.loadPassword(production)).toEqual({ kind: 'lost' });
  });

  test('is locked if the keychain is locked, even if the keychain says not-found', async () => {
    const { secrets, fake } = on(linuxKeytar());
    await secrets.savePassword(production, new Secret('p'));
    fake.lock();
    expect(await secrets.loadPassword(production)).toMatchObject({ kind: 'locked' });
    fake.unlock();
    expect(shown(await secrets.loadPassword(production))).toBe('p');
  });

  test('is found if the check unlocks the keychain', async () => {
    const { secrets, fake, keychain } = on(linuxKeytar());
    await secrets.savePassword(production, new Secret('p'));
    fake.lock();
    const asking = createAccountSecrets({ keychain: unlockedByTheCheck(fake, keychain) });
    expect(shown(await asking.loadPassword(production))).toBe('p');
  });
});

describe('forgetting a connection', () => {
  test('removes its secrets and keeps those of others', async () => {
    const { secrets, fake } = on(linuxKeytar());
    await secrets.savePassword(production, new Secret('p'));
    await secrets.saveClientSecret(production, new Secret('c'));
    await secrets.newSealingKey(production);
    await secrets.savePassword(practice, new Secret('q'));
    expect(await secrets.forget(production)).toEqual({ kind: 'ok' });
    expect(fake.entries.size).toBe(1);
    expect(shown(await secrets.loadPassword(practice))).toBe('q');
    expect(await secrets.forget(production)).toEqual({ kind: 'ok' });
  });

  test.each([
    ['that says it has nothing', linuxKeytar],
    ['that refuses', macKeytar],
  ])('fails in a locked keychain %s', async (_, system) => {
    const { secrets, fake } = on(system());
    await secrets.savePassword(production, new Secret('p'));
    fake.lock();
    expect(await secrets.forget(production)).toMatchObject({ kind: 'locked' });
    fake.unlock();
    expect(shown(await secrets.loadPassword(production))).toBe('p');
  });

  test('works if the check unlocks the keychain', async () => {
    const { secrets, fake, keychain } = on(linuxKeytar());
    await secrets.savePassword(production, new Secret('p'));
    fake.lock();
    const asking = createAccountSecrets({ keychain: unlockedByTheCheck(fake, keychain) });
    expect(await asking.forget(production)).toEqual({ kind: 'ok' });
    expect(fake.entries.size).toBe(0);
  });
});
