import { afterEach, expect, test } from 'vitest';
import { limits } from '../../../../preload/contract/limits.ts';
import { useListQuery } from './list-query.ts';
import {
  chooseAll,
  chooseRange,
  clearSelection,
  countOf,
  followList,
  isChosen,
  isEmpty,
  toggle,
  toSelection,
  useSelection,
} from './selection.ts';
import { useServedRows } from './served-rows.ts';

const chosen = () => useSelection.getState();
afterEach(clearSelection);

test('the row of the keyboard belongs to the first choice, and a second press takes a row out', () => {
  toggle('b', 'a');
  expect([...chosen().keys]).toEqual(['a', 'b']);
  toggle('b', 'a');
  expect([...chosen().keys]).toEqual(['a']);
  toggle('a', 'a');
  expect(isEmpty(chosen())).toBe(true);
  toggle('a', 'a');
  expect([...chosen().keys]).toEqual(['a']);
});

test('all rows are a query and what is left out of it', () => {
  chooseAll();
  toggle('b', 'a');
  expect(toSelection(chosen())).toEqual({ query: useListQuery.getState(), except: ['b'] });
  expect([isChosen(chosen(), 'a'), isChosen(chosen(), 'b'), countOf(chosen(), 100_000)]).toEqual([true, false, 99_999]);
});

test('a range is chosen without main where the window knows its rows', async () => {
  useServedRows.setState({ from: 10, keys: ['a', 'b', 'c', 'd'], total: 100 });
  await chooseRange({ place: 13, key: 'd' }, 11);
  expect([...chosen().keys]).toEqual(['b', 'c', 'd']);
  // A row has come before the one where the range began.
  useServedRows.setState({ from: 10, keys: ['new', 'a', 'b', 'c', 'd'] });
  await chooseRange({ place: 11, key: 'b' }, 13);
  expect([...chosen().keys]).toEqual(['b', 'c']);
});

test('one row too many is not chosen, and that is said', () => {
  for (let at = 0; at <= limits.selectedRows; at += 1) toggle(`d${at}`, null);
  expect([chosen().keys.size, chosen().isCut]).toEqual([limits.selectedRows, true]);
});

test('another search or another connection lets go of the rows', () => {
  const end = followList();
  toggle('a', null);
  useListQuery.setState({ search: 'lease' });
  expect(isEmpty(chosen())).toBe(true);
  toggle('a', null);
  useServedRows.setState({ connection: 'other' });
  expect(isEmpty(chosen())).toBe(true);
  end();
});
