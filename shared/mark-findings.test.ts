import { expect, test } from 'vitest';
import { compareMarks } from './mark-findings.ts';

const mark = (email: string | null, isBroken = false) => ({ email, order: null, isBroken });
const anna = mark('anna@x.ch');
const ben = mark('ben@x.ch');
const fine = { strangers: [], without: [], twice: [] };
const compare = (marks: readonly ReturnType<typeof mark>[], people: readonly string[], isWhole = true) =>
  compareMarks({ marks, isWhole }, people);

test.each([
  ['each has one', [anna, ben], ['anna@x.ch', 'ben@x.ch'], fine],
  ['written otherwise', [mark('ANNA@X.ch')], [' anna@x.CH'], fine],
  ['nobody has one', [mark(null)], ['anna@x.ch'], fine],
  ['there are none', [], ['anna@x.ch', 'ben@x.ch'], fine],
  ['one names nobody who is chosen', [anna, ben], ['anna@x.ch'], { ...fine, strangers: ['ben@x.ch'] }],
  [
    'two of the same stranger',
    [anna, ben, ben],
    ['anna@x.ch'],
    { ...fine, strangers: ['ben@x.ch'], twice: ['ben@x.ch'] },
  ],
  ['one person has none', [anna], ['anna@x.ch', 'ben@x.ch'], { ...fine, without: ['ben@x.ch'] }],
  ['one person has none, but a mark of nobody', [anna, mark(null)], ['anna@x.ch', 'ben@x.ch'], fine],
  [
    'two persons have none, and one mark is of nobody',
    [anna, mark(null)],
    ['anna@x.ch', 'ben@x.ch', 'carla@x.ch'],
    { ...fine, without: ['ben@x.ch', 'carla@x.ch'] },
  ],
  ['one has two', [anna, anna, ben], ['anna@x.ch', 'ben@x.ch'], { ...fine, twice: ['anna@x.ch'] }],
  ['all name others', [ben], ['anna@x.ch'], { ...fine, strangers: ['ben@x.ch'] }],
  ['a hyphen at the end of a line', [mark('anna@ex-ample.ch', true)], ['anna@example.ch'], fine],
  ['a hyphen of the address', [mark('anna@ex-ample.ch', true)], ['anna@ex-ample.ch'], fine],
  ['another address', [mark('anna@ex-ample.ch')], ['anna@example.ch'], { ...fine, strangers: ['anna@ex-ample.ch'] }],
])('%s', (_what, marks, people, expected) => {
  expect(compare(marks, people)).toEqual(expected);
});

test('nobody is without a mark where text stayed unread', () => {
  expect(compare([anna], ['anna@x.ch', 'ben@x.ch'], false)).toEqual(fine);
});
