import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { practiceConnectionId } from '../../../preload/contract/limits.ts';
import { createDrivenBook, type DrivenBook, fields } from './testing/driven-book.ts';

let here: DrivenBook;
beforeEach(() => {
  here = createDrivenBook();
});
afterEach(() => here.journal.close());

describe('the connection to the practice service', () => {
  const practised = { ...fields, name: 'Practice service', clientForm: 'public' as const, clientId: 'practice' };

  test('is there once, under an id that no other connection gets', () => {
    const { book, state } = here.start();
    expect(book.putPractice(practised).id).toBe(practiceConnectionId);
    book.change(practiceConnectionId, { signedIn: 'yes', username: 'service-1' });
    expect(book.putPractice({ ...practised, clientId: 'other' })).toMatchObject({
      id: practiceConnectionId,
      username: 'service-1',
    });
    expect(state.get().connections).toMatchObject([{ id: practiceConnectionId, fields: { clientId: 'other' } }]);
  });

  test('cannot be moved to addresses of the window', async () => {
    const { book, state } = here.start();
    book.putPractice(practised);
    await expect(book.save(fields, 'client secret', practiceConnectionId)).rejects.toThrow();
    expect(state.get().connections).toMatchObject([{ fields: { clientId: 'practice' } }]);
  });

  test('after its end no connection is shown', () => {
    const { book, state } = here.start();
    book.activate(book.putPractice(practised).id);
    book.showNone();
    expect([state.get().active, here.journal.settings.get('activeConnection')]).toEqual([null, null]);
  });
});

describe('connection book', () => {
  test('a new connection needs its secret, which is stored in the keychain only', async () => {
    const { book, state } = here.start();
    expect(await book.save(fields, '')).toMatchObject({
      ok: false,
      fields: [{ field: 'clientSecret', problem: 'missing' }],
    });
    expect(await book.save(fields, 'client secret')).toEqual({ ok: true, connectionId: 'id1' });
    expect(state.get().connections).toMatchObject([
      { id: 'id1', signedIn: 'never', hasSecret: true, savedCopies: '/home/anna/Documents/Countersign/Muster  AG' },
    ]);
    expect([...here.kept]).toEqual([['production.id1.client-secret', 'client secret']]);
    expect(JSON.stringify([state.get(), here.journal.connections.list()])).not.toContain('client secret');
  });

  test('the folder of a connection named like a device of Windows has another name', async () => {
    const { book, state } = here.start();
    await book.save({ ...fields, name: 'nul.2026' }, 'client secret');
    expect(state.get().connections.map(({ savedCopies }) => savedCopies)).toEqual([
      '/home/anna/Documents/Countersign/_nul.2026',
    ]);
  });

  test('a folder of the policy counts for all copies while it is given, and the own one again without it', async () => {
    const shown = ({ state }: ReturnType<DrivenBook['start']>) => state.get().connections.map((one) => one.savedCopies);
    await here.start().book.save(fields, 'client secret');
    const own = '/home/anna/Documents/Countersign/Muster  AG';
    const given = here.start(null, { folder: '/srv/signed', createBelow: '/srv' });
    expect(shown(given)).toEqual(['/srv/signed/Muster  AG']);
    given.book.change('id1', { person: 'Anna', savedCopies: '/elsewhere' });
    expect(shown(given)).toEqual(['/srv/signed/Muster  AG']);
    expect(given.book.copiesOf('id1')).toMatchObject({ folder: '/srv/signed/Muster  AG', createBelow: '/srv' });
    expect([given, here.start()].map(({ book }) => book.isGivenService('id1'))).toEqual([true, true]);
    // The folder of the policy was not stored.
    expect(here.journal.connections.list().map((one) => [one.person, one.savedCopies])).toEqual([['Anna', own]]);
  });

  test('a new name changes only the name', async () => {
    const { book, state } = await here.inUse();
    expect(await book.save({ ...fields, name: 'Muster' }, '', 'id1')).toMatchObject({ ok: true });
    expect(state.get().connections).toMatchObject([{ signedIn: 'yes', username: 'service-1', hasSecret: true }]);
    expect([here.changed, here.journal.documentsSeen.list('id1').length, here.kept.size]).toEqual([[], 1, 2]);
  });

  test('saving keeps changes made while the keychain was busy', async () => {
    const { book, state } = await here.inUse();
    here.beforeSet = () => book.change('id1', { savedCopies: '/elsewhere' });
    await book.save(fields, 'a newer secret', 'id1');
    expect(state.get().connections[0]?.savedCopies).toBe('/elsewhere');
  });

  describe('a new admin page of a connection that is signed in', () => {
    const other = { ...fields, admin: 'https://xn--dmin-63d.example.ch/de' };

    test('is asked about outside of the window', async () => {
      const { book, state } = await here.inUse();
      here.answer = false;
      expect(await book.save(other, '', 'id1')).toMatchObject({ ok: false, problem: { key: 'admin-page-kept' } });
      expect([state.get().connections[0]?.fields, here.asked]).toEqual([fields, [[fields.admin, other.admin]]]);
      here.answer = true;
      expect(await book.save(other, '', 'id1')).toMatchObject({ ok: true });
      expect(state.get().connections).toMatchObject([{ fields: other, signedIn: 'yes', hasSecret: true }]);
    });

    test('is asked about before another service counts', async () => {
      const { book } = await here.inUse();
      here.answer = false;
      await book.save({ ...other, base: 'https://elsewhere.example.ch/api/v1' }, 'x', 'id1');
      expect([here.asked.length, here.kept.size, here.changed]).toEqual([1, 2, []]);
    });

    test('is asked about again if another one was saved while the question was open', async () => {
      const { book } = await here.inUse();
      here.whileAsked = () => book.change('id1', { fields: { ...fields, admin: 'https://third.example.ch' } });
      await book.save(other, '', 'id1');
      expect(here.asked.map(([before]) => before)).toEqual([fields.admin, 'https://third.example.ch']);
    });

    test('is not asked about before the first sign-in, and no other field is', async () => {
      const { book } = here.start();
      await book.save(fields, 'client secret');
      await book.save(other, '', 'id1');
      book.change('id1', { signedIn: 'yes', username: 'service-1' });
      await book.save({ ...other, name: 'Other' }, '', 'id1');
      expect(here.asked).toEqual([]);
    });
  });
});

test('another service than the one of the IT department is refused, under any name', async () => {
  const { book } = here.start(JSON.stringify(fields));
  const elsewhere = { ...fields, base: 'https://elsewhere.example.ch/api/v1' };
  expect(await book.save(elsewhere, 'client secret')).toMatchObject({ problem: { key: 'set-by-policy' } });
  expect(await book.save({ ...fields, clientId: 'other' }, 'client secret')).toMatchObject({ ok: false });
  // Nor is a file of it shown in the place of what was typed.
  expect(book.read(JSON.stringify(elsewhere))).toMatchObject({ ok: false, problem: { key: 'set-by-policy' } });
  expect(await book.save({ ...fields, name: 'Our service' }, 'client secret')).toMatchObject({ ok: true });
  expect(await book.save(elsewhere, 'client secret', 'id1')).toMatchObject({ problem: { key: 'set-by-policy' } });
  const copies = { folder: '/srv/signed', createBelow: '/srv' };
  const isGivenIn = (given: object) => here.start(JSON.stringify(given), copies).book.isGivenService('id1');
  expect([isGivenIn(fields), isGivenIn(elsewhere)]).toEqual([true, false]);
});

test('a damaged connection of the IT department locks nobody out', async () => {
  const { book } = here.start('[]');
  expect(await book.save(fields, 'client secret')).toMatchObject({ ok: true });
});
