import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDrivenBook, type DrivenBook, fields } from './testing/driven-book.ts';

let here: DrivenBook;
beforeEach(() => {
  here = createDrivenBook();
});
afterEach(() => here.journal.close());

describe('connection book', () => {
  describe('a client secret stays with the addresses that it was typed for', () => {
    const lacksSecret = { ok: false, fields: [{ field: 'clientSecret', problem: 'missing' }] };
    const places = [
      ['auth', 'https://elsewhere.example.ch'],
      ['base', 'https://elsewhere.example.ch/api/v1'],
      ['identity', 'https://elsewhere.example.ch'],
      ['clientId', 'somebody'],
    ] as const;

    test.each(places)('a new %s before the first sign-in asks for it anew', async (field, value) => {
      const { book, state } = here.start();
      await book.save(fields, 'client secret');
      expect(await book.save({ ...fields, [field]: value }, '', 'id1')).toMatchObject(lacksSecret);
      expect([...here.kept.values()]).toEqual(['client secret']);
      expect(state.get().connections).toMatchObject([{ fields }]);
      expect(await book.save({ ...fields, [field]: value }, 'another', 'id1')).toMatchObject({ ok: true });
      expect([...here.kept.values()]).toEqual(['another']);
    });

    test('not by a detour over a connection without a secret', async () => {
      const { book, state } = here.start();
      await book.save(fields, 'client secret');
      const elsewhere = { ...fields, auth: 'https://elsewhere.example.ch' };
      expect(await book.save({ ...elsewhere, clientForm: 'public' }, '', 'id1')).toMatchObject({ ok: true });
      expect([[...here.kept], state.get().connections[0]?.hasSecret]).toEqual([[], false]);
      expect(await book.save(elsewhere, '', 'id1')).toMatchObject(lacksSecret);
    });

    test.each(places)('the one of a file is not used with another %s', async (field, value) => {
      const { book } = here.start();
      const file = JSON.stringify({ ...fields, clientSecret: 'of the file' });
      book.read(file);
      expect(await book.save({ ...fields, [field]: value }, '')).toMatchObject(lacksSecret);
      book.read(file);
      expect(await book.save(fields, '')).toMatchObject({ ok: true });
      expect([...here.kept.values()]).toEqual(['of the file']);
    });

    test('the one of a file replaces a stored one only when a person continues with that file', async () => {
      const { book } = here.start();
      const file = JSON.stringify({ ...fields, clientSecret: 'of the file' });
      await book.save(fields, 'a newer one');
      expect(book.offer(file)).toEqual({ problem: null, known: 'id1' });
      expect(await book.save({ ...fields, name: 'Muster' }, '', 'id1')).toMatchObject({ ok: true });
      book.read(file);
      expect(await book.save({ ...fields, name: 'Muster AG' }, '', 'id1')).toMatchObject({ ok: true });
      expect([...here.kept.values()]).toEqual(['a newer one']);
      book.read(file);
      expect(await book.save(fields, '', 'id1', true)).toMatchObject({ ok: true });
      expect([...here.kept.values()]).toEqual(['of the file']);
      book.read(file);
      await book.save(fields, 'the newest one', 'id1', true);
      expect(await book.save(fields, '', 'id1', true)).toMatchObject({ ok: true });
      expect([...here.kept.values()]).toEqual(['the newest one']);
    });

    test('the one of a file goes to the address that the file left to the person', async () => {
      const { book } = here.start();
      book.read(JSON.stringify({ ...fields, auth: '', clientSecret: 'of the file' }));
      expect(await book.save(fields, '')).toMatchObject({ ok: true });
      expect([...here.kept.values()]).toEqual(['of the file']);
    });
  });

  test('the secret of a file is stored when the person saves the same client', async () => {
    const { book, state } = here.start();
    const file = JSON.stringify({ ...fields, clientSecret: 'from the file' });
    expect(book.offer(file)).toEqual({ problem: null, known: null });
    expect(state.get().offer).toMatchObject({ hasSecret: true });
    expect(JSON.stringify(state.get())).not.toContain('from the file');
    expect(await book.save({ ...fields, clientId: 'somebody-else' }, '')).toMatchObject({ ok: false });
    expect(await book.save(fields, '')).toMatchObject({ ok: true });
    expect([...here.kept.values()].join()).toContain('from the file');
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
    const { book, state } = here.start();
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
    expect([[...here.kept.values()], state.get().offer]).toEqual([['of the file'], null]);
  });
});
