import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Secret } from '../signing/secret.ts';
import { memoryKeychain } from '../testing/memory-keychain.ts';
import { keychainOfFolder } from './folder-keychain.ts';
import { keychainName } from './keychain.ts';

const name = keychainName('production.one.password');
let root: string;
let shared: Map<string, string>;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-keychains-'));
  shared = new Map();
});
afterEach(() => rmSync(root, { recursive: true }));

const folder = (label: string) => join(root, label);
const keychainOf = (label: string) => keychainOfFolder(memoryKeychain(shared), folder(label));
const secretOf = async (label: string) => {
  const answer = await keychainOf(label).get(name);
  return answer.kind === 'ok' ? answer.secret.reveal() : answer.kind;
};

test('the same connection in two data folders has two entries', async () => {
  mkdirSync(folder('a'));
  mkdirSync(folder('b'));
  await memoryKeychain(shared).set(name, new Secret('standard'));
  await keychainOf('a').set(name, new Secret('of a'));
  await keychainOf('b').set(name, new Secret('of b'));
  expect(await secretOf('a')).toBe('of a');
  await keychainOf('b').delete(name);
  expect(await secretOf('b')).toBe('not-found');
  expect(await secretOf('a')).toBe('of a');
  expect(shared.get(name)).toBe('standard');
});

test('a folder keeps its entries when it is moved and when its journal is lost or new', async () => {
  mkdirSync(folder('a'));
  await keychainOf('a').set(name, new Secret('of a'));
  renameSync(folder('a'), folder('moved'));
  writeFileSync(join(folder('moved'), 'journal.sqlite'), '');
  expect(await secretOf('moved')).toBe('of a');
});

test('a folder of an earlier version finds the secrets that it has stored', async () => {
  mkdirSync(folder('old'));
  writeFileSync(join(folder('old'), 'journal.sqlite'), '');
  shared.set(name, 'stored before');
  expect(await secretOf('old')).toBe('stored before');
});
