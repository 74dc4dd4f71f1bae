import { expect, onTestFinished, test, vi } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { limits } from '../../preload/contract/limits.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { openJournal } from '../journal/journal.ts';
import { keychainName } from '../keychain/keychain.ts';
import { createNetwork } from '../network/network.ts';
import { createProfileBook } from '../profiles/profile-book.ts';
import { sampleChoices } from '../profiles/testing/sample-choices.ts';
import { Secret } from '../signing/secret.ts';
import { createPublishedState } from '../state/published-state.ts';
import { stoppedClock } from '../testing/clocks.ts';
import { fakeDesktop } from '../testing/fake-desktop.ts';
import { memoryKeychain } from '../testing/memory-keychain.ts';
import { createTexts } from '../words/texts.ts';
import { createAppSettings } from './app-settings.ts';
import { readSettingsFile } from './settings-file.ts';
import { createSettingsTransfer } from './settings-transfer.ts';

function start(file: { settings?: object; profiles?: object[] }, locked: object = {}) {
  const decided = { locked: { ...locked }, preset: {} };
  const { journal } = openJournal(':memory:', 1, undefined, decided);
  journal.connections.save(sampleConnection, 1);
  const state = createPublishedState({ ...emptyState, active: 'c' });
  const keychain = memoryKeychain();
  const network = createNetwork({
    settings: journal.settings,
    keychain,
    state,
    proxyFor: async () => 'DIRECT',
    allowLoopback: false,
    clock: stoppedClock(),
  });
  onTestFinished(() => {
    network.close();
    journal.close();
  });
  const told: string[] = [];
  let ids = 0;
  const newId = () => `n${(ids += 1)}`;
  const profiles = createProfileBook({ clock: stoppedClock(), journal, state, newId });
  profiles.follow('c');
  const appSettings = createAppSettings({
    settings: journal.settings,
    state,
    network,
    preferredLanguages: ['en'],
    onUndo: () => told.push('undo'),
    onNotificationSettings: () => told.push('notifications'),
    onNetworkChanged: () => told.push('network'),
  });
  const content = JSON.stringify({ format: 'countersign-settings', version: 1, settings: {}, profiles: [], ...file });
  const transfer = createSettingsTransfer({
    appSettings,
    profiles,
    state,
    network,
    desktop: fakeDesktop({ pickSmallFile: async () => ({ kind: 'read', content: new TextEncoder().encode(content) }) }),
    texts: () => createTexts().in('en'),
    read: async (bytes) => readSettingsFile(bytes),
    newId,
  });
  const offer = async () => {
    const answer = await transfer.offer();
    if (answer.ok !== true) throw new Error('There is no offer.');
    return answer;
  };
  return { appSettings, journal, state, keychain, network, profiles, transfer, offer, told };
}

const contracts = { name: 'Contracts', choices: sampleChoices };
const everything = { settings: true, profiles: true };

test('says what would change, and changes nothing before the person confirms', async () => {
  const { state, offer, journal } = start({ settings: { theme: 'dark', language: 'system' }, profiles: [contracts] });
  expect(await offer()).toMatchObject({
    changed: ['theme'],
    settings: { theme: 'dark', language: 'system' },
    profiles: ['Contracts'],
    same: 0,
  });
  expect(state.get()).toMatchObject({ theme: 'system', profiles: [] });
  expect(journal.settings.get('theme')).toBe('system');
});

test('stores, shows and tells each change', async () => {
  const { state, offer, journal, transfer, told } = start({
    settings: { language: 'de', theme: 'dark', undoSeconds: 0, parallelCalls: 6, copyName: '{id}' },
    profiles: [contracts],
  });
  expect(await transfer.take({ ...everything, id: (await offer()).id })).toEqual({ ok: true });
  expect(state.get()).toMatchObject({ language: 'de', theme: 'dark', parallelCalls: 6, copyName: '{id}' });
  expect(journal.settings.get('undoSeconds')).toBe(0);
  expect(state.get().profiles).toMatchObject([contracts]);
  expect(told).toEqual(['undo']);
});

test('signed copies say so in the language of the app, unless somebody chose their names', async () => {
  const { state, appSettings } = start({});
  appSettings.change({ language: 'de' });
  expect([state.get().copyName, appSettings.now().copyName]).toEqual(Array(2).fill('{date} {name} unterschrieben'));
  appSettings.change({ copyName: '{id}' });
  appSettings.change({ language: 'fr' });
  expect([state.get().copyName, appSettings.now().copyName]).toEqual(['{id}', '{id}']);
  // A settings file of another computer brings the usual name.
  appSettings.change({ copyName: '{date} {name} signed' });
  expect(state.get().copyName).toBe('{date} {name} signé');
});

test('takes only the part that the person wants', async () => {
  const { state, offer, transfer } = start({ settings: { theme: 'dark' }, profiles: [contracts] });
  await transfer.take({ settings: false, profiles: true, id: (await offer()).id });
  expect(state.get()).toMatchObject({ theme: 'system', profiles: [contracts] });
});

test('the same file again adds nothing; another profile of the name gets a number', async () => {
  const other = { name: 'Contracts', choices: { ...sampleChoices, alias: 'Other' } };
  const { state, offer, transfer } = start({ profiles: [contracts, other] });
  await transfer.take({ ...everything, id: (await offer()).id });
  expect(state.get().profiles.map(({ name }) => name)).toEqual(['Contracts', 'Contracts (2)']);
  expect(await offer()).toMatchObject({ profiles: ['Contracts'], same: 1 });
});

test('a confirmation counts once, and not for another connection', async () => {
  const { state, offer, transfer } = start({ profiles: [contracts] });
  const { id } = await offer();
  const late = { ok: false, problem: { key: 'import-over' } };
  expect(await transfer.take({ ...everything, id: 'other' })).toMatchObject(late);
  state.publish({ active: 'd' });
  expect(await transfer.take({ ...everything, id })).toMatchObject(late);
  state.publish({ active: 'c' });
  const [first, second] = await Promise.all([
    transfer.take({ ...everything, id }),
    transfer.take({ ...everything, id }),
  ]);
  expect(first).toEqual({ ok: true });
  expect(second).toMatchObject(late);
  expect(state.get().profiles).toHaveLength(1);
});

test('an import that a full disk refused can be tried again', async () => {
  const { offer, transfer, journal, state } = start({ settings: { theme: 'dark' }, profiles: [contracts] });
  const { id } = await offer();
  const full = vi.spyOn(journal.settings, 'set').mockImplementationOnce(() => {
    throw new Error('The disk is full.');
  });
  expect(await transfer.take({ ...everything, id })).toMatchObject({ problem: { key: 'not-recorded' } });
  full.mockRestore();
  expect(await transfer.take({ ...everything, id })).toEqual({ ok: true });
  expect(state.get()).toMatchObject({ theme: 'dark', profiles: [contracts] });
});

test('the password of the proxy is not given to the proxy of a file', async () => {
  const { state, offer, transfer, network, keychain, told } = start({
    settings: { proxy: { mode: 'manual', address: 'evil.example:8080' } },
  });
  network.setRoute({ mode: 'manual', address: 'proxy.example:8080' });
  await network.setProxy('anna', new Secret('for our own proxy'), 'proxy.example:8080');
  expect(await transfer.take({ ...everything, id: (await offer()).id })).toEqual({ ok: true });
  expect(state.get().network).toMatchObject({ proxyUser: null, proxy: { address: 'evil.example:8080' } });
  expect(await keychain.get(keychainName('proxy'))).toMatchObject({ kind: 'not-found' });
  expect(told).toEqual(['network']);
});

test('what the IT department has set is not in the offer, and cannot be changed', async () => {
  const { offer, transfer, state, appSettings, journal } = start(
    { settings: { theme: 'dark', undoSeconds: 0 } },
    { theme: 'light' },
  );
  expect(await offer()).toMatchObject({ changed: ['undoSeconds'], locked: ['theme'] });
  expect(appSettings.change({ theme: 'dark', undoSeconds: 0 })).toMatchObject({ problem: { key: 'set-by-policy' } });
  expect(await transfer.take({ ...everything, id: (await offer()).id })).toEqual({ ok: true });
  expect(state.get().theme).toBe('system');
  expect([journal.settings.get('theme'), journal.settings.get('undoSeconds')]).toEqual(['light', 0]);
});

test('more profiles than a connection may have are refused as a whole', async () => {
  const many = Array.from({ length: limits.profiles }, (_none, index) => ({ ...contracts, name: `P${index}` }));
  const { state, offer, transfer, profiles } = start({ settings: { theme: 'dark' }, profiles: many });
  profiles.add(contracts);
  const { id } = await offer();
  expect(await transfer.take({ ...everything, id })).toMatchObject({
    ok: false,
    problem: { key: 'profiles-too-many' },
  });
  expect(state.get().profiles).toHaveLength(1);
  expect(state.get().theme).toBe('system');
  // The person unticks them.
  expect(await transfer.take({ settings: true, profiles: false, id })).toEqual({ ok: true });
});
