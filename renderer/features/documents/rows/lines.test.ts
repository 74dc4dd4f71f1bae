import { expect, test } from 'vitest';
import { createLines } from './lines.ts';

const lines = createLines([
  { group: 'needsYou', count: 1 },
  { group: 'waiting', count: 3 },
]);

test('counts a heading above the rows of each group', () => {
  expect([lines.count, lines.rows]).toEqual([6, 4]);
  expect(Array.from({ length: 6 }, (_, line) => lines.at(line))).toEqual([
    { kind: 'group', group: 'needsYou', count: 1 },
    { kind: 'row', place: 0 },
    { kind: 'group', group: 'waiting', count: 3 },
    { kind: 'row', place: 1 },
    { kind: 'row', place: 2 },
    { kind: 'row', place: 3 },
  ]);
  expect(lines.at(6)).toBeNull();
});

test('finds the line of a row, and the row at or below a line', () => {
  expect([0, 1, 2, 3].map(lines.lineOf)).toEqual([1, 3, 4, 5]);
  expect([0, 1, 2, 3, 4, 5].map(lines.placeAt)).toEqual([0, 0, 1, 1, 2, 3]);
});

test('an empty list has no lines', () => {
  const none = createLines([]);
  expect([none.count, none.lineOf(0), none.at(0), none.placeAt(3)]).toEqual([0, -1, null, 0]);
});
