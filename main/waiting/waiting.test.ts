import { describe, expect, test } from 'vitest';
import type { DocumentSignee } from '../../preload/contract/document.ts';
import { peopleToSign, withInferred } from '../../shared/people/people-to-sign.ts';
import { sampleTracked } from '../journal/testing/sample-tracked.ts';
import type { TrackedDocument } from '../journal/tracked-documents.ts';
import { createWaitingIndex } from './waiting.ts';

const DAY = 24 * 60 * 60_000;
const signee = (email: string, more: Partial<DocumentSignee> = {}): DocumentSignee => ({
  email,
  name: null,
  order: null,
  status: 'pending',
  ...more,
});
const names = (...signees: readonly DocumentSignee[]) => peopleToSign(signees).map(({ email }) => email);

describe('the people who can sign now', () => {
  test('are all who have not decided, without an order', () => {
    expect(names(signee('a'), signee('b', { status: 'signed' }), signee('c', { status: 'in-progress' }))).toEqual([
      'a',
      'c',
    ]);
  });

  test('are those whose turn it is, with an order', () => {
    const first = { order: 0, status: 'signed' };
    expect(
      names(signee('a', first), signee('b', { order: 1 }), signee('c', { order: 1 }), signee('d', { order: 2 })),
    ).toEqual(['b', 'c']);
    expect(names(signee('b', { order: 3 }), signee('a', { order: 7 }))).toEqual(['b']);
  });

  test('are not those whom the service puts on hold', () => {
    expect(names(signee('a'), signee('b', { status: 'on-hold' }))).toEqual(['a']);
  });

  test('may have a status that we do not know', () => {
    expect(names(signee('a', { status: 'escalated' }), signee('b', { status: null }))).toEqual(['a', 'b']);
  });
});

describe('where the service tells no status per person, and somebody has signed', () => {
  const untold = (email: string, order: number | null = null) => signee(email, { order, status: null });
  const waiting = (signStatus: string | null, ...signees: readonly DocumentSignee[]) =>
    peopleToSign(withInferred(signees, signStatus)).map(({ email, perhaps = null }) => [email, perhaps]);

  test('the first of an order has signed, and the second of two waits for certain', () => {
    expect(waiting('in-progress', untold('a', 0), untold('b', 1))).toEqual([['b', null]]);
  });

  test('of a longer order, the second has perhaps signed, and it is perhaps the turn of those after', () => {
    expect(waiting('in-progress', untold('c', 2), untold('a', 0), untold('b', 1))).toEqual([
      ['c', 'turn'],
      ['b', 'signed'],
    ]);
    expect(waiting('in-progress', untold('a', 0), untold('b', 1), untold('c', 2), untold('d', 3))).toEqual([
      ['b', 'signed'],
      ['c', 'turn'],
      ['d', 'turn'],
    ]);
  });

  test('several who share the last place have perhaps signed', () => {
    expect(waiting('in-progress', untold('a', 0), untold('b', 1), untold('c', 1))).toEqual([
      ['b', 'signed'],
      ['c', 'signed'],
    ]);
  });

  test('everybody has perhaps signed without an order, and all who share the first place', () => {
    const unordered = [
      ['a', 'signed'],
      ['b', 'signed'],
    ];
    expect(waiting('in-progress', untold('a'), untold('b'))).toEqual(unordered);
    expect(waiting('in-progress', untold('a', 0), untold('b', 0))).toEqual(unordered);
    expect(waiting('in-progress', untold('a', 0), untold('b', 0), untold('c', 1))).toEqual([
      ...unordered,
      ['c', 'turn'],
    ]);
  });

  test('a single person has perhaps signed only without an order', () => {
    expect(waiting('in-progress', untold('a'))).toEqual([['a', 'signed']]);
    expect(waiting('in-progress', untold('a', 0))).toEqual([]);
  });

  test.each([['pending'], ['on-hold'], [null]])('nothing is inferred from %s', (signStatus) => {
    expect(waiting(signStatus, untold('a', 0), untold('b', 1))).toEqual([['a', null]]);
  });

  test('nothing is inferred where the service tells it', () => {
    const [first, second] = [signee('a', { order: 0 }), signee('b', { order: 1, status: 'on-hold' })];
    expect(waiting('in-progress', first, second)).toEqual([['a', null]]);
  });
});

const document = (id: string, more: Partial<TrackedDocument> = {}): TrackedDocument => ({
  ...sampleTracked,
  id,
  name: `${id}.pdf`,
  status: 'in-progress',
  since: 5 * DAY,
  started: 2 * DAY,
  ...more,
});

describe('the list of who is waited for', () => {
  test('has each person once, who waits longest first', () => {
    const index = createWaitingIndex();
    index.add(document('Lease', { started: 3 * DAY }), [signee('beat@x.ch'), signee('anna@x.ch')]);
    index.add(document('Plan', { started: 2 * DAY }), [signee('Anna@X.ch', { name: 'Anna Muster' })]);
    index.add(document('NDA', { started: null }), [signee('cleo@x.ch')]);
    const people = index.finish();
    expect(people.map(({ key, name, documents: all }) => [key, name, all.map(({ id }) => id)])).toEqual([
      ['anna@x.ch', 'Anna Muster', ['Plan', 'Lease']],
      ['beat@x.ch', null, ['Lease']],
      ['cleo@x.ch', null, ['NDA']],
    ]);
    expect(people[0]?.documents[0]).toEqual({
      id: 'Plan',
      name: 'Plan.pdf',
      entry: 'Plan',
      since: 2 * DAY,
      perhaps: null,
      until: { at: 32 * DAY, bound: 'earliest' },
    });
  });

  test('counts the wait of a later person from the signature before', () => {
    const index = createWaitingIndex();
    index.add(document('Lease'), [
      signee('a@x.ch', { order: 0, status: 'signed', decidedAt: 4 * DAY }),
      signee('b@x.ch', { order: 1 }),
    ]);
    index.add(document('Plan'), [signee('a@x.ch', { order: 0, status: 'signed' }), signee('c@x.ch', { order: 1 })]);
    const sinceOf = Object.fromEntries(index.finish().map(({ key, documents }) => [key, documents[0]?.since]));
    expect(sinceOf).toEqual({ 'b@x.ch': 4 * DAY, 'c@x.ch': null });
  });

  test('leaves out drafts, ended and deleted documents, and people without any name', () => {
    const index = createWaitingIndex();
    for (const status of ['draft', 'signed', 'rejected', 'withdrawn', 'new'])
      index.add(document('A', { status }), [signee('a@x.ch')]);
    index.add(document('B', { goneAt: 1 }), [signee('a@x.ch')]);
    // It waits for somebody, and nobody knows for whom.
    expect(index.add(document('C'), [{ ...signee(''), email: null }])).toBe(false);
    expect(index.finish()).toEqual([]);
  });

  test('names a person twice in one document once', () => {
    const index = createWaitingIndex();
    index.add(document('A'), [signee('a@x.ch'), signee('A@x.ch')]);
    expect(index.finish()[0]?.documents).toHaveLength(1);
  });
});
