import { beforeEach, expect, test } from 'vitest';
import { choicesOf } from '../send/draft-choices.ts';
import { emptyDraft } from '../send/sheet.ts';
import { keepTyped, typedIn } from '../send/signees/typed-text.ts';
import { edit, placeOf, startEditing, stopEditing, useEditing } from './edited-profile.ts';

const names = () => Object.fromEntries(Object.entries(useEditing.getState()).map(([id, { name }]) => [id, name]));

beforeEach(() => useEditing.setState({}, true));

test('each connection keeps the profile that is edited there', () => {
  startEditing('a', null);
  edit('a', { name: 'NDA' });
  startEditing('b', null);
  edit('b', { name: 'Lease' });
  expect(names()).toEqual({ a: 'NDA', b: 'Lease' });
  stopEditing('b');
  expect(names()).toEqual({ a: 'NDA' });
});

test('a new profile does not replace one that was typed into', () => {
  startEditing('a', null);
  startEditing('a', null, { leadsTo: 'folders' });
  expect(useEditing.getState()['a']?.leadsTo).toBe('folders');
  edit('a', { name: 'NDA' });
  startEditing('a', null);
  expect(names()).toEqual({ a: 'NDA' });
});

test('what is typed for its people stays with the profile until it is closed', () => {
  startEditing('a', null);
  keepTyped(placeOf('a'), 'anna@firm.ch');
  const choices = choicesOf({ draft: emptyDraft });
  startEditing('a', { id: 'p', name: 'Another', choices, isDefault: false });
  expect([names()['a'], typedIn(placeOf('a'))]).toEqual(['', 'anna@firm.ch']);
  stopEditing('a');
  expect(typedIn(placeOf('a'))).toBe('');
});
