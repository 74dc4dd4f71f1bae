import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import { practiceConnectionId } from '../../../preload/contract/limits.ts';
import type { Problem } from '../../../preload/contract/problem.ts';
import { sampleRule } from '../../folders/testing/sample-rule.ts';
import { type Journal, openJournal } from '../../journal/journal.ts';
import type { Keychain } from '../../keychain/keychain.ts';
import { Secret } from '../../signing/secret.ts';
import { createPublishedState } from '../../state/published-state.ts';
import { stoppedClock } from '../../testing/clocks.ts';
import { memoryKeychain } from '../../testing/memory-keychain.ts';
import { emptyReading } from '../../tracking/reading.ts';
import { createAccountSecrets } from '../account-secrets.ts';
import { sampleFields } from '../testing/sample-connection.ts';
import { type ConnectionBookDeps, createConnectionBook, createForgetSecrets } from './connection-book.ts';

const fields = { ...sampleFields, name: 'Muster: AG', clientForm: 'client-secret' as const };

let journal: Journal;
let kept: Map<string, string>;
let keyFile: { readonly kind: string };
let busy: Set<string>;
let changed: string[];
let beforeSet: () => void;
let onForget: () => void;
let asked: string[][];
let answer: boolean;
let whileAsked: () => void;

beforeEach(() => {
  ({ journal } = openJournal(':memory:'));
  kept = new Map();
  keyFile = { kind: 'ok' };
  changed = [];
  busy = new Set();
  beforeSet = () => {};
  onForget = () => {};
  asked = [];
  answer = true;
  whileAsked = () => {};
});
afterEach(() => journal.close());

function start(onlyConnection: string | null = null, givenCopies: ConnectionBookDeps['givenCopies'] = null) {
  const keychain = memoryKeychain(kept);
  const set: Keychain['set'] = (name, secret) => {
    beforeSet();
    return keychain.set(name, secret);
  };
  const secrets = createAccountSecrets({ keychain: { ...keychain, set } });
  const state = createPublishedState(emptyState);
  const book = createConnectionBook({
    clock: stoppedClock(),
    journal,
    state,
    secrets,
    forgetSecrets: createForgetSecrets({ secrets, keyPairs: { forget: async () => (onForget(), keyFile) } }),
    newId: () => 'id1',
    allowLoopback: false,
    documentsFolder: '/home/anna/Documents',
    givenCopies,
    given: onlyConnection,
    isOnlyGiven: onlyConnection !== null,
    isInUse: (id) => busy.has(id),
    onChanged: (id) => void changed.push(id),
    async confirmAdminPage(before, after) {
      asked.push([before.admin, after.admin]);
      whileAsked();
      whileAsked = () => {};
      return answer;
    },
  });
  return { book, state, secrets };
}

/** A connection with a sign-in, a password, documents and a deadline. */
async function inUse() {
  const started = start();
  await started.book.save(fields, 'client secret');
  await started.secrets.savePassword({ id: 'id1', environment: 'production' }, new Secret('password'));
  started.book.change('id1', { signedIn: 'yes', username: 'service-1', person: 'Anna' });
  journal.documentsSeen.replace('id1', [
    {
      id: 'd',
      name: 'Old.pdf',
      mimeType: '',
      documentStatus: 'draft',
      signStatus: null,
      canWithdraw: false,
      canDelete: true,
    },
  ]);
  journal.deadlines.set('id1', 'next-check', 99);
  journal.readings.save('id1', { ...emptyReading('service-1', 1), read: 1, largest: 1 }, null);
  const seen = { at: 1, before: null, account: 'service-1' };
  for (const id of ['id1', 'other']) {
    journal.documentFacts.see(id, [{ id: 'd', status: 'signed' }], seen);
    const content = { ...sampleRule, account: 'service-1' };
    journal.folders.save({ id: `folder of ${id}`, connectionId: id, label: '/inbox', content }, 1);
  }
  changed.length = 0;
  return started;
}

describe('the connection to the practice service', () => {
  const practised = { ...fields, name: 'Practice service', clientForm: 'public' as const, clientId: 'practice' };

  test('is there once, under an id that no other connection gets', () => {
    const { book, state } = start();
    expect(book.putPractice(practised).id).toBe(practiceConnectionId);
    book.change(practiceConnectionId, { signedIn: 'yes', username: 'service-1' });
    expect(book.putPractice({ ...practised, clientId: 'other' })).toMatchObject({
      id: practiceConnectionId,
      username: 'service-1',
    });
    expect(state.get().connections).toMatchObject([{ id: practiceConnectionId, fields: { clientId: 'other' } }]);
  });

  test('cannot be moved to addresses of the window', async () => {
    const { book, state } = start();
    book.putPractice(practised);
    await expect(book.save(fields, 'client secret', practiceConnectionId)).rejects.toThrow();
    expect(state.get().connections).toMatchObject([{ fields: { clientId: 'practice' } }]);
  });

  test('after its end no connection is shown', () => {
    const { book, state } = start();
    book.activate(book.putPractice(practised).id);
    book.showNone();
    expect([state.get().active, journal.settings.get('activeConnection')]).toEqual([null, null]);
  });
});

describe('connection book', () => {
  test('a new connection needs its secret, which is stored in the keychain only', async () => {
    const { book, state } = start();
    expect(await book.save(fields, '')).toMatchObject({
      ok: false,
      fields: [{ field: 'clientSecret', problem: 'missing' }],
    });
    expect(await book.save(fields, 'client secret')).toEqual({ ok: true, connectionId: 'id1' });
    expect(state.get().connections).toMatchObject([
      { id: 'id1', signedIn: 'never', hasSecret: true, savedCopies: '/home/anna/Documents/Countersign/Muster  AG' },
    ]);
    expect([...kept]).toEqual([['production.id1.client-secret', 'client secret']]);
    expect(JSON.stringify([state.get(), journal.connections.list()])).not.toContain('client secret');
  });

  test('the folder of a connection named like a device of Windows has another name', async () => {
    const { book, state } = start();
    await book.save({ ...fields, name: 'nul.2026' }, 'client secret');
    expect(state.get().connections.map(({ savedCopies }) => savedCopies)).toEqual([
      '/home/anna/Documents/Countersign/_nul.2026',
    ]);
  });

  test('a folder of the policy counts for all copies while it is given, and the own one again without it', async () => {
    const shown = ({ state }: ReturnType<typeof start>) => state.get().connections.map((one) => one.savedCopies);
    await start().book.save(fields, 'client secret');
    const own = '/home/anna/Documents/Countersign/Muster  AG';
    const given = start(null, { folder: '/srv/signed', createBelow: '/srv' });
    expect(shown(given)).toEqual(['/srv/signed/Muster  AG']);
    given.book.change('id1', { person: 'Anna', savedCopies: '/elsewhere' });
    expect(shown(given)).toEqual(['/srv/signed/Muster  AG']);
    expect(given.book.copiesOf('id1')).toMatchObject({ folder: '/srv/signed/Muster  AG', createBelow: '/srv' });
    expect([given, start()].map(({ book }) => book.isGivenService('id1'))).toEqual([true, true]);
    // The folder of the policy was not stored.
    expect(journal.connections.list().map((one) => [one.person, one.savedCopies])).toEqual([['Anna', own]]);
  });

  test.each([
    ['environment', 'test'],
    ['base', 'https://other.example.ch/api/v1'],
    ['auth', 'https://elsewhere.example.ch'],
    ['identity', 'https://people.elsewhere.example.ch'],
    ['clientId', 'somebody'],
  ] as const)(
    'a new %s means another service: sign-in, secrets and documents of the old one are removed',
    async (field, value) => {
      const { book, state } = await inUse();
      expect(await book.save({ ...fields, [field]: value }, '')).toMatchObject({ ok: false });
      expect(kept.size).toBe(2);
      expect(await book.save({ ...fields, [field]: value }, 'new secret', 'id1')).toMatchObject({ ok: true });
      expect(state.get().connections).toMatchObject([
        { signedIn: 'never', username: null, person: null, hasSecret: true },
      ]);
      expect([...kept.values()]).toEqual(['new secret']);
      expect(journal.documentsSeen.list('id1')).toEqual([]);
      expect(journal.deadlines.get('id1', 'next-check')).toBeNull();
      expect(journal.readings.find('id1')).toBeNull();
      // Once to end what runs with the old service, and once for the new one.
      expect(changed).toEqual(['id1', 'id1']);
    },
  );

  test('no folder or document of the old service belongs to the service user of the same name at the new one', async () => {
    const { book } = await inUse();
    journal.folders.save({ id: 'unreadable', connectionId: 'id1', label: '/inbox', content: 'of a newer version' }, 1);
    await book.save({ ...fields, base: 'https://other.example.ch/api/v1' }, 'new secret', 'id1');
    book.change('id1', { signedIn: 'yes', username: 'service-1' });
    const ruleOf = (id: string) => journal.folders.of(id)[0]?.content;
    expect([ruleOf('id1'), ruleOf('other')]).toEqual([
      { ...sampleRule, account: null },
      { ...sampleRule, account: 'service-1' },
    ]);
    expect(journal.folders.of('id1')[1]?.content).toBe('of a newer version');
    // Null would be the document of anybody.
    const accountOf = (id: string) => journal.documentFacts.find(id, 'd')?.account;
    expect([accountOf('id1'), accountOf('other')]).toEqual(['', 'service-1']);
  });

  test('a connection stays at its service when a folder hands over a document while the keychain is busy', async () => {
    const { book, state } = await inUse();
    onForget = () => busy.add('id1');
    const elsewhere = { ...fields, base: 'https://other.example.ch/api/v1' };
    expect(await book.save(elsewhere, 'x', 'id1')).toMatchObject({ ok: false, problem: { key: 'connection-in-use' } });
    expect(state.get().connections).toMatchObject([{ fields: { base: fields.base }, signedIn: 'never' }]);
    expect(journal.documentsSeen.list('id1')).toHaveLength(1);
  });

  test('a connection moves to another service as carefully after signing out', async () => {
    const { book } = await inUse();
    book.change('id1', { signedIn: 'never', hasSecret: false, username: null, person: null });
    busy.add('id1');
    const elsewhere = { ...fields, base: 'https://other.example.ch/api/v1' };
    expect(await book.save(elsewhere, 'x', 'id1')).toMatchObject({ ok: false, problem: { key: 'connection-in-use' } });
    busy.clear();
    expect(await book.save(elsewhere, 'x', 'id1')).toMatchObject({ ok: true });
    expect([journal.documentsSeen.list('id1'), [...kept.values()]]).toEqual([[], ['x']]);
  });

  test('a connection that nobody has signed in at cannot move while files wait for it', async () => {
    const { book } = start();
    await book.save(fields, 'client secret');
    busy.add('id1');
    const elsewhere = { ...fields, base: 'https://other.example.ch/api/v1' };
    expect(await book.save(elsewhere, 'x', 'id1')).toMatchObject({ ok: false, problem: { key: 'connection-in-use' } });
    busy.clear();
    expect(await book.save(elsewhere, 'x', 'id1')).toMatchObject({ ok: true });
  });

  describe('a client secret stays with the addresses that it was typed for', () => {
    const lacksSecret = { ok: false, fields: [{ field: 'clientSecret', problem: 'missing' }] };
    const places = [
      ['auth', 'https://elsewhere.example.ch'],
      ['base', 'https://elsewhere.example.ch/api/v1'],
      ['identity', 'https://elsewhere.example.ch'],
      ['clientId', 'somebody'],
    ] as const;

    test.each(places)('a new %s before the first sign-in asks for it anew', async (field, value) => {
      const { book, state } = start();
      await book.save(fields, 'client secret');
      expect(await book.save({ ...fields, [field]: value }, '', 'id1')).toMatchObject(lacksSecret);
      expect([...kept.values()]).toEqual(['client secret']);
      expect(state.get().connections).toMatchObject([{ fields }]);
      expect(await book.save({ ...fields, [field]: value }, 'another', 'id1')).toMatchObject({ ok: true });
      expect([...kept.values()]).toEqual(['another']);
    });

    test('not by a detour over a connection without a secret', async () => {
      const { book, state } = start();
      await book.save(fields, 'client secret');
      const elsewhere = { ...fields, auth: 'https://elsewhere.example.ch' };
      expect(await book.save({ ...elsewhere, clientForm: 'public' }, '', 'id1')).toMatchObject({ ok: true });
      expect([[...kept], state.get().connections[0]?.hasSecret]).toEqual([[], false]);
      expect(await book.save(elsewhere, '', 'id1')).toMatchObject(lacksSecret);
    });

    test.each(places)('the one of a file is not used with another %s', async (field, value) => {
      const { book } = start();
      const file = JSON.stringify({ ...fields, clientSecret: 'of the file' });
      book.read(file);
      expect(await book.save({ ...fields, [field]: value }, '')).toMatchObject(lacksSecret);
      book.read(file);
      expect(await book.save(fields, '')).toMatchObject({ ok: true });
      expect([...kept.values()]).toEqual(['of the file']);
    });

    test('the one of a file replaces a stored one only when a person continues with that file', async () => {
      const { book } = start();
      const file = JSON.stringify({ ...fields, clientSecret: 'of the file' });
      await book.save(fields, 'a newer one');
      expect(book.offer(file)).toEqual({ problem: null, known: 'id1' });
      expect(await book.save({ ...fields, name: 'Muster' }, '', 'id1')).toMatchObject({ ok: true });
      book.read(file);
      expect(await book.save({ ...fields, name: 'Muster AG' }, '', 'id1')).toMatchObject({ ok: true });
      expect([...kept.values()]).toEqual(['a newer one']);
      book.read(file);
      expect(await book.save(fields, '', 'id1', true)).toMatchObject({ ok: true });
      expect([...kept.values()]).toEqual(['of the file']);
      book.read(file);
      await book.save(fields, 'the newest one', 'id1', true);
      expect(await book.save(fields, '', 'id1', true)).toMatchObject({ ok: true });
      expect([...kept.values()]).toEqual(['the newest one']);
    });

    test('the one of a file goes to the address that the file left to the person', async () => {
      const { book } = start();
      book.read(JSON.stringify({ ...fields, auth: '', clientSecret: 'of the file' }));
      expect(await book.save(fields, '')).toMatchObject({ ok: true });
      expect([...kept.values()]).toEqual(['of the file']);
    });
  });

  describe('a new admin page of a connection that is signed in', () => {
    const other = { ...fields, admin: 'https://xn--dmin-63d.example.ch/de' };

    test('is asked about outside of the window', async () => {
      const { book, state } = await inUse();
      answer = false;
      expect(await book.save(other, '', 'id1')).toMatchObject({ ok: false, problem: { key: 'admin-page-kept' } });
      expect([state.get().connections[0]?.fields, asked]).toEqual([fields, [[fields.admin, other.admin]]]);
      answer = true;
      expect(await book.save(other, '', 'id1')).toMatchObject({ ok: true });
      expect(state.get().connections).toMatchObject([{ fields: other, signedIn: 'yes', hasSecret: true }]);
    });

    test('is asked about before another service counts', async () => {
      const { book } = await inUse();
      answer = false;
      await book.save({ ...other, base: 'https://elsewhere.example.ch/api/v1' }, 'x', 'id1');
      expect([asked.length, kept.size, changed]).toEqual([1, 2, []]);
    });

    test('is asked about again if another one was saved while the question was open', async () => {
      const { book } = await inUse();
      whileAsked = () => book.change('id1', { fields: { ...fields, admin: 'https://third.example.ch' } });
      await book.save(other, '', 'id1');
      expect(asked.map(([before]) => before)).toEqual([fields.admin, 'https://third.example.ch']);
    });

    test('is not asked about before the first sign-in, and no other field is', async () => {
      const { book } = start();
      await book.save(fields, 'client secret');
      await book.save(other, '', 'id1');
      book.change('id1', { signedIn: 'yes', username: 'service-1' });
      await book.save({ ...other, name: 'Other' }, '', 'id1');
      expect(asked).toEqual([]);
    });
  });

  test('what runs with the old service ends before its list goes, or it would be written again', async () => {
    const { book } = await inUse();
    beforeSet = () => {
      throw new Error('the keychain is gone');
    };
    await expect(book.save({ ...fields, base: 'https://other.example.ch/api/v1' }, 'x', 'id1')).rejects.toThrow();
    expect(changed).toEqual(['id1']);
  });

  test('a new name changes only the name', async () => {
    const { book, state } = await inUse();
    expect(await book.save({ ...fields, name: 'Muster' }, '', 'id1')).toMatchObject({ ok: true });
    expect(state.get().connections).toMatchObject([{ signedIn: 'yes', username: 'service-1', hasSecret: true }]);
    expect([changed, journal.documentsSeen.list('id1').length, kept.size]).toEqual([[], 1, 2]);
  });

  test('saving keeps changes made while the keychain was busy', async () => {
    const { book, state } = await inUse();
    beforeSet = () => book.change('id1', { savedCopies: '/elsewhere' });
    await book.save(fields, 'a newer secret', 'id1');
    expect(state.get().connections[0]?.savedCopies).toBe('/elsewhere');
  });

  test('a connection with unfinished submissions cannot move to another service', async () => {
    const { book, state } = await inUse();
    busy.add('id1');
    const elsewhere = { ...fields, base: 'https://other.example.ch/api/v1' };
    expect(await book.save(elsewhere, 'x', 'id1')).toMatchObject({ ok: false, problem: { key: 'connection-in-use' } });
    expect([state.get().connections[0]?.fields.base, kept.size]).toEqual([fields.base, 2]);
    expect(await book.save({ ...fields, name: 'Muster' }, '', 'id1')).toMatchObject({ ok: true });
  });

  test('a connection stays at its service when its keys cannot be removed', async () => {
    const { book, state } = await inUse();
    keyFile = { kind: 'unwritable' };
    const expected: Problem = { key: 'key-not-removed', params: {} };
    expect(await book.save({ ...fields, base: 'https://other.example.ch/api/v1' }, 'x', 'id1')).toEqual({
      ok: false,
      problem: expected,
      fields: [],
    });
    expect(state.get().connections[0]?.fields.base).toBe(fields.base);
  });

  test('the old service stays forgotten when the new secret cannot be stored', async () => {
    const { book, state } = await inUse();
    beforeSet = () => {
      throw new Error('the keychain is gone');
    };
    await expect(book.save({ ...fields, base: 'https://other.example.ch/api/v1' }, 'x', 'id1')).rejects.toThrow();
    expect(state.get().connections).toMatchObject([{ signedIn: 'never', hasSecret: false, username: null }]);
    expect([kept.size, journal.documentsSeen.list('id1')]).toEqual([0, []]);
  });

  test('the secret of a file is stored when the person saves the same client', async () => {
    const { book, state } = start();
    const file = JSON.stringify({ ...fields, clientSecret: 'from the file' });
    expect(book.offer(file)).toEqual({ problem: null, known: null });
    expect(state.get().offer).toMatchObject({ hasSecret: true });
    expect(JSON.stringify(state.get())).not.toContain('from the file');
    expect(await book.save({ ...fields, clientId: 'somebody-else' }, '')).toMatchObject({ ok: false });
    expect(await book.save(fields, '')).toMatchObject({ ok: true });
    expect([...kept.values()].join()).toContain('from the file');
    expect(state.get().offer).toBeNull();
    expect(book.offer(Buffer.from(file))).toEqual({ problem: null, known: 'id1' });
    const allowing = JSON.stringify({ ...fields, operations: ['resend-invitation'] });
    expect(book.offer(allowing)).toEqual({ problem: null, known: 'id1' });
    expect(book.find('id1')?.fields.operations).toEqual(['resend-invitation']);
    const marking = JSON.stringify({ ...fields, textMarks: ['#ACME#{email}#'] });
    expect(book.offer(marking)).toEqual({ problem: null, known: 'id1' });
    expect(book.find('id1')?.fields).toEqual({ ...fields, textMarks: ['#ACME#{email}#'] });
    book.offer(file);
    expect(book.find('id1')?.fields).toEqual(fields);
    expect(book.offer('Dear aunt')).toMatchObject({ problem: { key: 'connection-file-unreadable' } });
  });

  test('a file with a new secret is offered where the service refuses the one that is here', async () => {
    const { book, state } = start();
    await book.save(fields, 'an old one');
    const file = JSON.stringify({ ...fields, clientSecret: 'of the file' });
    book.offer(file);
    expect(state.get().offer).toBeNull();
    book.change('id1', { signedIn: 'client-refused' });
    book.offer(JSON.stringify(fields));
    expect(state.get().offer).toBeNull();
    expect(book.offer(file)).toEqual({ problem: null, known: 'id1' });
    expect(state.get().offer).toMatchObject({ fields, hasSecret: true });
    expect(await book.save(fields, '', 'id1')).toMatchObject({ ok: true, connectionId: 'id1' });
    expect([[...kept.values()], state.get().offer]).toEqual([['of the file'], null]);
  });
});

test('another service than the one of the IT department is refused, under any name', async () => {
  const { book } = start(JSON.stringify(fields));
  const elsewhere = { ...fields, base: 'https://elsewhere.example.ch/api/v1' };
  expect(await book.save(elsewhere, 'client secret')).toMatchObject({ problem: { key: 'set-by-policy' } });
  expect(await book.save({ ...fields, clientId: 'other' }, 'client secret')).toMatchObject({ ok: false });
  // Nor is a file of it shown in the place of what was typed.
  expect(book.read(JSON.stringify(elsewhere))).toMatchObject({ ok: false, problem: { key: 'set-by-policy' } });
  expect(await book.save({ ...fields, name: 'Our service' }, 'client secret')).toMatchObject({ ok: true });
  expect(await book.save(elsewhere, 'client secret', 'id1')).toMatchObject({ problem: { key: 'set-by-policy' } });
  const copies = { folder: '/srv/signed', createBelow: '/srv' };
  const isGivenIn = (given: object) => start(JSON.stringify(given), copies).book.isGivenService('id1');
  expect([isGivenIn(fields), isGivenIn(elsewhere)]).toEqual([true, false]);
});

test('a damaged connection of the IT department locks nobody out', async () => {
  const { book } = start('[]');
  expect(await book.save(fields, 'client secret')).toMatchObject({ ok: true });
});
