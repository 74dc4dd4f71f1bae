import { expect, test } from 'vitest';
import { createLines } from './lines.ts';

const lines = createLines([
  { group: 'needsYou', count: 1, folded: false },
  { group: 'waiting', count: 3, folded: false },
]);

test('counts a heading above the rows of each group', () => {
  expect([lines.count, lines.rows]).toEqual([6, 4]);
  expect(Array.from({ length: 6 }, (_, line) => lines.at(line))).toEqual([
    { kind: 'group', group: 'needsYou', count: 1, folded: false },
    { kind: 'row', place: 0 },
    { kind: 'group', group: 'waiting', count: 3, folded: false },
    { kind: 'row', place: 1 },
    { kind: 'row', place: 2 },
    { kind: 'row', place: 3 },
  ]);
  expect(lines.at(6)).toBeNull();
});

test('finds the line of a row, and the row at or below a line', () => {
  expect([0, 1, 2, 3].map(lines.lineOf)).toEqual([1, 3, 4, 5]);
  expect([0, 1, 2, 3, 4, 5].map(lines.placeAt)).toEqual([0, 0, 1, 1, 2, 3]);
  expect([0, 1, 3].map(lines.groupAt)).toEqual(['needsYou', 'waiting', 'waiting']);
});

test('an empty list has no lines', () => {
  const none = createLines([]);
  expect([none.count, none.lineOf(0), none.at(0), none.placeAt(3), none.groupAt(0)]).toEqual([0, -1, null, 0, null]);
});

test('a folded group has its heading alone, also at the end', () => {
  const folded = createLines([
    { group: 'needsYou', count: 1, folded: false },
    { group: 'ready', count: 20, folded: true },
    { group: 'waiting', count: 2, folded: false },
    { group: 'finished', count: 60, folded: true },
  ]);
  expect([folded.count, folded.rows]).toEqual([7, 3]);
  expect(Array.from({ length: 7 }, (_, line) => folded.at(line)?.kind)).toEqual([
    'group',
    'row',
    'group',
    'group',
    'row',
    'row',
    'group',
  ]);
  expect([0, 1, 2].map(folded.lineOf)).toEqual([1, 4, 5]);
  expect([0, 2, 3, 6].map(folded.placeAt)).toEqual([0, 1, 1, 3]);
  expect([folded.groupAt(1), folded.groupAt(2)]).toEqual(['waiting', 'waiting']);
  expect((['ready', 'finished', 'drafts'] as const).map(folded.lineOfGroup)).toEqual([2, 6, -1]);
});

test('the arrow keys go from row to row, over open headings, and stop at folded ones and at the ends', () => {
  const folded = createLines([
    { group: 'needsYou', count: 1, folded: false },
    { group: 'ready', count: 20, folded: true },
    { group: 'waiting', count: 1, folded: false },
  ]);
  expect([1, 2, 4].map((line) => folded.stopAfter(line, 1))).toEqual([2, 4, 4]);
  expect([4, 2, 1].map((line) => folded.stopAfter(line, -1))).toEqual([2, 1, 1]);
});
