import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  complainingKeytar,
  type FakeKeytar,
  linuxKeytar,
  macKeytar,
  windowsKeytar,
} from '../../test/account/keytar-fakes.ts';
import { Secret } from '../signing/secret.ts';
import { systemClock } from '../time/clock.ts';
import { type Keychain, type KeychainAnswer, keychainName } from './keychain.ts';
import { createKeytarKeychain, type Keytar } from './keytar-keychain.ts';

const name = keychainName('test.one.password');
const other = keychainName('test.two.password');

const on = (keytar: Keytar): Keychain => createKeytarKeychain({ clock: systemClock, load: async () => keytar });

/** The secret as plain text, to compare it. */
const shown = (answer: KeychainAnswer): unknown =>
  answer.kind === 'ok' ? { kind: 'ok', secret: answer.secret.reveal() } : answer;

const systems: readonly (readonly [string, () => FakeKeytar])[] = [
  ['Windows', windowsKeytar],
  ['macOS', macKeytar],
  ['Linux', linuxKeytar],
];

describe.each(systems)('on %s', (_, system) => {
  test('stores, replaces and removes a secret', async () => {
    const keychain = on(system().keytar);
    expect(await keychain.get(name)).toEqual({ kind: 'not-found' });
    expect(await keychain.set(name, new Secret('first'))).toEqual({ kind: 'ok' });
    expect(await keychain.set(name, new Secret('zweites "Gehéimnis" 😀'))).toEqual({ kind: 'ok' });
    expect(shown(await keychain.get(name))).toEqual({ kind: 'ok', secret: 'zweites "Gehéimnis" 😀' });
    expect(await keychain.get(other)).toEqual({ kind: 'not-found' });
    expect(await keychain.delete(name)).toEqual({ kind: 'ok' });
    expect(await keychain.delete(name)).toEqual({ kind: 'not-found' });
    expect(await keychain.get(name)).toEqual({ kind: 'not-found' });
  });

  test('refuses a secret longer than the limit of Windows before storing it', async () => {
    const fake = system();
    const keychain = on(fake.keytar);
    expect(await keychain.set(name, new Secret('é'.repeat(1_300)))).toEqual({
      kind: 'too-large',
      bytes: 2_609,
      limit: 2_560,
    });
    expect(fake.calls).toEqual([]);
    expect(await keychain.set(name, new Secret('x'.repeat(2_551)))).toEqual({ kind: 'ok' });
  });

  test('reports a changed entry as corrupt', async () => {
    const fake = system();
    const keychain = on(fake.keytar);
    await keychain.set(name, new Secret('right'));
    for (const [key, value] of fake.entries) fake.entries.set(key, value.replace('right', 'wrong'));
    expect(await keychain.get(name)).toMatchObject({ kind: 'corrupt' });
  });

  test('does not report a secret as stored that reads back differently', async () => {
    expect(await on(system().keytar).set(name, new Secret('half a \ud83d character'))).toMatchObject({
      kind: 'corrupt',
    });
  });

  test('check leaves no entry', async () => {
    const fake = system();
    expect(await on(fake.keytar).check()).toEqual({ kind: 'ok' });
    expect(fake.entries.size).toBe(0);
  });

  test('finds its secrets again after unlocking', async () => {
    const fake = system();
    const keychain = on(fake.keytar);
    await keychain.set(name, new Secret('kept'));
    fake.lock();
    expect((await keychain.check()).kind).not.toBe('ok');
    expect((await keychain.set(name, new Secret('new'))).kind).not.toBe('ok');
    expect((await keychain.get(name)).kind).not.toBe('ok');
    expect((await keychain.delete(name)).kind).not.toBe('ok');
    fake.unlock();
    expect(shown(await keychain.get(name))).toEqual({ kind: 'ok', secret: 'kept' });
  });
});

test('a locked keychain on Linux reads as empty, but its check fails', async () => {
  const fake = linuxKeytar();
  const keychain = on(fake.keytar);
  await keychain.set(name, new Secret('kept'));
  fake.lock();
  expect(await keychain.get(name)).toEqual({ kind: 'not-found' });
  expect(await keychain.delete(name)).toEqual({ kind: 'not-found' });
  expect(await keychain.check()).toMatchObject({ kind: 'locked' });
});

test('a secret that Linux cuts at a NUL is not reported as stored', async () => {
  expect(await on(linuxKeytar().keytar).set(name, new Secret('a\0b'))).toMatchObject({ kind: 'corrupt' });
});

test.each([
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'unavailable'],
  ['Could not connect: No such file or directory', 'unavailable'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'unavailable'],
  ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'unavailable'],
  ['Cannot create an item in a locked collection', 'locked'],
  ['Cannot get secret of a locked object', 'locked'],
  ['Operation was cancelled', 'denied'],
  ['A default keychain could not be found.', 'unavailable'],
  ['User interaction is not allowed.', 'locked'],
  ['User interaction is required, but is currently not allowed.', 'locked'],
  ['User canceled the operation.', 'denied'],
  ['The user name or passphrase you entered is not correct.', 'denied'],
  ['The specified item has no access control.', 'denied'],
  ['Unable to decode the provided data.', 'corrupt'],
  ['Access is denied.', 'denied'],
  ['Eine angegebene Anmeldesitzung ist nicht vorhanden.', 'unavailable'],
  ['An unknown error occurred.', 'unknown'],
])('the message "%s" means %s', async (message, kind) => {
  const keychain = on(complainingKeytar(message));
  const answer = { kind, detail: message };
  expect(await keychain.get(name)).toEqual(answer);
  expect(await keychain.set(name, new Secret('x'))).toEqual(answer);
  expect(await keychain.delete(name)).toEqual(answer);
  expect(await keychain.check()).toEqual(answer);
});

test('without the system library the keychain is unavailable, and the next call tries again', async () => {
  const fake = linuxKeytar();
  let installed = false;
  const keychain = createKeytarKeychain({
    clock: systemClock,
    load: async () => {
      if (!installed) throw new Error('Failed to load keytar native addon');
      return fake.keytar;
    },
  });
  expect(await keychain.get(name)).toEqual({ kind: 'unavailable', detail: 'Failed to load keytar native addon' });
  installed = true;
  expect(await keychain.set(name, new Secret('now'))).toEqual({ kind: 'ok' });
});

/** A keytar whose calls, and a clock whose timers, end when the test says so. */
function hanging() {
  const calls: string[] = [];
  const ends: (() => void)[] = [];
  const alarms: (() => void)[] = [];
  const wait = async <T>(call: string, answer: T): Promise<T> => {
    calls.push(call);
    await new Promise<void>((resolve) => ends.push(resolve));
    return answer;
  };
  const keychain = createKeytarKeychain({
    timeLimitMs: 60_000,
    clock: {
      after(_, callback) {
        alarms.push(callback);
        return () => alarms.splice(0, alarms.length, ...alarms.filter((alarm) => alarm !== callback));
      },
    },
    load: async () => ({
      getPassword: (_, account) => wait(`get ${account}`, null),
      setPassword: (_, account) => wait(`set ${account}`, undefined),
      deletePassword: (_, account) => wait(`delete ${account}`, true),
    }),
  });
  const started = async (count: number): Promise<void> => {
    while (calls.length < count) await turnOfTheLoop();
  };
  return { keychain, calls, alarms, ends, started, end: () => ends.shift()?.() };
}

describe('a call that hangs because nobody answers the system prompt', () => {
  test('ends in a time-out, and no other call starts before a change ends', async () => {
    const { keychain, calls, alarms, started, end } = hanging();
    const first = keychain.delete(name);
    const second = keychain.get(other);
    await started(1);
    while (alarms.length > 0) alarms.shift()?.();
    expect(await first).toEqual({ kind: 'timed-out', afterMs: 60_000 });
    expect(await second).toEqual({ kind: 'timed-out', afterMs: 60_000 });
    const third = keychain.delete(name);
    end();
    await started(2);
    expect(calls).toEqual([`delete ${name}`, `delete ${name}`]);
    end();
    expect(await third).toEqual({ kind: 'ok' });
    expect(alarms).toEqual([]);
  });

  test('lets the others be tried when it only reads, but not when a second one hangs', async () => {
    const { keychain, calls, alarms, started, ends } = hanging();
    const ring = () => alarms.splice(0).forEach((alarm) => alarm());
    const late = { kind: 'timed-out', afterMs: 60_000 };
    const first = keychain.get(name);
    await started(1);
    ring();
    expect(await first).toEqual(late);
    const second = keychain.get(other);
    await started(2);
    const queued = keychain.set(name, new Secret('x'));
    ring();
    expect([await second, await queued]).toEqual([late, late]);
    const third = keychain.delete(other);
    await turnOfTheLoop();
    expect(calls).toEqual([`get ${name}`, `get ${other}`]);
    ends[1]?.();
    await started(3);
    ends[2]?.();
    expect([await third, calls.at(-1)]).toEqual([{ kind: 'ok' }, `delete ${other}`]);
    ends[0]?.();
  });

  test('makes the next call wait', async () => {
    const { keychain, calls, started, end } = hanging();
    const both = [keychain.get(name), keychain.get(other)];
    await started(1);
    await turnOfTheLoop();
    expect(calls).toEqual([`get ${name}`]);
    end();
    await started(2);
    end();
    await Promise.all(both);
    expect(calls).toEqual([`get ${name}`, `get ${other}`]);
  });

  test('a secret that is missing after storing is not reported as stored', async () => {
    const { keychain, started, end } = hanging();
    const stored = keychain.set(name, new Secret('x'));
    await started(1);
    end();
    await started(2);
    end();
    expect(await stored).toEqual({ kind: 'corrupt', detail: 'stored, but not there' });
  });
});
