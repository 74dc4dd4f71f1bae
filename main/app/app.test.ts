import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Choices } from '../../preload/contract/sending.ts';
import { startPracticeService } from '../../test/practice-service/practice-service.ts';
import { sampleConnection, sampleFields } from '../account/testing/sample-connection.ts';
import { usualRule } from '../folders/folder-rule.ts';
import { sampleRule } from '../folders/testing/sample-rule.ts';
import { openJournal } from '../journal/journal.ts';
import { systemClock } from '../time/clock.ts';
import { endApp, newFolder, startApp } from './testing/start-app.ts';

const emptyChoices: Choices = {
  mode: 'timestamp',
  jurisdiction: 'zertes',
  alias: '',
  comment: '',
  sendMail: 'all',
  scanPredefined: false,
  extra: {},
  signees: [],
};

test('the list of a connection that was moved to another service goes with the old one', async () => {
  const dataFolder = newFolder();
  const { journal } = openJournal(join(dataFolder, 'journal.sqlite'));
  journal.connections.save(sampleConnection, 1);
  journal.settings.set('activeConnection', 'c');
  const status = { documentStatus: 'draft', signStatus: null, canWithdraw: false, canDelete: true };
  journal.documentsSeen.replace('c', [{ id: 'd', name: 'Old.pdf', mimeType: '', ...status }]);
  journal.close();

  const app = startApp(dataFolder);
  const state = async () => (await app.handlers['state.get'](undefined)).state;
  await expect.poll(async () => (await state()).list).toMatchObject({ ready: true, documents: 1 });
  const fields = { ...sampleFields, base: 'https://other.example.ch/api/v1' };
  // Until the spool has been gone through, a document may be waiting there for this connection.
  await expect
    .poll(() => app.handlers['connection.save']({ connectionId: 'c', fields, clientSecret: '' }))
    .toMatchObject({ ok: true });
  await expect
    .poll(state)
    .toMatchObject({ list: { documents: 0, counts: { all: 0 } }, check: { problem: { key: 'signed-out' } } });
  await endApp(app, dataFolder);
  rmSync(dataFolder, { recursive: true });
});

test('a watched folder of a connection that was moved to another service forgets for whom it sends', async () => {
  const dataFolder = newFolder();
  const file = join(dataFolder, 'journal.sqlite');
  const { journal } = openJournal(file);
  journal.connections.save(sampleConnection, 1);
  journal.settings.set('activeConnection', 'c');
  journal.profiles.save(
    { id: 'p1', connectionId: 'c', label: 'p1', content: { version: 1, choices: emptyChoices } },
    1,
  );
  const content = { ...sampleRule, account: 'service-1' };
  journal.folders.save({ id: 'f', connectionId: 'c', label: join(dataFolder, 'Inbox'), content }, 1);
  journal.close();

  const app = startApp(dataFolder);
  const fields = { ...sampleFields, base: 'https://other.example.ch/api/v1' };
  await expect
    .poll(() => app.handlers['connection.save']({ connectionId: 'c', fields, clientSecret: '' }))
    .toMatchObject({ ok: true });
  // A change that needs no new confirmation stores the rule as the running app knows it.
  const rule = { ...usualRule, patterns: ['*.pdf'], profileId: 'p1' };
  expect(await app.handlers['folders.save']({ id: 'f', rule, confirmed: false, print: null })).toMatchObject({
    ok: true,
  });
  await endApp(app, dataFolder);
  const later = openJournal(file).journal;
  expect(later.folders.of('c')).toMatchObject([{ content: { patterns: ['*.pdf'], account: null } }]);
  later.close();
  rmSync(dataFolder, { recursive: true });
});

test('no order continues while a damaged journal is not rebuilt, also at the next start', async () => {
  const dataFolder = newFolder();
  const file = join(dataFolder, 'journal.sqlite');
  const witness = join(dataFolder, 'state', 'journal.witness');
  const { journal } = openJournal(file, 1, witness);
  journal.submissions.beWitnessed(1);
  journal.connections.save(sampleConnection, 1);
  const stage = { kind: 'ready', nextTryAt: 1 } as const;
  const order = { connectionId: 'c', documentId: 'd', kind: 'withdraw', account: null, askedAt: 1 } as const;
  journal.documentOrders.ask([{ ...order, stage, attempts: 0, problem: null }]);
  journal.settings.set('rebuild', true);
  journal.close();

  await endApp(startApp(dataFolder), dataFolder);
  const later = openJournal(file, 1, witness).journal;
  expect(later.documentOrders.all()).toMatchObject([{ stage: { kind: 'failed' }, problem: { key: 'untellable' } }]);
  later.close();
  rmSync(dataFolder, { recursive: true });
});

test('an older journal pauses its watched folders for later starts as well, and says so', async () => {
  const dataFolder = newFolder();
  const file = join(dataFolder, 'journal.sqlite');
  const witness = join(dataFolder, 'state', 'journal.witness');
  const older = openJournal(file, 1, witness).journal;
  older.submissions.beWitnessed(1);
  older.connections.save(sampleConnection, 1);
  older.folders.save({ id: 'f', connectionId: 'c', label: join(dataFolder, 'Inbox'), content: sampleRule }, 1);
  older.close();
  copyFileSync(file, `${file}.backup`);
  const { journal } = openJournal(file, 1, witness);
  journal.folders.remove('f', 2);
  journal.close();
  renameSync(`${file}.backup`, file);

  const app = startApp(dataFolder);
  const notices = async () => (await app.handlers['state.get'](undefined)).state.notices;
  await expect.poll(notices).toEqual([{ key: 'folders-held', params: { count: 1 } }]);
  await endApp(app, dataFolder);
  const later = openJournal(file, 1, witness);
  expect(later.testimony).toBe('known');
  expect(later.journal.folders.of('c')).toMatchObject([{ content: { pause: { until: null } } }]);
  later.journal.close();
  rmSync(dataFolder, { recursive: true });
});

test('a watched folder whose rule cannot be read is told', async () => {
  const dataFolder = newFolder();
  const file = join(dataFolder, 'journal.sqlite');
  const { journal } = openJournal(file);
  journal.connections.save(sampleConnection, 1);
  for (const content of [{ ...sampleRule, perHour: 'many' }, sampleRule])
    journal.folders.save({ id: `${content.perHour}`, connectionId: 'c', label: dataFolder, content }, 1);
  journal.close();
  const app = startApp(dataFolder);
  const { state } = await app.handlers['state.get'](undefined);
  expect(state.notices).toEqual([{ key: 'folders-unreadable', params: { count: 1, file } }]);
  await endApp(app, dataFolder);
  rmSync(dataFolder, { recursive: true });
});

test('a profile that cannot be read is told, and the app starts with the others', async () => {
  const dataFolder = newFolder();
  const file = join(dataFolder, 'journal.sqlite');
  const { journal } = openJournal(file);
  journal.connections.save(sampleConnection, 1);
  journal.settings.set('activeConnection', 'c');
  const content = { version: 1, choices: emptyChoices };
  for (const id of ['p1', 'p2']) journal.profiles.save({ id, connectionId: 'c', label: id, content }, 1);
  journal.close();
  const database = new DatabaseSync(file);
  database.exec(`UPDATE profile SET content = '{' WHERE id = 'p1'`);
  database.close();

  const app = startApp(dataFolder);
  const { state } = await app.handlers['state.get'](undefined);
  expect(state.profiles.map(({ name }) => name)).toEqual(['p2']);
  expect(state.notices).toEqual([{ key: 'profiles-unreadable', params: { count: 1, file } }]);
  await endApp(app, dataFolder);
  rmSync(dataFolder, { recursive: true });
});

test('who signs in again has the documents read at the next allowed time, without going on with the set-up', async () => {
  const service = await startPracticeService();
  const { username, password } = service.people.createServiceUser();
  const { clientSecret, ...given } = service.connection;
  const dataFolder = newFolder();
  const { journal } = openJournal(join(dataFolder, 'journal.sqlite'));
  journal.connections.save({ ...sampleConnection, fields: { ...sampleFields, ...given }, signedIn: 'again' }, 1);
  journal.settings.set('activeConnection', 'c');
  journal.close();

  const app = startApp(dataFolder, { clock: systemClock, development: true });
  const calls = () => service.records.requests.map(({ operation }) => operation);
  const fields = { ...sampleFields, ...given };
  await expect
    .poll(() => app.handlers['connection.save']({ connectionId: 'c', fields, clientSecret: clientSecret ?? '' }))
    .toMatchObject({ ok: true });
  await app.handlers['account.paste']({ connectionId: 'c', text: `${username}\n${password}` });
  expect(await app.handlers['account.test']({ connectionId: 'c' })).toMatchObject({ ok: true });
  await expect.poll(calls).toContain('overview');
  await endApp(app, dataFolder);
  await service.close();
  rmSync(dataFolder, { recursive: true });
});

test('a refused client secret is remembered over a restart, until another one is saved', async () => {
  const service = await startPracticeService();
  const { username, password } = service.people.createServiceUser();
  const { clientSecret, ...given } = service.connection;
  const dataFolder = newFolder();
  const { journal } = openJournal(join(dataFolder, 'journal.sqlite'));
  journal.connections.save({ ...sampleConnection, fields: { ...sampleFields, ...given }, signedIn: 'again' }, 1);
  journal.settings.set('activeConnection', 'c');
  journal.close();
  const fields = { ...sampleFields, ...given };
  const connectionId = 'c';
  const saved = (app: ReturnType<typeof startApp>, secret: string) =>
    expect
      .poll(() => app.handlers['connection.save']({ connectionId, fields, clientSecret: secret }))
      .toMatchObject({ ok: true });
  const signedIn = async (app: ReturnType<typeof startApp>) =>
    (await app.handlers['state.get'](undefined)).state.connections.map((one) => one.signedIn);

  const first = startApp(dataFolder, { clock: systemClock, development: true });
  await saved(first, 'not-the-secret');
  await first.handlers['account.paste']({ connectionId, text: `${username}\n${password}` });
  await first.handlers['account.test']({ connectionId });
  expect(await signedIn(first)).toEqual(['client-refused']);
  await first.handlers['account.paste']({ connectionId, text: `${username}\n${password}` });
  expect(await signedIn(first)).toEqual(['client-refused']);
  await endApp(first, dataFolder);

  const second = startApp(dataFolder, { clock: systemClock, development: true });
  expect(await signedIn(second)).toEqual(['client-refused']);
  await saved(second, clientSecret ?? '');
  expect(await signedIn(second)).toEqual(['again']);
  await endApp(second, dataFolder);
  await service.close();
  rmSync(dataFolder, { recursive: true });
});
