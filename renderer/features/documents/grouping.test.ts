import { expect, test } from 'vitest';
import type { DocumentEntry } from '../../../preload/contract/document.ts';
import { arrange, countGroups } from './grouping.ts';
import { LazyCollection } from './lazy-collection.ts';

const entry = (id: string, documentStatus: string, name = `${id}.pdf`): DocumentEntry => ({
  id,
  name,
  mimeType: 'application/pdf',
  documentStatus,
  signStatus: null,
  canWithdraw: false,
  canDelete: false,
});

const all = [
  entry('1', 'signed'),
  entry('2', 'in-progress', 'Vertrag GRÜN.pdf'),
  entry('3', 'rejected'),
  entry('4', 'draft'),
  entry('5', 'in-progress'),
  entry('6', 'archived by the service'),
  entry('7', 'withdrawn'),
];

test('what needs the person comes first, a status nobody knows has a place of its own', () => {
  expect(arrange(all, 'all', '').map(({ group, entries }) => [group, entries.map(({ id }) => id)])).toEqual([
    ['needsYou', ['3']],
    ['waiting', ['2', '5']],
    ['finished', ['1', '7']],
    ['drafts', ['4']],
    ['other', ['6']],
  ]);
  expect(countGroups(all)).toEqual({ all: 7, needsYou: 1, waiting: 2, finished: 2, drafts: 1, other: 1 });
});

test('search looks past capitals and forms of letters, inside the filter', () => {
  expect(arrange(all, 'all', ' gru\u0308n ')[0]?.entries.map(({ id }) => id)).toEqual(['2']);
  expect(arrange(all, 'finished', 'grün')).toEqual([]);
});

test('the collection counts headings as lines, and knows neighbours across groups', () => {
  const collection = new LazyCollection(arrange(all, 'all', ''));
  expect(collection.lines).toHaveLength(7 + 5);
  expect([...collection.getKeys()]).toEqual(['3', '2', '5', '1', '7', '4', '6']);
  expect(collection.lineOf('3')).toBe(1);
  expect(collection.lineOf('2')).toBe(3);
  expect(collection.getKeyAfter('5')).toBe('1');
  expect(collection.getKeyBefore('3')).toBeNull();
  expect(collection.getItem('7')).toMatchObject({ index: 4, prevKey: '1', nextKey: '4' });
  expect(collection.getItem('nobody')).toBeNull();
});
