import { expect, test } from 'vitest';
import type { WaitingPerson } from './waiting.ts';
import { cutRows, viewOf } from './waiting-view.ts';

const DAY = 24 * 60 * 60_000;
const NOW = 100 * DAY;

const person = (name: string, ...days: readonly (number | null)[]): WaitingPerson => ({
  key: `${name}@x.ch`.toLowerCase(),
  email: `${name}@x.ch`.toLowerCase(),
  name,
  documents: days.map((ago, at) => ({
    id: `${name} ${at}`,
    name: `${name} ${at}.pdf`,
    entry: `${name} ${at}`,
    since: ago === null ? null : NOW - ago * DAY,
    perhaps: null,
    until: null,
  })),
});

const namesIn = ({ people }: { readonly people: readonly WaitingPerson[] }) =>
  people.map(({ name, documents }) => [name, documents.length]);

const people = [person('Anna', 16, 8, 7.9), person('Béat', 14.9, 1), person('Cleo', 3, null)];

test('a band begins after 7 and after 14 full days, as the colours of the list do', () => {
  expect(viewOf(people, { band: 'long', search: '' }, NOW)).toMatchObject({
    counts: { long: 3, 'too-long': 1, all: 7 },
    people: [{ name: 'Anna', documents: [{ id: 'Anna 0' }, { id: 'Anna 1' }] }, { name: 'Béat' }],
  });
  expect(namesIn(viewOf(people, { band: 'too-long', search: '' }, NOW))).toEqual([['Anna', 1]]);
});

test('shows what waits for over 7 days at first, or all where nothing does', () => {
  expect(viewOf(people, { band: null, search: '' }, NOW).band).toBe('long');
  expect(viewOf([person('Cleo', 3)], { band: null, search: '' }, NOW).band).toBe('all');
});

test('finds people by a part of name or address, without accents, and counts everybody', () => {
  const found = viewOf(people, { band: 'all', search: ' BEAT ' }, NOW);
  expect([namesIn(found), found.counts.all]).toEqual([[['Béat', 2]], 7]);
  expect(namesIn(viewOf(people, { band: 'all', search: 'cleo@x' }, NOW))).toEqual([['Cleo', 2]]);
  expect(namesIn(viewOf(people, { band: 'long', search: 'cleo' }, NOW))).toEqual([]);
});

test('cuts in the middle of a person where there is no more room', () => {
  const { shown, leftOut } = cutRows(people, 4);
  expect([namesIn({ people: shown }), leftOut]).toEqual([
    [
      ['Anna', 3],
      ['Béat', 1],
    ],
    3,
  ]);
});
