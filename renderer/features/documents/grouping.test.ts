import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SubmissionRow } from '../../../preload/contract/submission.ts';
import { entriesOf, nameOf } from './entry/entry.ts';
import { arrange, countGroups, createArrangement } from './grouping.ts';
import { LazyCollection } from './lazy-collection.ts';
import { restingRow, sampleDocument, sampleRow } from './testing/sample-entries.ts';

const documents = [
  sampleDocument('1', 'signed'),
  sampleDocument('2', 'in-progress', { name: 'Vertrag GRÜN.pdf' }),
  sampleDocument('3', 'rejected'),
  sampleDocument('4', 'draft'),
  sampleDocument('5', 'in-progress'),
  sampleDocument('6', 'archived by the service'),
  sampleDocument('7', 'withdrawn'),
];
const { list: all } = entriesOf({ documents, submissions: [] });

const places = (state: Parameters<typeof entriesOf>[0]) =>
  arrange(entriesOf(state).list, 'all', '').map(({ group, entries }) => [group, entries.map(({ key }) => key)]);

const groupOf = (submission: SubmissionRow, status?: string) =>
  places({
    documents: status === undefined ? [] : [sampleDocument(submission.documentId ?? '', status)],
    submissions: [submission],
  })[0]?.[0];

test('puts what needs the person first, and unknown statuses into a group of their own', () => {
  expect(places({ documents, submissions: [] })).toEqual([
    ['needsYou', ['3']],
    ['waiting', ['2', '5']],
    ['finished', ['1', '7']],
    ['drafts', ['4']],
    ['other', ['6']],
  ]);
  expect(countGroups({ documents, submissions: [] })).toEqual({
    all: 7,
    needsYou: 1,
    sending: 0,
    waiting: 2,
    finished: 2,
    drafts: 1,
    other: 1,
  });
});

test('searches without regard to case and accents, within the filter', () => {
  expect(arrange(all, 'all', ' gru\u0308n ')[0]?.entries.map(({ key }) => key)).toEqual(['2']);
  expect(arrange(all, 'finished', 'grün')).toEqual([]);
  expect(arrange(all, 'all', 'grun vertrag')[0]?.entries.map(({ key }) => key)).toEqual(['2']);
  expect(arrange(all, 'all', 'grun miete')).toEqual([]);
});

test('searches people, comment and the shown name', () => {
  const submissions = [
    sampleRow('a', { signees: ['beat@frei.ch'] }),
    sampleRow('b', { comment: 'Bitte bis Freitag' }),
    sampleRow('c', { alias: 'Mietvertrag' }),
  ];
  const found = (search: string) =>
    arrange(entriesOf({ documents: [], submissions }).list, 'all', search).flatMap(({ entries }) =>
      entries.map(({ key }) => key),
    );
  expect(found('FREI')).toEqual(['submission:a', 'submission:b']);
  expect(found('mietv')).toEqual(['submission:c']);
});

test.each<[string, SubmissionRow]>([
  ['held, because nothing but a person sends it', sampleRow('a', { phase: 'held', step: null })],
  ['stopped', sampleRow('a', { phase: 'needs-you', step: 'compare' })],
  ['with drafts left behind, wherever else it stands', restingRow('a', 'started', { orphans: ['x'] })],
])('a submission that is %s needs you', (_, row) => {
  expect(groupOf(row)).toBe('needsYou');
});

test.each<[SubmissionRow['phase'], SubmissionRow['step']]>([
  ['waiting', 'upload'],
  ['calling', 'add-signee'],
  ['unclear', 'upload'],
  ['unclear', 'start'],
])('one that is %s at %s is on its way', (phase, step) => {
  expect(groupOf(sampleRow('a', { phase, step }))).toBe('sending');
});

test('keeps a finished document in its group while a command runs, but not while Undo cleans up', () => {
  expect(groupOf(sampleRow('a', { step: 'withdraw', documentId: 'd' }), 'in-progress')).toBe('waiting');
  expect(groupOf(sampleRow('a', { step: 'withdraw' }))).toBe('waiting');
  expect(groupOf(sampleRow('a', { phase: 'calling', step: 'update', documentId: 'd' }), 'draft')).toBe('drafts');
  expect(groupOf(sampleRow('a', { phase: 'calling', step: 'delete', documentId: 'd' }), 'withdrawn')).toBe('finished');
  expect(groupOf(sampleRow('a', { phase: 'calling', step: 'delete', cancelled: true }))).toBe('sending');
});

test('groups a row by its document or submission, whichever is further', () => {
  const at = (end: NonNullable<SubmissionRow['end']>, status?: string) =>
    groupOf(restingRow('a', end, { documentId: 'd' }), status);
  // The service listed the document before the start.
  expect(at('started', 'draft')).toBe('waiting');
  expect(at('started', 'signed')).toBe('finished');
  expect(at('started', 'rejected')).toBe('needsYou');
  expect(at('started')).toBe('waiting');
  expect(groupOf(restingRow('a', 'started', { finishedAt: 5 }))).toBe('finished');
  expect(at('draft', 'draft')).toBe('drafts');
  // Somebody started it in the web application.
  expect(at('draft', 'in-progress')).toBe('waiting');
  expect(at('draft')).toBe('drafts');
  for (const end of ['withdrawn', 'deleted', 'cancelled'] as const) {
    expect(at(end, 'in-progress')).toBe('finished');
    expect(at(end)).toBe('finished');
  }
});

test('shows a document and its submission as one row with a stable key', () => {
  const row = restingRow('a', 'started', { documentId: '2' });
  expect(places({ documents: [], submissions: [row] })).toEqual([['waiting', ['submission:a']]]);
  expect(places({ documents: documents.slice(1, 2), submissions: [row] })).toEqual([['waiting', ['submission:a']]]);
  expect(countGroups({ documents: documents.slice(1, 2), submissions: [row] }).all).toBe(1);
});

test('sorts a submission without a document behind the next newer one that has one', () => {
  const list = [sampleDocument('n', 'in-progress'), sampleDocument('w', 'in-progress'), sampleDocument('o', 'signed')];
  const submissions = [
    restingRow('newest', 'started', { acceptedAt: 9 }),
    restingRow('n', 'started', { acceptedAt: 8, documentId: 'n' }),
    restingRow('between', 'cancelled', { acceptedAt: 7 }),
    restingRow('o', 'started', { acceptedAt: 6, documentId: 'o' }),
    restingRow('oldest', 'cancelled', { acceptedAt: 5 }),
  ];
  expect(entriesOf({ documents: list, submissions }).list.map(({ key }) => key)).toEqual([
    'submission:newest',
    'submission:n',
    'submission:between',
    'w',
    'submission:o',
    'submission:oldest',
  ]);
});

test('sorts files of one gesture by name, in whatever order they arrived', () => {
  const at = (acceptedAt: number, ...names: string[]) =>
    names.map((name) => sampleRow(name, { acceptedAt, name, documentId: name }));
  const submissions = [...at(3, 'Z'), ...at(2, 'L 10', 'L 9', 'L 12', 'L 11'), ...at(1, 'A 2', 'A 1')];
  const names = (listed: readonly string[]) =>
    entriesOf({
      documents: listed.map((name) => sampleDocument(name, 'in-progress', { name })),
      submissions: [...submissions],
    }).list.map(nameOf);
  const expected = ['Z', 'L 9', 'L 10', 'L 11', 'L 12', 'A 1', 'A 2'];
  expect(names([])).toEqual(expected);
  expect(names(['L 12', 'L 10', 'L 11', 'A 2', 'A 1'])).toEqual(expected);
  // Documents of others keep the position of the service.
  expect(names(['Theirs', 'L 12', 'L 10', 'A 1'])).toEqual(['Z', 'Theirs', ...expected.slice(1)]);
});

test('lists every document and every submission exactly once', () => {
  const digit = fc.integer({ min: 0, max: 7 }).map(String);
  const ids = fc.uniqueArray(digit);
  const owned = fc.option(digit, { nil: null });
  fc.assert(
    fc.property(ids, fc.array(owned, { maxLength: 12 }), (given, owners) => {
      const submissions = owners.map((documentId, index) => sampleRow(String(index), { documentId }));
      const { list, byKey } = entriesOf({ documents: given.map((id) => sampleDocument(id, 'draft')), submissions });
      expect(byKey.size).toBe(list.length);
      expect(list.flatMap(({ document }) => document?.id ?? []).toSorted()).toEqual(given.toSorted());
      expect(list.flatMap(({ submission }) => submission ?? [])).toHaveLength(submissions.length);
      for (const { document, submission } of list)
        if (document && submission) expect(submission.documentId).toBe(document.id);
    }),
  );
});

test('keeps an entry the same object until its own document or submission changes', () => {
  const submissions = [sampleRow('a'), sampleRow('b', { documentId: '1' })];
  const before = entriesOf({ documents, submissions });
  const moved = entriesOf({ documents, submissions: submissions.with(0, sampleRow('a', { revision: 2 })) });
  expect(moved.byKey.get('submission:a')).not.toBe(before.byKey.get('submission:a'));
  for (const { key } of before.list.filter((entry) => entry.key !== 'submission:a'))
    expect(moved.byKey.get(key)).toBe(before.byKey.get(key));
});

test('keeps the same groups until an entry comes, goes or moves', () => {
  const arrangement = createArrangement();
  const of = (...submissions: SubmissionRow[]) => arrangement(entriesOf({ documents, submissions }).list, 'all', '');
  const first = of(sampleRow('a'), sampleRow('b'));
  expect(
    of(sampleRow('a', { phase: 'calling', progress: { bytes: 1, total: 2, bytesPerSecond: 3 } }), sampleRow('b')),
  ).toBe(first);
  expect(of(sampleRow('b', { acceptedAt: 2_000 }), sampleRow('a'))).not.toBe(first);
  expect(of(sampleRow('b'), restingRow('a', 'started'))).not.toBe(first);
  expect(of(sampleRow('b'))).not.toBe(first);
});

test('nobody waits for a document that the service has deleted', () => {
  const gone = [sampleDocument('gone', 'in-progress', { goneAt: 1_000 })];
  const { list } = entriesOf({ documents: gone, submissions: [] });
  expect(arrange(list, 'all', '').map(({ group }) => group)).toEqual(['finished']);
});

test('counts headings as lines, and finds neighbours across groups', () => {
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
