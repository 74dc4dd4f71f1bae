import { expect, test } from 'vitest';
import { newList } from './bulk-list.ts';
import type { Verdict } from './judge-rows.ts';
import { everyRow, filterRows } from './row-filter.tsx';

const { rows } = newList([
  ['File', 'Person'],
  ['a.pdf', 'x'],
  ['b.pdf', 'b@b.ch'],
  ['c.pdf', 'y'],
  ['d.pdf', 'd@d.ch'],
]);
const verdicts = (...states: readonly Verdict['state'][]): readonly Verdict[] =>
  states.map((state) => ({ state, troubles: [], file: null, choices: null, before: null }));
const judged = verdicts('bad', 'ready', 'bad', 'skipped');
const atOf = (place: number) => rows[place]?.at ?? -1;

test('shows all rows, those to correct, or those that are ready', () => {
  expect(filterRows(rows, judged, everyRow)).toEqual([0, 1, 2, 3]);
  expect(filterRows(rows, judged, { kind: 'bad', kept: new Set() })).toEqual([0, 2]);
  expect(filterRows(rows, judged, { kind: 'ready', kept: new Set() })).toEqual([1]);
});

test('keeps a row in sight that was corrected since the filter was chosen, and adds new mistakes', () => {
  const kept = new Set([atOf(0), atOf(2)]);
  expect(filterRows(rows, verdicts('ready', 'bad', 'bad', 'ready'), { kind: 'bad', kept })).toEqual([0, 1, 2]);
});

test('shows no row of a list that is not judged yet, unless all are shown', () => {
  expect(filterRows(rows, [], { kind: 'bad', kept: new Set() })).toEqual([]);
  expect(filterRows(rows, [], everyRow)).toEqual([0, 1, 2, 3]);
});
