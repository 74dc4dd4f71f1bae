import { expect, test } from 'vitest';
import type { DocumentFact } from '../journal/document-facts.ts';
import { copyNotices } from './copy-notices.ts';

const DAY = 24 * 60 * 60_000;
const NOW = 100 * DAY;

const fact = (more: Partial<DocumentFact>): DocumentFact => ({
  id: 'd1',
  status: 'signed',
  since: NOW,
  notBefore: null,
  created: null,
  started: null,
  completed: null,
  signees: null,
  mode: null,
  jurisdiction: null,
  goneAt: null,
  saveProblem: null,
  account: 'service-1',
  copied: false,
  signatures: null,
  ...more,
});
const told = (
  uncopied: readonly DocumentFact[],
  vanished: readonly DocumentFact[] = [],
  lastRunning: number | null = null,
) => {
  const of = { nameOf: (id: string) => `${id}.pdf`, lastRunningOf: () => lastRunning };
  return copyNotices({ connectionId: 'c', folder: '/signed', uncopied, vanished, ...of }, NOW);
};
const keys = (...given: Parameters<typeof told>) => told(...given).map(({ key }) => key);

test('a copy that is missing three days before the deletion is told, and no copy before that', () => {
  expect(keys([fact({ completed: NOW - 10 * DAY })])).toEqual([]);
  expect(told([fact({ completed: NOW - 11 * DAY - 1 })])).toEqual([
    { key: 'copies-at-risk', params: { count: 1, folder: '/signed', connection: 'c' } },
  ]);
});

test('of another account that nobody signs in to, it is told until two weeks after the deletion', () => {
  const of = (days: number) => keys([fact({ completed: NOW - days * DAY, since: NOW - days * DAY })]);
  expect([of(20), of(29)]).toEqual([['copies-at-risk'], []]);
});

test('what was lost says until when it could have been saved', () => {
  const completed = NOW - 15 * DAY;
  expect(told([fact({ completed, since: completed, goneAt: NOW })])).toEqual([
    { key: 'copies-lost', params: { count: 1, names: 'd1.pdf', until: completed + 14 * DAY, connection: 'c' } },
  ]);
  expect(keys([fact({ completed, goneAt: NOW - 15 * DAY })])).toEqual([]);
});

test('a running document that vanished may have been signed, unless it was still running after its time', () => {
  const running = (days: number) =>
    fact({ status: 'in-progress', since: NOW - days * DAY, started: NOW - days * DAY, goneAt: NOW });
  expect(told([], [running(16)])).toEqual([
    { key: 'copies-lost-perhaps', params: { count: 1, names: 'd1.pdf', until: NOW, connection: 'c' } },
  ]);
  expect(keys([], [running(45)], NOW - 14 * DAY)).toEqual([]);
  // The computer was off for weeks: somebody may have signed just after the last check.
  expect(keys([], [running(45)], NOW - 16 * DAY)).toEqual(['copies-lost-perhaps']);
  expect(keys([], [running(90)])).toEqual(['copies-lost-perhaps']);
  expect(keys([], [{ ...running(90), goneAt: NOW - 15 * DAY }])).toEqual([]);
});

test('a folder that cannot be used is told at once', () => {
  const saveProblem = { key: 'copy-folder-full' as const, params: { folder: '/signed' } };
  const ofConnection = { key: 'copy-folder-full', params: { folder: '/signed', connection: 'c' } };
  expect(told([fact({ completed: NOW, saveProblem })])).toEqual([ofConnection]);
});

test('what was lost is told by the names of the first three, however many and however they are written', () => {
  const lost = (count: number) =>
    Array.from({ length: count }, (_none, at) => fact({ id: `d${at}`, completed: NOW - 15 * DAY, goneAt: NOW }));
  const namesOf = (count: number, nameOf: (id: string) => string) =>
    copyNotices(
      { connectionId: 'c', folder: '', uncopied: lost(count), vanished: [], nameOf, lastRunningOf: () => null },
      NOW,
    )[0]?.params['names'];
  expect(namesOf(3, (id) => id)).toBe('d0, d1, d2');
  expect(namesOf(4, (id) => id)).toBe('d0, d1, d2, …');
  expect(namesOf(200_000, (id) => id)).toBe('d0, d1, d2, …');
  expect(namesOf(1, () => `\u202Efdp.${'x'.repeat(300)}\nsecond line`)).toBe(`fdp.${'x'.repeat(55)}…`);
});
