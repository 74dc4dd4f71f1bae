import { describe, expect, test } from 'vitest';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import type { WaitingPerson } from '../../../preload/contract/waiting.ts';
import { initialsOf } from './initials.ts';
import { peopleToRemind, rowsToInvite, signatureRows, whatIsUnread } from './signature-rows.ts';

const HOUR = 60 * 60_000;
const now = new Date(2026, 4, 5, 12).getTime();

const person = (key: string, ...times: readonly (number | null)[]): WaitingPerson => ({
  key,
  email: key,
  name: null,
  canRemind: true,
  documents: times.map((time, at) => ({
    id: `D${at}`,
    name: `D${at}.pdf`,
    entry: `D${at}`,
    since: null,
    perhaps: null,
    until: null,
    reminded: time === null ? null : { by: 'mail', at: time },
    canInvite: at > 0,
  })),
});

test('a row for each missing signature: the first names the person, the last ends their part', () => {
  const rows = signatureRows([person('anna', null, null, null), person('beat', null)]);
  expect(rows.map(({ id, isFirst, isLast }) => [id, isFirst, isLast])).toEqual([
    ['anna D0', true, false],
    ['anna D1', false, false],
    ['anna D2', false, true],
    ['beat D0', true, true],
  ]);
});

test('all are reminded but those who were today, or cannot be', () => {
  const people = [
    person('never', null),
    person('today', now - HOUR),
    person('yesterday', now - 24 * HOUR),
    person('of one of two', now - HOUR, null),
    { ...person('no address', null), canRemind: false },
  ];
  expect(peopleToRemind(people, now).map(({ key }) => key)).toEqual(['never', 'yesterday', 'of one of two']);
});

test('another invitation is for the shown rows for which the service can send one', () => {
  expect([person('anna', null, null, null), person('beat', null)].map(rowsToInvite)).toEqual([['D1', 'D2'], []]);
});

describe('what was not read', () => {
  const list = (documents: number) => ({ ...emptyState.list, documents });
  const check = { ...emptyState.check, asOf: 1 };
  const whole = { ...check, isWhole: true };
  const all = { howFar: { read: 7, all: 7 } };

  test.each([
    ['no check has shown the list', all, { check: emptyState.check, list: list(0) }, { kind: 'never' }],
    [
      'details of running documents',
      { howFar: { read: 3, all: 7 } },
      { check: { ...check, unlisted: 1 }, list: list(8) },
      { kind: 'details', read: 3, all: 7 },
    ],
    [
      'documents that no check has listed',
      all,
      { check: { ...check, unlisted: 1 }, list: list(8) },
      { kind: 'list', read: 8, all: 9 },
    ],
    ['the end of a list whose length the service does not tell', all, { check, list: list(1_000) }, { kind: 'open' }],
    ['nothing, where all were read', all, { check: whole, list: list(9) }, null],
    [
      'nothing, where those behind the list were read',
      all,
      { check: { ...whole, unlisted: 150 }, list: list(9) },
      null,
    ],
  ])('%s', (_what, view, state, unread) => {
    expect(whatIsUnread(view, state)).toEqual(unread);
  });
});

test('initials are those of the first and the last word of a name, or of an address', () => {
  expect(['Anna Muster', 'Anna von der Au', 'Élodie', 'beat.frei@x.ch', 'ɪ', '', '李 小龙'].map(initialsOf)).toEqual([
    'AM',
    'AA',
    'É',
    'BF',
    'Ɪ',
    '',
    '李小',
  ]);
});
