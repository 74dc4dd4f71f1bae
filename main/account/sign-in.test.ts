import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import type { KeychainResult } from '../keychain/keychain.ts';
import { createForeignReader, threadOfSources } from '../reader-thread/foreign-reader.ts';
import type { SigningClient } from '../signing/client.ts';
import { failed, type Outcome, success } from '../signing/outcome.ts';
import { createPublishedState } from '../state/published-state.ts';
import { stoppedClock } from '../testing/clocks.ts';
import { fakeDesktop } from '../testing/fake-desktop.ts';
import { createTexts } from '../words/texts.ts';
import type { AccountSecrets } from './account-secrets.ts';
import { createConnectionBook } from './connection/connection-book.ts';
import { createSignIn } from './sign-in.ts';
import { createSignInTests } from './test-sign-in.ts';
import { sampleFields } from './testing/sample-connection.ts';

const pasted = 'Username: service-1\nPassword: correct horse';
const refusal = failed({ kind: 'credentials-refused', certainty: 'permanent', details: '' });

let journal: Journal;
let watched: string | null;
let opened: string[];
let clipboard: string;
let keychain: KeychainResult;
let beforeKept: () => Promise<void>;
let token: () => Promise<Outcome<{ validForMs: number }>>;
let forgotten: { key: 'keychain-locked'; params: {} } | null;

beforeEach(() => {
  watched = null;
  ({ journal } = openJournal(':memory:'));
  opened = [];
  clipboard = '';
  keychain = { kind: 'ok' };
  beforeKept = async () => {};
  token = async () => success({ validForMs: 900_000 });
  forgotten = null;
});
afterEach(() => journal.close());

async function start() {
  const state = createPublishedState(emptyState);
  const kept: string[] = [];
  const unused = async () => ({ kind: 'lost' }) as const;
  const secrets: AccountSecrets = {
    async savePassword(_connection, password) {
      await beforeKept();
      if (keychain.kind === 'ok') kept.push(password.reveal());
      return keychain;
    },
    loadPassword: unused,
    saveClientSecret: async () => keychain,
    loadClientSecret: unused,
    loadSealingKey: unused,
    newSealingKey: async () => ({ kind: 'unavailable', detail: '' }),
    forgetClientSecret: async () => keychain,
    forget: async () => keychain,
  };
  const forgetSecrets = async () => forgotten;
  const book = createConnectionBook({
    clock: stoppedClock(),
    journal,
    state,
    secrets,
    forgetSecrets,
    newId: () => 'id1',
    allowLoopback: false,
    documentsFolder: '/documents',
    isInUse: () => false,
    confirmAdminPage: async () => false,
    onChanged: () => {},
  });
  const client: Pick<SigningClient, 'forgive' | 'signIn' | 'whoAmI' | 'availableModes'> = {
    forgive: () => {},
    signIn: () => token(),
    whoAmI: async () => refusal,
    availableModes: async () =>
      success({
        timestamp: true,
        advanced: { zertes: ['ras'], eidas: [] },
        qualified: { zertes: [], eidas: [] },
      }),
  };
  const texts = () => createTexts().in('en');
  const signInTests = createSignInTests({ book, state, clientOf: () => client, onSignedIn: () => {} });
  const others: string[] = [];
  const changes: (string | null)[] = [];
  const signIn = createSignIn({
    book,
    secrets,
    forgetSecrets,
    reader: createForeignReader({ thread: threadOfSources }),
    signInTests,
    texts,
    watchedAt: async () => watched,
    onCredentials: (id) => void changes.push(book.find(id)?.username ?? null),
    onOtherAccount: (id) => void others.push(id),
    desktop: fakeDesktop({
      openInBrowser: async (address) => opened.push(address) > 0,
      pickFolder: async () => '/signed',
      async clearClipboard(isOurs) {
        if (clipboard !== '' && !isOurs(clipboard)) return false;
        clipboard = '';
        return true;
      },
    }),
  });
  await book.save(sampleFields, '');
  const connection = () => {
    const found = book.find('id1');
    if (!found) throw new Error('no connection');
    return found;
  };
  return { book, state, signIn, connection, kept, others, changes };
}

describe('sign-in', () => {
  test('reports another account for another user name, not for another password', async () => {
    const { signIn, connection, others } = await start();
    await signIn.paste(connection(), pasted);
    expect(others.splice(0)).toEqual(['id1']);
    await signIn.paste(connection(), pasted);
    expect(others).toEqual([]);
    await signIn.paste(connection(), pasted.replaceAll('service-1', 'service-2'));
    expect(connection().username).toBe('service-2');
    expect(others).toEqual(['id1']);
  });

  test('a paste stores the password, and only a token makes it signed in', async () => {
    const { state, signIn, connection, kept } = await start();
    expect(await signIn.paste(connection(), pasted)).toEqual({ ok: true, username: 'service-1' });
    expect([kept, connection().username, connection().signedIn]).toEqual([['correct horse'], 'service-1', 'never']);
    token = async () => refusal;
    await signIn.test(connection());
    expect(state.get().signInTest?.token).toMatchObject({ state: 'failed', problem: { key: 'password-refused' } });
    expect(connection().signedIn).toBe('never');
    token = async () => success({ validForMs: 1 });
    await signIn.test(connection());
    expect(connection().signedIn).toBe('yes');
    expect(state.get().signInTest).toMatchObject({
      person: { state: 'skipped' },
      modes: { modes: ['timestamp', 'advanced'] },
    });
    expect(JSON.stringify(state.get())).not.toContain('correct horse');
  });

  test('a service that keeps the name from service users still tells the kinds of signature', async () => {
    const { state, signIn, connection, book } = await start();
    await signIn.paste(connection(), pasted);
    book.change('id1', { fields: { ...sampleFields, identity: 'https://people.example.ch' } });
    await signIn.test(connection());
    expect(state.get().signInTest).toMatchObject({ person: { state: 'failed' }, modes: { state: 'done' } });
  });

  test.each([
    ['what was pasted', pasted, true],
    ['it with other ends of lines', `${pasted.replaceAll('\n', '\r\n')}\r\n`, true],
    ['the password alone', 'correct horse', true],
    ['nothing', '', true],
    ['something else', 'an address', false],
    ['the beginning of it', 'Username: service-1', false],
  ])('clears the clipboard only of pasted text: %s', async (_what, copied, cleared) => {
    const { signIn, connection } = await start();
    clipboard = copied;
    expect(await signIn.clearClipboard()).toBe(copied === '');
    await signIn.paste(connection(), pasted);
    expect(await signIn.clearClipboard()).toBe(cleared);
    expect(clipboard).toBe(cleared ? '' : copied);
  });

  test('after a locked keychain, the test stores the pasted password', async () => {
    const { signIn, connection, kept } = await start();
    keychain = { kind: 'locked', detail: '' };
    expect(await signIn.paste(connection(), pasted)).toMatchObject({ ok: false, problem: { key: 'keychain-locked' } });
    expect(await signIn.test(connection())).toMatchObject({ ok: false, problem: { key: 'keychain-locked' } });
    keychain = { kind: 'ok' };
    expect(await signIn.test(connection())).toEqual({ ok: true });
    expect([kept, connection().signedIn]).toEqual([['correct horse'], 'yes']);
  });

  test('a password that the keychain did not take goes to no other address than it was pasted for', async () => {
    const { book, signIn, connection, kept } = await start();
    keychain = { kind: 'locked', detail: '' };
    await signIn.paste(connection(), pasted);
    keychain = { kind: 'ok' };
    await book.save({ ...sampleFields, auth: 'https://login.elsewhere.example' }, '', 'id1');
    const refused = { ok: false, problem: { key: 'paste-other-address' } };
    expect(await signIn.test(connection())).toMatchObject(refused);
    expect([kept, connection().username]).toEqual([[], null]);
  });

  test('a password that the keychain took too late goes to no other address', async () => {
    const { book, signIn, connection } = await start();
    beforeKept = async () => {
      await book.save({ ...sampleFields, base: 'https://elsewhere.example/api/v1' }, '', 'id1');
    };
    const refused = { ok: false, problem: { key: 'paste-other-address' } };
    expect(await signIn.paste(connection(), pasted)).toMatchObject(refused);
    expect(connection().username).toBeNull();
  });

  test('the test stores no pasted password of another account: the person kept the present one', async () => {
    const { signIn, connection, kept, others } = await start();
    await signIn.paste(connection(), pasted);
    others.length = 0;
    keychain = { kind: 'locked', detail: '' };
    await signIn.paste(connection(), pasted.replaceAll('service-1', 'service-2'));
    keychain = { kind: 'ok' };
    for (let times = 0; times < 2; times += 1) expect(await signIn.test(connection())).toEqual({ ok: true });
    expect([kept.length, connection().username, others]).toEqual([1, 'service-1', []]);
  });

  test.each([
    { kind: 'timed-out', afterMs: 1 },
    { kind: 'corrupt', detail: '' },
  ] as const)(
    'a password of which nobody knows if the keychain has it never counts for the former name: %j',
    async (answer) => {
      const { signIn, connection, kept, others, changes } = await start();
      await signIn.paste(connection(), pasted);
      await signIn.test(connection());
      keychain = answer;
      expect(await signIn.paste(connection(), pasted)).toMatchObject({ ok: false });
      expect(connection()).toMatchObject({ username: 'service-1', signedIn: 'yes' });
      others.length = 0;
      expect(await signIn.paste(connection(), pasted.replaceAll('service-1', 'service-2'))).toMatchObject({
        ok: false,
      });
      expect(connection()).toMatchObject({ username: null, signedIn: 'never', person: null });
      expect([others, changes.at(-1)]).toEqual([['id1'], null]);
      keychain = { kind: 'ok' };
      expect(await signIn.test(connection())).toEqual({ ok: true });
      expect([kept.length, connection().username, connection().signedIn]).toEqual([2, 'service-2', 'yes']);
    },
  );

  test('credentials of another visit to the admin page are refused', async () => {
    const { signIn, connection, kept } = await start();
    await signIn.openAdminPage(connection());
    const state = new URL(opened[0] ?? '').searchParams.get('state');
    const other = `${pasted}\nState: 11111111-2222-4333-8444-555555555555`;
    expect(await signIn.paste(connection(), other)).toMatchObject({ ok: false, problem: { key: 'paste-other-visit' } });
    expect(kept).toEqual([]);
    expect(await signIn.paste(connection(), `${pasted}\nState: ${state}`)).toMatchObject({ ok: true });
  });

  test('only the latest test changes the window, also when an older one ends later', async () => {
    const { state, signIn, connection } = await start();
    await signIn.paste(connection(), pasted);
    const first = Promise.withResolvers<Outcome<{ validForMs: number }>>();
    token = () => first.promise;
    const older = signIn.test(connection());
    await Promise.resolve();
    token = async () => success({ validForMs: 1 });
    await signIn.test(connection());
    const shown = state.get().signInTest;
    first.resolve(refusal);
    await older;
    expect(state.get().signInTest).toEqual(shown);
    expect(connection().signedIn).toBe('yes');
  });

  test('a folder for signed copies inside a watched one is refused: they would be sent again', async () => {
    const { signIn, connection } = await start();
    const before = connection().savedCopies;
    watched = '/signed/Inbox';
    const params = { folder: '/signed', other: '/signed/Inbox', connection: connection().id };
    expect(await signIn.chooseFolder(connection())).toEqual({ ok: false, problem: { key: 'copies-watched', params } });
    expect(connection().savedCopies).toBe(before);
    watched = null;
    expect(await signIn.chooseFolder(connection())).toEqual({ ok: true });
    expect(connection().savedCopies).toBe('/signed');
  });

  test('forgetting stops a running test, and reports what could not be removed', async () => {
    const { signIn, connection, changes } = await start();
    await signIn.paste(connection(), pasted);
    const late = Promise.withResolvers<Outcome<{ validForMs: number }>>();
    token = () => late.promise;
    const test1 = signIn.test(connection());
    forgotten = { key: 'keychain-locked', params: {} };
    expect(await signIn.forget(connection())).toEqual({ ok: false, problem: forgotten });
    // Who is still signed in keeps the client and the checks.
    expect([connection().username, changes]).toEqual(['service-1', ['service-1']]);
    forgotten = null;
    expect(await signIn.forget(connection())).toEqual({ ok: true });
    expect(changes).toEqual(['service-1', null]);
    late.resolve(success({ validForMs: 1 }));
    await test1;
    expect(connection()).toMatchObject({ signedIn: 'never', username: null, person: null, hasSecret: false });
  });
});
