import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Secret } from '../signing/secret.ts';
import { memoryKeychain } from '../testing/memory-keychain.ts';
import { keychainOfFolder } from './folder-keychain.ts';
import { type Keychain, keychainName } from './keychain.ts';

const name = keychainName('production.one.password');
let root: string;
let shared: Map<string, string>;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-keychains-'));
  shared = new Map();
});
afterEach(() => rmSync(root, { recursive: true }));

const folder = (label: string) => join(root, label);
const prefixOf = (label: string) => Buffer.from(label).toString('hex');
/** As at a start of the app: it looks, opens the journal and keeps what it found. */
function keychainOf(label: string) {
  const keychain = keychainOfFolder(memoryKeychain(shared), folder(label), () => prefixOf(label));
  keychain.look();
  writeFileSync(join(folder(label), 'journal.sqlite'), '');
  keychain.keep();
  return keychain;
}
const secretOf = async (label: string) => {
  const answer = await keychainOf(label).get(name);
  return answer.kind === 'ok' ? answer.secret.reveal() : answer.kind;
};

/** A folder as an earlier version has left it. Without a prefix it is older still. */
function oldFolder(label: string, prefix: string | null): void {
  mkdirSync(folder(label));
  writeFileSync(join(folder(label), 'journal.sqlite'), '');
  if (prefix !== null) writeFileSync(join(folder(label), 'keychain-prefix'), prefix);
  shared.set(prefix === null ? name : `${prefix}.${name}`, `of ${label}`);
}

test('the same connection in two data folders has two entries', async () => {
  mkdirSync(folder('a'));
  mkdirSync(folder('b'));
  await memoryKeychain(shared).set(name, new Secret('standard'));
  expect([await secretOf('a'), await secretOf('a')]).toEqual(['not-found', 'not-found']);
  await keychainOf('a').set(name, new Secret('of a'));
  await keychainOf('b').set(name, new Secret('of b'));
  expect(await secretOf('a')).toBe('of a');
  await keychainOf('b').delete(name);
  expect(await secretOf('b')).toBe('not-found');
  expect(await secretOf('a')).toBe('of a');
  expect(shared.get(name)).toBe('standard');
});

test('a folder keeps its secrets when it is moved and when its journal is lost', async () => {
  mkdirSync(folder('a'));
  await keychainOf('a').set(name, new Secret('of a'));
  renameSync(folder('a'), folder('moved'));
  rmSync(join(folder('moved'), 'journal.sqlite'));
  expect(await secretOf('moved')).toBe('of a');
  renameSync(folder('moved'), folder('moved again'));
  expect(await secretOf('moved again')).toBe('of a');
});

test('a copied folder begins with the secrets of the original, and neither signs the other out', async () => {
  mkdirSync(folder('a'));
  await keychainOf('a').set(name, new Secret('of a'));
  cpSync(folder('a'), folder('copy'), { recursive: true });
  expect(await secretOf('copy')).toBe('of a');
  await keychainOf('copy').set(name, new Secret('of the copy'));
  expect(await secretOf('a')).toBe('of a');
  await keychainOf('copy').delete(name);
  expect([await secretOf('copy'), await secretOf('a')]).toEqual(['not-found', 'of a']);
});

test('what was deleted before a move does not come back from an earlier place', async () => {
  oldFolder('a', 'abcdef0123456789');
  await keychainOf('a').delete(name);
  renameSync(folder('a'), folder('moved'));
  expect(await secretOf('moved')).toBe('not-found');
});

describe('a folder of an earlier version', () => {
  test.each([
    ['with the prefix that travelled with the folder', 'abcdef0123456789'],
    ['with the entries that all folders shared', null],
  ])('%s: finds its secrets, and shares them no longer', async (_, prefix) => {
    oldFolder('old', prefix);
    cpSync(folder('old'), folder('copy'), { recursive: true });
    expect([await secretOf('old'), await secretOf('copy')]).toEqual(['of old', 'of old']);
    await keychainOf('copy').delete(name);
    expect([await secretOf('old'), await secretOf('copy')]).toEqual(['of old', 'not-found']);
    await keychainOf('old').set(name, new Secret('new'));
    expect(await secretOf('copy')).toBe('not-found');
    // The first folder of that version may still use it.
    expect(shared.get(prefix === null ? name : `${prefix}.${name}`)).toBe('of old');
  });

  test('reads a secret from where it is while the keychain takes no copy', async () => {
    oldFolder('old', null);
    const full = { ...memoryKeychain(shared), set: async () => ({ kind: 'locked', detail: '' }) as const };
    const keychain = keychainOfFolder(full, folder('old'), () => prefixOf('old'));
    expect(await keychain.get(name)).toMatchObject({ kind: 'ok' });
    expect(await secretOf('old')).toBe('of old');
  });
});

test('a folder that cannot be reached at the start is looked at again when it is there', async () => {
  oldFolder('away', 'abcdef0123456789');
  renameSync(folder('away'), folder('unplugged'));
  const keychain = keychainOfFolder(memoryKeychain(shared), folder('away'), () => prefixOf('away'));
  keychain.keep();
  expect(existsSync(folder('away'))).toBe(false);
  expect(await keychain.get(name)).toEqual({ kind: 'not-found' });
  renameSync(folder('unplugged'), folder('away'));
  keychain.look();
  expect(await keychain.get(name)).toMatchObject({ kind: 'ok' });
});

describe('what is stored or deleted while a secret is brought from an earlier place', () => {
  /** A keychain that is as slow as a person at its question: it answers the first look at the earlier place when asked to. */
  async function whileBringing(work: (keychain: ReturnType<typeof keychainOf>) => Promise<unknown>) {
    oldFolder('old', null);
    const plain = memoryKeychain(shared);
    const [looked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: Keychain = {
      ...plain,
      async get(one) {
        const found = await plain.get(one);
        if (one !== name) return found;
        looked.resolve();
        await answered.promise;
        return found;
      },
    };
    const keychain = keychainOfFolder(slow, folder('old'), () => prefixOf('old'));
    const brought = keychain.get(name);
    await looked.promise;
    const worked = work(keychain);
    answered.resolve();
    await Promise.all([brought, worked]);
    const left = await keychain.get(name);
    return left.kind === 'ok' ? left.secret.reveal() : left.kind;
  }

  test('is newer, and stays', async () => {
    expect(await whileBringing((keychain) => keychain.set(name, new Secret('newer')))).toBe('newer');
  });

  test('stays deleted', async () => {
    expect(await whileBringing((keychain) => keychain.delete(name))).toBe('not-found');
  });
});
