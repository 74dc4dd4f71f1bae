import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Problem } from '../../../preload/contract/problem.ts';
import { sampleRule } from '../../folders/testing/sample-rule.ts';
import { createDrivenBook, type DrivenBook, fields } from './testing/driven-book.ts';

let here: DrivenBook;
beforeEach(() => {
  here = createDrivenBook();
});
afterEach(() => here.journal.close());

describe('connection book', () => {
  test.each([
    ['environment', 'test'],
    ['base', 'https://other.example.ch/api/v1'],
    ['auth', 'https://elsewhere.example.ch'],
    ['identity', 'https://people.elsewhere.example.ch'],
    ['clientId', 'somebody'],
  ] as const)(
    'a new %s means another service: sign-in, secrets and documents of the old one are removed',
    async (field, value) => {
      const { book, state } = await here.inUse();
      expect(await book.save({ ...fields, [field]: value }, '')).toMatchObject({ ok: false });
      expect(here.kept.size).toBe(2);
      expect(await book.save({ ...fields, [field]: value }, 'new secret', 'id1')).toMatchObject({ ok: true });
      expect(state.get().connections).toMatchObject([
        { signedIn: 'never', username: null, person: null, hasSecret: true },
      ]);
      expect([...here.kept.values()]).toEqual(['new secret']);
      expect(here.journal.documentsSeen.list('id1')).toEqual([]);
      expect(here.journal.deadlines.get('id1', 'next-check')).toBeNull();
      expect(here.journal.readings.find('id1')).toBeNull();
      // Once to end what runs with the old service, and once for the new one.
      expect(here.changed).toEqual(['id1', 'id1']);
    },
  );

  test('no folder or document of the old service belongs to the service user of the same name at the new one', async () => {
    const { book } = await here.inUse();
    here.journal.folders.save(
      { id: 'unreadable', connectionId: 'id1', label: '/inbox', content: 'of a newer version' },
      1,
    );
    await book.save({ ...fields, base: 'https://other.example.ch/api/v1' }, 'new secret', 'id1');
    book.change('id1', { signedIn: 'yes', username: 'service-1' });
    const ruleOf = (id: string) => here.journal.folders.of(id)[0]?.content;
    expect([ruleOf('id1'), ruleOf('other')]).toEqual([
      { ...sampleRule, account: null },
      { ...sampleRule, account: 'service-1' },
    ]);
    expect(here.journal.folders.of('id1')[1]?.content).toBe('of a newer version');
    // Null would be the document of anybody.
    const accountOf = (id: string) => here.journal.documentFacts.find(id, 'd')?.account;
    expect([accountOf('id1'), accountOf('other')]).toEqual(['', 'service-1']);
  });

  test('a connection stays at its service when a folder hands over a document while the keychain is busy', async () => {
    const { book, state } = await here.inUse();
    here.onForget = () => here.busy.add('id1');
    const elsewhere = { ...fields, base: 'https://other.example.ch/api/v1' };
    expect(await book.save(elsewhere, 'x', 'id1')).toMatchObject({ ok: false, problem: { key: 'connection-in-use' } });
    expect(state.get().connections).toMatchObject([{ fields: { base: fields.base }, signedIn: 'never' }]);
    expect(here.journal.documentsSeen.list('id1')).toHaveLength(1);
  });

  test('a connection moves to another service as carefully after signing out', async () => {
    const { book } = await here.inUse();
    book.change('id1', { signedIn: 'never', hasSecret: false, username: null, person: null });
    here.busy.add('id1');
    const elsewhere = { ...fields, base: 'https://other.example.ch/api/v1' };
    expect(await book.save(elsewhere, 'x', 'id1')).toMatchObject({ ok: false, problem: { key: 'connection-in-use' } });
    here.busy.clear();
    expect(await book.save(elsewhere, 'x', 'id1')).toMatchObject({ ok: true });
    expect([here.journal.documentsSeen.list('id1'), [...here.kept.values()]]).toEqual([[], ['x']]);
  });

  test('a connection that nobody has signed in at cannot move while files wait for it', async () => {
    const { book } = here.start();
    await book.save(fields, 'client secret');
    here.busy.add('id1');
    const elsewhere = { ...fields, base: 'https://other.example.ch/api/v1' };
    expect(await book.save(elsewhere, 'x', 'id1')).toMatchObject({ ok: false, problem: { key: 'connection-in-use' } });
    here.busy.clear();
    expect(await book.save(elsewhere, 'x', 'id1')).toMatchObject({ ok: true });
  });

  test('what runs with the old service ends before its list goes, or it would be written again', async () => {
    const { book } = await here.inUse();
    here.beforeSet = () => {
      throw new Error('the keychain is gone');
    };
    await expect(book.save({ ...fields, base: 'https://other.example.ch/api/v1' }, 'x', 'id1')).rejects.toThrow();
    expect(here.changed).toEqual(['id1']);
  });

  test('a connection with unfinished submissions cannot move to another service', async () => {
    const { book, state } = await here.inUse();
    here.busy.add('id1');
    const elsewhere = { ...fields, base: 'https://other.example.ch/api/v1' };
    expect(await book.save(elsewhere, 'x', 'id1')).toMatchObject({ ok: false, problem: { key: 'connection-in-use' } });
    expect([state.get().connections[0]?.fields.base, here.kept.size]).toEqual([fields.base, 2]);
    expect(await book.save({ ...fields, name: 'Muster' }, '', 'id1')).toMatchObject({ ok: true });
  });

  test('a connection stays at its service when its keys cannot be removed', async () => {
    const { book, state } = await here.inUse();
    here.keyFile = { kind: 'unwritable' };
    const expected: Problem = { key: 'key-not-removed', params: {} };
    expect(await book.save({ ...fields, base: 'https://other.example.ch/api/v1' }, 'x', 'id1')).toEqual({
      ok: false,
      problem: expected,
      fields: [],
    });
    expect(state.get().connections[0]?.fields.base).toBe(fields.base);
  });

  test('the old service stays forgotten when the new secret cannot be stored', async () => {
    const { book, state } = await here.inUse();
    here.beforeSet = () => {
      throw new Error('the keychain is gone');
    };
    await expect(book.save({ ...fields, base: 'https://other.example.ch/api/v1' }, 'x', 'id1')).rejects.toThrow();
    expect(state.get().connections).toMatchObject([{ signedIn: 'never', hasSecret: false, username: null }]);
    expect([here.kept.size, here.journal.documentsSeen.list('id1')]).toEqual([0, []]);
  });
});
