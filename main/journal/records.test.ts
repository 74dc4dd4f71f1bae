import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Journal, openJournal } from './journal.ts';

let journal: Journal;

beforeEach(() => {
  ({ journal } = openJournal(':memory:'));
});
afterEach(() => journal.close());

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
  test('are kept as they were seen last; only what changed becomes history', () => {
    journal.documents.see('c1', [entry('d1', 'draft'), entry('d2', 'draft')], 10);
    journal.documents.see('c1', [entry('d1', 'draft')], 20);
    journal.documents.see('c1', [entry('d1', 'signed')], 30);
    expect(journal.documents.find('c1', 'd1')).toEqual({ entry: entry('d1', 'signed'), firstSeen: 10, lastSeen: 30 });
    expect(journal.documents.find('c1', 'd2')).toMatchObject({ lastSeen: 10 });
    expect(journal.documents.find('c2', 'd1')).toBeNull();
    expect(kinds('document:d1')).toEqual(['document-seen', 'document-changed']);
  });
});

describe('saved copies', () => {
  test('are recorded with their hash, also in the history of their document', () => {
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

  test('are suggested by what is typed of name or address, last used first', () => {
    journal.people.remember([berta, carl], 1);
    journal.people.remember([{ ...berta, name: '' }], 2);
    expect(journal.people.suggest('', 9).map(({ email }) => email)).toEqual([berta.email, carl.email]);
    expect(journal.people.suggest(' MULL', 9)).toEqual([{ ...berta, used: 2, lastUsed: 2 }]);
    expect(journal.people.suggest('example', 1)).toHaveLength(1);
    expect(journal.people.suggest('nobody', 9)).toEqual([]);
  });

  test('who is forgotten is nowhere, not even in the history', () => {
    journal.people.remember([berta], 1);
    journal.people.forget(berta.email, 2);
    journal.people.forget(berta.email, 3);
    expect(journal.people.suggest('berta', 9)).toEqual([]);
    const all = journal.allHistory(0, 100);
    expect(all.map(({ kind }) => kind)).toEqual(['person-used', 'person-forgotten']);
    expect(JSON.stringify(all)).not.toContain('berta');
  });
});

describe.each(['profiles', 'folders'] as const)('%s', (which) => {
  test('are kept, changed and removed, each with its event', () => {
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

test('the history of one thing is read a page at a time', () => {
  for (let at = 0; at < 5; at += 1) journal.documents.see('c1', [entry('d1', `status ${at}`)], at);
  const first = journal.history('document:d1', 0, 3);
  expect(first.map(({ at }) => at)).toEqual([0, 1, 2]);
  expect(journal.history('document:d1', first.at(-1)?.seq, 3).map(({ at }) => at)).toEqual([3, 4]);
});
