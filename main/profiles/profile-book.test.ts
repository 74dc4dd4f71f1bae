import { describe, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { limits } from '../../preload/contract/limits.ts';
import { openJournal } from '../journal/journal.ts';
import { createPublishedState } from '../state/published-state.ts';
import { stoppedClock } from '../testing/clocks.ts';
import { createProfileBook, type ProfileBookDeps } from './profile-book.ts';
import { sampleChoices } from './testing/sample-choices.ts';

function createBook(policy: Pick<ProfileBookDeps, 'given' | 'senderName'> = {}, { journal } = openJournal(':memory:')) {
  const state = createPublishedState({ ...emptyState, active: 'c1' });
  let last = 0;
  const newId = () => {
    last += 1;
    return `p${last}`;
  };
  const book = createProfileBook({
    clock: stoppedClock(7),
    journal,
    state,
    newId,
    ...policy,
  });
  const shown = () => state.get().profiles.map(({ name, isDefault }) => (isDefault ? `${name}*` : name));
  const follow = (active: string) => {
    state.publish({ active });
    book.follow(active);
  };
  return { book, journal, state, shown, follow };
}

const named = (name: string, isDefault = false) => ({ name, choices: sampleChoices, isDefault });

describe('the profiles of a policy', () => {
  const given = (id: string) => (id === 'other' ? [] : [{ id: 'policy-1', name: 'Contracts', choices: sampleChoices }]);

  test('are there for each connection that they are for, and a namesake of a person has another name meanwhile', () => {
    const opened = openJournal(':memory:');
    createBook({}, opened).book.save(named('contracts'));
    const { shown, follow, book } = createBook({ given }, opened);
    follow('c1');
    expect(shown()).toEqual(['Contracts', 'contracts (2)']);
    expect(book.of('c2').map(({ id }) => id)).toEqual(['policy-1']);
    expect(book.of('other')).toEqual([]);
    const without = createBook({}, opened);
    without.follow('c1');
    expect(without.shown()).toEqual(['contracts']);
  });

  test('take no name from a profile that a script may send with', () => {
    const opened = openJournal(':memory:');
    const before = createBook({}, opened).book;
    before.save(named('Contracts'));
    before.save(named('Contracts (2)'));
    const ids = new Map(before.of('c1').map(({ id, name }) => [name, id]));
    const { book } = createBook({ given }, opened);
    const after = new Map(book.of('c1').map(({ id, name }) => [name, id]));
    expect(after.get('Contracts (2)')).toBe(ids.get('Contracts (2)'));
    expect(after.get('Contracts (3)')).toBe(ids.get('Contracts'));
  });

  test('can be the default and be duplicated, and neither changed nor removed', () => {
    const { book, shown, follow } = createBook({ given });
    follow('c1');
    const locked = { ok: false, problem: { key: 'set-by-policy' } };
    expect(
      book.save({ ...named('Contracts'), id: 'policy-1', choices: { ...sampleChoices, comment: 'Other' } }),
    ).toMatchObject(locked);
    expect(book.save({ ...named('Offers'), id: 'policy-1' })).toMatchObject(locked);
    expect(book.remove('policy-1')).toMatchObject(locked);
    expect(book.save({ ...named('Contracts', true), id: 'policy-1' })).toEqual({ ok: true, id: 'policy-1' });
    expect(book.duplicate('policy-1')).toMatchObject({ ok: true });
    expect(shown()).toEqual(['Contracts*', 'Contracts (2)']);
  });

  test('all profiles have the sender name of a policy', () => {
    const { book, state, follow } = createBook({ given, senderName: 'Muster AG' });
    book.save(named('Offers'));
    follow('c1');
    expect(state.get().profiles.map(({ choices }) => choices.alias)).toEqual(['Muster AG', 'Muster AG']);
  });
});

describe('the profiles', () => {
  test('are sorted by name, with their choices, also after a restart', () => {
    const { book, state, shown, follow } = createBook();
    expect(book.save(named('Offers'))).toEqual({ ok: true, id: 'p1' });
    expect(book.save(named('Äusserungen'))).toEqual({ ok: true, id: 'p2' });
    expect(book.save({ ...named('Minutes 10'), id: 'p1' })).toEqual({ ok: true, id: 'p1' });
    book.save(named('Minutes 9'));
    expect(shown()).toEqual(['Äusserungen', 'Minutes 9', 'Minutes 10']);
    state.publish({ profiles: [] });
    follow('c1');
    expect(shown()).toEqual(['Äusserungen', 'Minutes 9', 'Minutes 10']);
    expect(state.get().profiles[0]?.choices).toEqual(sampleChoices);
  });

  test('belong to one connection', () => {
    const { book, shown, follow } = createBook();
    book.save(named('Offers', true));
    follow('c2');
    expect(shown()).toEqual([]);
    expect(book.save({ ...named('Offers'), id: 'p1' })).toMatchObject({ ok: false, problem: { key: 'profile-gone' } });
    expect(book.remove('p1')).toMatchObject({ ok: false, problem: { key: 'profile-gone' } });
    book.save(named('Offers', true));
    follow('c1');
    expect(shown()).toEqual(['Offers*']);
  });

  test('have at most one default', () => {
    const { book, journal, shown } = createBook();
    book.save(named('A', true));
    book.save(named('B', true));
    expect(shown()).toEqual(['A', 'B*']);
    book.save({ ...named('B', false), id: 'p2' });
    expect(shown()).toEqual(['A', 'B']);
    book.save({ ...named('A', true), id: 'p1' });
    book.remove('p1');
    expect(shown()).toEqual(['B']);
    expect(journal.settings.get('defaultProfiles')).toEqual({});
  });

  test('cannot have names that differ only in case or Unicode form', () => {
    const { book, shown } = createBook();
    book.save(named('Müller'));
    for (const name of ['MÜLLER', 'Mu\u0308ller'])
      expect(book.save(named(name))).toEqual({
        ok: false,
        problem: { key: 'profile-name-taken', params: { name } },
      });
    expect(book.save({ ...named('MÜLLER'), id: 'p1' })).toMatchObject({ ok: true });
    expect(shown()).toEqual(['MÜLLER']);
  });

  test('get the next free name when duplicated or read from a file', () => {
    const { book, shown } = createBook();
    book.save(named('A', true));
    book.duplicate('p1');
    book.add(named('a'));
    expect(shown()).toEqual(['A*', 'A (2)', 'a (3)']);
    const long = 'x'.repeat(120);
    book.add(named(long));
    book.add(named(long));
    expect(shown().slice(3)).toEqual([long, `${'x'.repeat(116)} (2)`].toSorted());
    expect(book.duplicate('nobody')).toMatchObject({ ok: false, problem: { key: 'profile-gone' } });
  });

  test('have a maximum number', () => {
    const { book } = createBook();
    for (let number = 0; number < limits.profiles; number += 1) book.add(named('A'));
    for (const refused of [book.add(named('B')), book.save(named('B')), book.duplicate('p1')])
      expect(refused).toMatchObject({ ok: false, problem: { key: 'profiles-too-many' } });
    expect(book.save({ ...named('B'), id: 'p1' })).toMatchObject({ ok: true });
  });

  test('of a newer version stay in the journal but are not shown', () => {
    const { book, journal, shown, follow } = createBook();
    const newer = { id: 'n', connectionId: 'c1', label: 'Newer', content: { version: 2, choices: sampleChoices } };
    journal.profiles.save(newer, 1);
    journal.profiles.save({ ...newer, id: 'o', content: 'odd' }, 1);
    follow('c1');
    book.save(named('A'));
    expect(shown()).toEqual(['A']);
    expect(journal.profiles.of('c1')).toContainEqual(newer);
  });

  test('are not shown when the disk could not store them', () => {
    const { book, journal, shown } = createBook();
    book.save(named('A'));
    journal.close();
    for (const refused of [book.save({ ...named('B'), id: 'p1' }), book.remove('p1'), book.duplicate('p1')])
      expect(refused).toMatchObject({ ok: false, problem: { key: 'not-recorded' } });
    expect(shown()).toEqual(['A']);
  });

  test('need a connection', () => {
    const { book, state } = createBook();
    state.publish({ active: null });
    expect(book.save(named('A'))).toMatchObject({ ok: false, problem: { key: 'signed-out' } });
    expect(book.add(named('A'))).toMatchObject({ ok: false, problem: { key: 'signed-out' } });
  });
});
