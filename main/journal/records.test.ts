import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Journal, openJournal } from './journal.ts';

let journal: Journal;

beforeEach(() => {
  ({ journal } = openJournal(':memory:'));
});
afterEach(() => journal.close());

/** The history names a person by a hash of the address. */
const eventsAbout = (email: string) =>
  journal.history(`person:${createHash('sha256').update(email).digest('hex').slice(0, 16)}`);
const kinds = (subject: string) => journal.history(subject).map(({ kind }) => kind);
const entry = (id: string, documentStatus: string) => ({
  id,
  name: `${id}.pdf`,
  mimeType: 'application/pdf',
  documentStatus,
  signStatus: null,
  canWithdraw: false,
  canDelete: false,
});

describe('documents', () => {
  test('are stored as last seen; only changes add to the history', () => {
    journal.documents.see('c1', [entry('d1', 'draft'), entry('d2', 'draft')], 10);
    journal.documents.see('c1', [entry('d1', 'draft')], 20);
    journal.documents.see('c1', [entry('d1', 'signed')], 30);
    expect(journal.documents.find('c1', 'd1')).toEqual(entry('d1', 'signed'));
    expect(journal.documents.find('c2', 'd1')).toBeNull();
    expect(kinds('document:d1')).toEqual(['document-seen', 'document-changed']);
  });
});

describe('saved copies', () => {
  test('are stored with their hash, also in the history of their document', () => {
    const copy = { connectionId: 'c1', documentId: 'd1', path: '/home/anna/a.pdf', sha256: 'ab', size: 3, at: 7 };
    journal.savedCopies.add(copy);
    journal.savedCopies.add({ ...copy, path: '/home/anna/a (2).pdf', at: 8 });
    expect(journal.savedCopies.of('c1', 'd1')).toEqual([copy, { ...copy, path: '/home/anna/a (2).pdf', at: 8 }]);
    expect(journal.savedCopies.of('c2', 'd1')).toEqual([]);
    expect(kinds('document:d1')).toEqual(['saved', 'saved']);
  });
});

describe('people', () => {
  const berta = { email: 'berta@example.ch', name: 'Bérta Müller' };
  const carl = { email: 'carl@example.ch', name: '' };

  test('are suggested by a part of name or address, last used first', () => {
    journal.people.remember([berta, carl], 1);
    journal.people.remember([{ ...berta, name: '' }], 2);
    expect(journal.people.suggest('', 9).map(({ email }) => email)).toEqual([berta.email, carl.email]);
    expect(journal.people.suggest(' MULL', 9)).toEqual([{ ...berta, used: 2, lastUsed: 2 }]);
    expect(journal.people.suggest('example', 1)).toHaveLength(1);
    expect(journal.people.suggest('nobody', 9)).toEqual([]);
  });

  test('are suggested by any words of name and address, in any order', () => {
    journal.people.remember([berta, carl], 1);
    expect(journal.people.suggest('mull bert', 9)).toHaveLength(1);
    expect(journal.people.suggest('mull carl', 9)).toEqual([]);
    expect(journal.people.suggest('%', 9)).toEqual([]);
  });

  test('are listed by name in pages, also if the last one of a page was deleted', () => {
    const people = ['Zoé', 'anna', 'Ämil', ''].map((name, at) => ({ email: `p${at}@example.ch`, name }));
    journal.people.add(people, 1);
    const emails = (after: { email: string; name: string } | null, limit: number) =>
      journal.people.list('', after, limit).map(({ email }) => email);
    expect(emails(null, 9)).toEqual(['p2@example.ch', 'p1@example.ch', 'p3@example.ch', 'p0@example.ch']);
    const [, last] = journal.people.list('', null, 2);
    journal.people.forget(last?.email ?? '', 2);
    expect(emails(last ?? null, 2)).toEqual(['p3@example.ch', 'p0@example.ch']);
    expect(journal.people.count('example')).toBe(3);
    expect(journal.people.count('zoe')).toBe(1);
  });

  test('with the same name are all listed, wherever a page ends', () => {
    const people = Array.from({ length: 7 }, (_none, at) => ({ email: `p${at}@example.ch`, name: 'Anna' }));
    journal.people.add(people, 1);
    let after: { readonly email: string; readonly name: string } | null = null;
    const found: string[] = [];
    for (;;) {
      const [next = null] = journal.people.list('anna', after, 1);
      if (next === null) break;
      found.push(next.email);
      after = next;
    }
    expect(found).toEqual(people.map(({ email }) => email));
  });

  test('are found by their new name only', () => {
    journal.people.remember([berta], 1);
    journal.people.save({ ...berta, name: 'Berta Frei' }, 2);
    expect(journal.people.suggest('frei', 9)).toEqual([{ ...berta, name: 'Berta Frei', used: 1, lastUsed: 1 }]);
    expect(journal.people.suggest('mull', 9)).toEqual([]);
    journal.people.save({ email: 'new@example.ch', name: '' }, 3);
    expect(journal.people.find('new@example.ch')).toMatchObject({ used: 0, lastUsed: 0 });
  });

  test('are added from a file, which does not overwrite names', () => {
    journal.people.remember([berta, carl], 1);
    const file = [
      { ...berta, name: 'Other' },
      { ...carl, name: 'Carl Frei' },
      { email: 'dora@example.ch', name: '' },
    ];
    expect(journal.people.add(file, 2)).toEqual({ added: 1, named: 1 });
    expect(journal.people.find(berta.email)).toMatchObject({ name: berta.name, used: 1 });
    expect(journal.people.find(carl.email)).toMatchObject({ name: 'Carl Frei', used: 1, lastUsed: 1 });
    expect(journal.people.add(file, 3)).toEqual({ added: 0, named: 0 });
    expect(kinds('people')).toEqual(['people-added']);
  });

  test('are merged: their use is added up, a name is kept, and the other addresses are removed', () => {
    journal.people.remember([berta, carl], 1);
    journal.people.remember([berta], 5);
    journal.people.remember([carl], 2);
    expect(journal.people.merge(carl.email, [berta.email, carl.email, 'nobody@example.ch'], 6)).toBe(true);
    expect(journal.people.suggest('', 9)).toEqual([{ ...carl, name: berta.name, used: 4, lastUsed: 5 }]);
    expect(journal.people.suggest('mull', 9)).toHaveLength(1);
    expect(journal.people.merge('nobody@example.ch', [carl.email], 7)).toBe(false);
    expect(journal.people.merge(carl.email, ['nobody@example.ch'], 7)).toBe(false);
    expect(journal.people.find(carl.email)).not.toBeNull();
    const merged = [carl.email, berta.email].flatMap(eventsAbout);
    expect(merged.map(({ kind }) => kind)).toContain('person-merged');
    expect(JSON.stringify(merged)).not.toContain('example.ch');
  });

  test('who were forgotten are nowhere, not even in the history', () => {
    journal.people.remember([berta], 1);
    journal.people.forget(berta.email, 2);
    journal.people.forget(berta.email, 3);
    expect(journal.people.suggest('berta', 9)).toEqual([]);
    const all = eventsAbout(berta.email);
    expect(all.map(({ kind }) => kind)).toEqual(['person-used', 'person-forgotten']);
    expect(JSON.stringify(all)).not.toContain('berta');
  });
});

describe.each(['profiles', 'folders'] as const)('%s', (which) => {
  test('are stored, changed and removed, each with its event', () => {
    const first = { id: 'x1', connectionId: 'c1', label: 'Contracts', content: { mode: 'qualified', signees: [] } };
    journal[which].save(first, 1);
    journal[which].save({ ...first, id: 'x2' }, 2);
    journal[which].save({ ...first, label: 'Offers' }, 3);
    expect(journal[which].of('c1')).toEqual([
      { ...first, label: 'Offers' },
      { ...first, id: 'x2' },
    ]);
    journal[which].remove('x1', 4);
    journal[which].remove('x1', 5);
    expect(journal[which].of('c1').map(({ id }) => id)).toEqual(['x2']);
    expect(journal[which].of('c2')).toEqual([]);
    const word = which.slice(0, -1);
    expect(kinds(`${word}:x1`)).toEqual([`${word}-saved`, `${word}-saved`, `${word}-removed`]);
  });
});

test('the history of one subject has its latest events, oldest first', () => {
  for (let at = 0; at < 5; at += 1) journal.documents.see('c1', [entry('d1', `status ${at}`)], at);
  expect(journal.history('document:d1', 2).map(({ at }) => at)).toEqual([3, 4]);
});
