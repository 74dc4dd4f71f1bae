import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '../../preload/contract/connection.ts';
import { isLeftPractice, practiceConnectionId as practice } from '../../preload/contract/limits.ts';
import { type FolderRule, usualRule } from '../folders/folder-rule.ts';
import { openJournal } from '../journal/journal.ts';
import { noPolicy } from '../policy/policy.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { memoryKeychain } from '../testing/memory-keychain.ts';
import { endApp, newFolder, startApp } from './testing/start-app.ts';

let dataFolder: string;
beforeEach(() => {
  dataFolder = newFolder();
});
afterEach(() => rmSync(dataFolder, { recursive: true }));

/** Writes to the journal while no app runs. */
function write(what: (journal: ReturnType<typeof openJournal>['journal']) => void): void {
  const { journal } = openJournal(join(dataFolder, 'journal.sqlite'));
  what(journal);
  journal.close();
}

const rule = {
  ...usualRule,
  version: 1,
  profileId: 'p',
  account: null,
  signees: [],
  pause: null,
  marker: '',
} as const satisfies Partial<FolderRule>;

/** Somebody has practised with a document and a watched folder, and their connection is as given now. */
async function practise(keychain: ReturnType<typeof memoryKeychain>, as: Partial<Connection>): Promise<void> {
  const app = startApp(dataFolder, { keychain });
  expect(await app.handlers['practice.begin'](undefined)).toMatchObject({ ok: true });
  await endApp(app, dataFolder);
  mkdirSync(join(dataFolder, 'Inbox'));
  write((journal) => {
    const shown = { at: 1, before: null, account: 'service-1' };
    journal.documentFacts.see(practice, [{ id: 'd1', status: 'signed' }], shown);
    journal.folders.save({ id: 'f', connectionId: practice, label: join(dataFolder, 'Inbox'), content: rule }, 1);
    const [connection] = journal.connections.list();
    if (connection === undefined) throw new Error('There is no connection.');
    journal.connections.save({ ...connection, ...as }, 1);
  });
}

const expectForgotten = () =>
  write((journal) => {
    expect(journal.documentFacts.find(practice, 'd1')).toBeNull();
    expect(journal.folders.of(practice)).toEqual([]);
  });

test('who leaves the practice hears nothing more of it, and its folders may be watched for another service', async () => {
  const keychain = memoryKeychain();
  await practise(keychain, { signedIn: 'yes' });
  write((journal) => {
    const waiting = { kind: 'ready', step: 'upload', nextTryAt: null } as const;
    const row = sampleSubmission('s1', { connectionId: practice, account: 'service-1', stage: waiting });
    expect(journal.submissions.commit([accepted(row)]).ok).toBe(true);
  });

  const app = startApp(dataFolder, { keychain });
  await app.handlers['account.finish']({ connectionId: practice });
  await vi.waitUntil(() => app.desk.status().sending === 1);
  expect(app.desk.status().folders.watched).toBe(1);
  expect(await app.handlers['account.forget']({ connectionId: practice })).toEqual({ ok: true });
  expect(app.desk.status()).toMatchObject({ sending: 0, folders: { watched: 0 } });
  await endApp(app, dataFolder);
  expectForgotten();
});

test('a practice that was ended shortly before the app is forgotten at the next start', async () => {
  const keychain = memoryKeychain();
  await practise(keychain, { hasSecret: false, username: null });

  const app = startApp(dataFolder, { keychain });
  await vi.waitUntil(() => !existsSync(join(dataFolder, 'practice')));
  expect(app.desk.status().folders.watched).toBe(0);
  await endApp(app, dataFolder);
  expectForgotten();
});

test('who practises already keeps the account, and with it all documents', async () => {
  const app = startApp(dataFolder);
  const begin = () => app.handlers['practice.begin'](undefined);
  const connectionNow = async () => (await app.handlers['state.get'](undefined)).state.connections[0];
  await begin();
  const first = await connectionNow();
  await app.handlers['account.test']({ connectionId: practice });
  await vi.waitUntil(async () => (await connectionNow())?.signedIn === 'yes', { timeout: 20_000 });
  expect(await begin()).toMatchObject({ ok: true, connectionId: practice });
  expect((await connectionNow())?.username).toBe(first?.username);
  await endApp(app, dataFolder);
});

test('who begins anew while the former practice is still being deleted keeps the new account', async () => {
  const app = startApp(dataFolder);
  const begin = () => app.handlers['practice.begin'](undefined);
  await begin();
  const leaving = app.handlers['account.forget']({ connectionId: practice });
  expect(await begin()).toMatchObject({ ok: true });
  await leaving;
  await app.handlers['account.test']({ connectionId: practice });
  const connectionNow = async () => (await app.handlers['state.get'](undefined)).state.connections[0];
  await vi.waitUntil(async () => (await connectionNow())?.signedIn === 'yes', { timeout: 20_000 });
  await endApp(app, dataFolder);
});

test('whoever practises when the IT department forbids it is back at the first screen, with nothing left of it', async () => {
  const keychain = memoryKeychain();
  const first = startApp(dataFolder, { keychain });
  expect(await first.handlers['practice.begin'](undefined)).toMatchObject({ ok: true });
  await endApp(first, dataFolder);
  write((journal) => {
    const [connection] = journal.connections.list();
    if (connection === undefined) throw new Error('There is no connection.');
    journal.connections.save({ ...connection, signedIn: 'yes' }, 1);
    journal.settings.set('activeConnection', practice);
  });
  expect(existsSync(join(dataFolder, 'practice'))).toBe(true);

  const policy = { policy: { ...noPolicy, forbidPractice: true }, problem: null };
  const app = startApp(dataFolder, { keychain, policy });
  const shown = async () => (await app.handlers['state.get'](undefined)).state;
  await vi.waitUntil(async () => (await shown()).connections.every(isLeftPractice));
  await vi.waitUntil(() => !existsSync(join(dataFolder, 'practice')));
  await vi.waitUntil(async () => (await shown()).active === null);
  await endApp(app, dataFolder);
});
