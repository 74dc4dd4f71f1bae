import { describe, expect, test } from 'vitest';
import type { ListQuery } from '../../preload/contract/list.ts';
import { wholeList } from '../../preload/contract/list-choices.ts';
import { inSlices } from '../time/slices.ts';
import { createListIndex, endOfRow, type ListIndex } from './list-index.ts';
import { readView, readWholeView } from './list-view.ts';
import { archiveReason, reasonAgainst } from './row-actions.ts';
import type { DocumentKey, SubmissionKey } from './row-key.ts';
import { documentKey, endedKey, submissionKey } from './testing/sample-keys.ts';

const NOW = 1_000_000;

function indexOf(documents: readonly DocumentKey[], submissions: readonly SubmissionKey[] = []): ListIndex {
  const index = createListIndex();
  for (const submission of submissions) index.putSubmission(submission);
  for (const document of documents) index.putDocument(document);
  return index;
}

function archive(index: ListIndex, key: string): void {
  const row = index.find(key);
  if (row === null) throw new Error('no row');
  index.archive(endOfRow(row));
}

const groupOf = (index: ListIndex, key: string) => index.find(key)?.group;

async function keysOf(index: ListIndex, query: Partial<ListQuery> = {}) {
  const whole = { ...wholeList, ...query };
  const deps = { now: NOW, peopleOf: () => '', addressesOf: () => [], findWord: index.findWord };
  const view = await inSlices(readView(await inSlices(readWholeView(index, whole.sort)), whole, deps));
  return view.groups.flatMap(({ rows }) => rows.map(({ key }) => key));
}

describe('a row that a person puts out of sight', () => {
  test('leaves the list and its counts, and is in the archive', async () => {
    const index = indexOf([documentKey('lease', 'rejected'), documentKey('offer', 'rejected')]);
    archive(index, 'lease');
    expect(index.counts()).toMatchObject({ all: 1, needsYou: 1, archive: 1 });
    expect(await keysOf(index)).toEqual(['offer']);
    expect(await keysOf(index, { group: 'needsYou' })).toEqual(['offer']);
    expect(await keysOf(index, { group: 'archive' })).toEqual(['lease']);
    index.unarchive('lease');
    expect(index.counts()).toMatchObject({ all: 2, needsYou: 2, archive: 0 });
  });

  test('is found by its name and its person', async () => {
    const lease = documentKey('lease', 'rejected', { people: ' anna muster ' });
    const index = indexOf([lease, documentKey('offer', 'rejected')]);
    archive(index, 'lease');
    expect(await keysOf(index, { search: 'leas' })).toEqual(['lease']);
    expect(await keysOf(index, { person: 'Anna' })).toEqual(['lease']);
    expect(await keysOf(index, { search: ' ' })).toEqual(['offer']);
  });

  test('is among the documents without a saved copy', async () => {
    const lost = { gone: true, saved: false } as const;
    const index = indexOf([documentKey('lease', 'signed', lost), documentKey('offer', 'signed', lost)]);
    archive(index, 'lease');
    expect((await keysOf(index, { unsaved: true })).toSorted()).toEqual(['lease', 'offer']);
  });

  test('stays there when nothing but its document is no longer known', () => {
    const sent = endedKey('s', 'started', { documentId: 'd', finished: true });
    const index = indexOf([documentKey('d', 'rejected')], [sent]);
    archive(index, 'submission:s');
    index.putDocument(documentKey('d', 'rejected', { gone: true }));
    expect(groupOf(index, 'submission:s')).toBe('archive');
    index.removeDocument('d');
    expect(groupOf(index, 'submission:s')).toBe('archive');
  });

  test('stays there when a check shows what this app did', () => {
    const index = indexOf([documentKey('d', 'in-progress')], [endedKey('s', 'withdrawn', { documentId: 'd' })]);
    archive(index, 'submission:s');
    index.putDocument(documentKey('d', 'withdrawn'));
    expect(groupOf(index, 'submission:s')).toBe('archive');
  });

  test.each<[string, (index: ListIndex) => void, string]>([
    ['has another status', (index) => index.putDocument(documentKey('d', 'withdrawn')), 'finished'],
    ['is signed and not saved', (index) => index.putDocument(documentKey('d', 'signed')), 'finished'],
    ['has an unknown status', (index) => index.putDocument(documentKey('d', 'tomorrow')), 'other'],
    [
      'has an order that failed',
      (index) => index.putDocument(documentKey('d', 'rejected', { order: 'failed' })),
      'needsYou',
    ],
    [
      'got a submission',
      (index) => index.putSubmission(submissionKey('s', { documentId: 'd', phase: 'needs-you' })),
      'needsYou',
    ],
  ])('comes back when it %s', (_name, change, group) => {
    const index = indexOf([documentKey('d', 'rejected')]);
    archive(index, 'd');
    change(index);
    expect(groupOf(index, 'd')).toBe(group);
  });

  test('comes back when a person works on it again, and when it then ends otherwise', () => {
    const withdrawn = endedKey('s', 'withdrawn', { documentId: 'd' });
    const index = indexOf([], [withdrawn]);
    archive(index, 'submission:s');
    index.putSubmission({ ...withdrawn, phase: 'calling', step: 'delete', end: null });
    expect(groupOf(index, 'submission:s')).not.toBe('archive');
    index.putSubmission({ ...withdrawn, end: 'deleted' });
    expect(groupOf(index, 'submission:s')).toBe('finished');
  });

  test('comes back when its saved copy is missing while the service still has it', () => {
    const index = indexOf([documentKey('d', 'signed', { saved: true })]);
    archive(index, 'd');
    expect(groupOf(index, 'd')).toBe('archive');
    index.putDocument(documentKey('d', 'signed', { saved: true, copyFault: true }));
    expect(groupOf(index, 'd')).toBe('finished');
  });

  test('stays out of sight with a copy that is not signed: a person has seen it', () => {
    const index = indexOf([documentKey('d', 'signed', { saved: true, alarm: true })]);
    expect(groupOf(index, 'd')).toBe('needsYou');
    archive(index, 'd');
    expect(groupOf(index, 'd')).toBe('archive');
    index.putDocument(documentKey('d', 'signed', { saved: true }));
    expect(groupOf(index, 'd')).toBe('archive');
  });

  test('comes back when its copy turns out not to be signed later', () => {
    const index = indexOf([documentKey('d', 'signed', { saved: true })]);
    archive(index, 'd');
    index.putDocument(documentKey('d', 'signed', { saved: true, alarm: true }));
    expect(groupOf(index, 'd')).toBe('needsYou');
  });

  test('is out of sight from the start, whatever is read first', () => {
    const index = createListIndex();
    index.archive({ key: 'd', end: null, status: 'rejected' });
    index.putDocument(documentKey('d', 'rejected'));
    expect(groupOf(index, 'd')).toBe('archive');
  });
});

describe('Done', () => {
  const sent = (more: object = {}) => endedKey('s', 'started', { documentId: 'd', ...more });
  test.each<[string, DocumentKey | null, SubmissionKey | null, string | null]>([
    ['rejected', documentKey('d', 'rejected'), null, null],
    ['withdrawn', documentKey('d', 'withdrawn'), null, null],
    ['signed and saved', documentKey('d', 'signed', { saved: true }), null, null],
    ['signed, gone and never saved', documentKey('d', 'signed', { gone: true }), null, null],
    ['sent from here and over', null, sent({ finished: true }), null],
    ['not sent', null, endedKey('s', 'cancelled'), null],
    ['deleted', null, endedKey('s', 'deleted'), null],
    ['no longer tracked', null, endedKey('s', 'given-up'), null],
    ['signed and not saved', documentKey('d', 'signed'), null, 'unsaved'],
    ['running', documentKey('d', 'in-progress'), null, 'unfinished'],
    ['sent, listed as a draft', documentKey('d', 'draft'), sent(), 'unfinished'],
    ['a draft', documentKey('d', 'draft'), null, 'draft'],
    ['our draft', null, endedKey('s', 'draft'), 'draft'],
    ['held', null, submissionKey('s', { phase: 'held', step: null }), 'busy'],
    ['with a draft left behind', null, endedKey('s', 'cancelled', { orphans: true }), 'busy'],
    ['about to be deleted', documentKey('d', 'withdrawn', { order: 'open' }), null, 'busy'],
    ['in a state of tomorrow', documentKey('d', 'tomorrow'), null, 'unknown'],
  ])('for a row that is %s', (_name, document, submission, why) => {
    const index = indexOf(document === null ? [] : [document], submission === null ? [] : [submission]);
    const row = index.find(submission === null ? 'd' : 'submission:s');
    if (row === null) throw new Error('no row');
    expect(archiveReason(row)).toBe(why);
    expect(reasonAgainst.unarchive(row, { account: null, submissionOf: () => null })).toBe('listed');
    index.archive(endOfRow(row));
    expect(groupOf(index, row.key) === 'archive').toBe(why === null);
  });
});

test('a rejected document can be put out of sight as soon as the draft left behind is deleted', () => {
  const sent = (orphans: boolean) => endedKey('s', 'started', { documentId: 'd', finished: true, orphans });
  const index = indexOf([documentKey('d', 'rejected')], [sent(true)]);
  const why = () => {
    const row = index.find('submission:s');
    return row === null ? 'no row' : archiveReason(row);
  };
  expect(why()).toBe('busy');
  index.putSubmission(sent(false));
  expect(why()).toBeNull();
});

test('an order that failed needs the person, also for a document that this app sent', () => {
  const failed = documentKey('d', 'withdrawn', { order: 'failed' });
  expect(groupOf(indexOf([failed]), 'd')).toBe('needsYou');
  expect(groupOf(indexOf([failed], [endedKey('s', 'started', { documentId: 'd' })]), 'd')).toBe('needsYou');
  expect(groupOf(indexOf([{ ...failed, order: 'open' }]), 'd')).toBe('finished');
  expect(groupOf(indexOf([{ ...failed, gone: true }]), 'd')).toBe('finished');
});
