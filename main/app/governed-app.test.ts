import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { openJournal } from '../journal/journal.ts';
import type { LoginStartState } from '../platform/login-start.ts';
import { noPolicy, type Policy } from '../policy/policy.ts';
import { sampleChoices } from '../profiles/testing/sample-choices.ts';
import { fakeDesktop } from '../testing/fake-desktop.ts';
import { endApp, newFolder, startApp } from './testing/start-app.ts';

let dataFolder: string;
beforeEach(() => {
  dataFolder = newFolder();
});
afterEach(() => rmSync(dataFolder, { recursive: true }));

const governedBy = (policy: Partial<Policy>) => ({ policy: { policy: { ...noPolicy, ...policy }, problem: null } });

/** What the system keeps, before and after a start of the app. */
async function afterStart(before: LoginStartState, startAtLogin: boolean | null) {
  let kept = before;
  const loginStart = { read: () => kept, set: (on: boolean) => void (kept = on ? 'on' : 'off') };
  const app = startApp(dataFolder, { loginStart, ...governedBy({ startAtLogin }) });
  const answer = await app.handlers['settings.startAtLogin']({ on: kept === 'off' });
  const { state } = await app.handlers['state.get'](undefined);
  await endApp(app, dataFolder);
  return { shown: state.startAtLogin, isRefused: !answer.ok };
}

test('the policy switches the start at login on and off, and nobody changes it in the window', async () => {
  expect(await afterStart('off', true)).toEqual({ shown: 'on', isRefused: true });
  expect(await afterStart('on', false)).toEqual({ shown: 'off', isRefused: true });
  expect(await afterStart('blocked', true)).toEqual({ shown: 'blocked', isRefused: true });
  expect(await afterStart('unavailable', true)).toEqual({ shown: 'unavailable', isRefused: true });
  expect(await afterStart('off', null)).toEqual({ shown: 'on', isRefused: false });
});

test('what a person changed in the system is read again for the window', async () => {
  let kept: LoginStartState = 'blocked';
  const app = startApp(dataFolder, { loginStart: { read: () => kept, set() {} } });
  const read = async () => {
    await app.handlers['settings.startAtLogin']({ on: null });
    return (await app.handlers['state.get'](undefined)).state.startAtLogin;
  };
  expect(await read()).toBe('blocked');
  kept = 'on';
  expect(await read()).toBe('on');
  await endApp(app, dataFolder);
});

test('the window knows the sender name, the profiles and what is locked', async () => {
  const app = startApp(dataFolder, governedBy({ senderName: 'Muster AG', copiesFolder: '~/Signed' }));
  const { state } = await app.handlers['state.get'](undefined);
  expect(state).toMatchObject({ senderName: 'Muster AG', locked: ['copiesFolder', 'senderName'] });
  await endApp(app, dataFolder);
});

test('nobody chooses another folder for copies, and profiles of the policy go to no file', async () => {
  const { journal } = openJournal(join(dataFolder, 'journal.sqlite'));
  journal.connections.save(sampleConnection, 1);
  journal.settings.set('activeConnection', sampleConnection.id);
  journal.close();
  const file = join(dataFolder, 'settings.json');
  const desktop = fakeDesktop({ pickFolder: async () => '/elsewhere', pickSavePath: async () => file });
  const profile = { id: 'policy-1', name: 'Contracts', choices: sampleChoices };
  const policy = governedBy({ copiesFolder: '/srv/signed', profiles: [profile] });
  const app = startApp(dataFolder, { desktop, ...policy });
  expect(await app.handlers['account.chooseFolder']({ connectionId: sampleConnection.id })).toMatchObject({
    problem: { key: 'set-by-policy' },
  });
  const { state } = await app.handlers['state.get'](undefined);
  expect(state.connections.map(({ savedCopies }) => savedCopies)).toEqual(['/srv/signed/Muster AG']);
  expect(state.profiles.map(({ name }) => name)).toEqual(['Contracts']);
  expect(await app.handlers['settings.export'](undefined)).toMatchObject({ ok: true });
  expect(readFileSync(file, 'utf8')).not.toContain('Contracts');
  await endApp(app, dataFolder);
});

test('a policy that this computer lets nobody read is told once, and one that is damaged at each start', async () => {
  const told = async (key: 'policy-unreadable', isLasting: boolean) => {
    const policy = { policy: noPolicy, problem: { key, params: { file: 'HKLM' } }, isLasting };
    const app = startApp(dataFolder, { policy });
    const { state } = await app.handlers['state.get'](undefined);
    await endApp(app, dataFolder);
    return state.notices.map((one) => one.key);
  };
  expect(await told('policy-unreadable', true)).toEqual(['policy-unreadable']);
  expect(await told('policy-unreadable', true)).toEqual([]);
  expect(await told('policy-unreadable', false)).toEqual(['policy-unreadable']);
  expect(await told('policy-unreadable', false)).toEqual(['policy-unreadable']);
});
