import { describe, expect, test } from 'vitest';
import type { Choices, ScanResult } from '../../../preload/contract/sending.ts';
import { choicesOf, draftFrom, peopleFromScan } from './draft-choices.ts';
import { type Draft, emptyDraft, nothingOwn } from './sheet.ts';
import { addSignees, toggleTogether } from './signees/signee-list.ts';

const entry = (email: string, name = '', note = '') => ({ email, name, note });
const draft: Draft = {
  ...emptyDraft,
  alias: ' Muster AG ',
  comment: 'Please sign',
  signees: addSignees([], [entry(' anna@muster.ch ', 'Anna'), entry('beat@frei.ch', '', ' second ')]),
};

describe('what is sent', () => {
  test('numbers signees in order, and none in any order', () => {
    expect(choicesOf({ draft }).signees).toEqual([
      { email: 'anna@muster.ch', name: 'Anna', comment: '', order: 0 },
      { email: 'beat@frei.ch', name: '', comment: 'second', order: 1 },
    ]);
    expect(choicesOf({ draft: { ...draft, ordered: false } }).signees.map(({ order }) => order)).toEqual([null, null]);
  });

  test('gives people who sign together the same number', () => {
    const [, second] = draft.signees;
    const together = toggleTogether(draft.signees, second?.key ?? '');
    expect(choicesOf({ draft: { ...draft, signees: together } }).signees.map(({ order }) => order)).toEqual([0, 0]);
  });

  test('replaces common choices by those of the file, and nothing else', () => {
    const people = { signees: addSignees([], [entry('carla@muster.ch')]), ordered: false };
    const common = choicesOf({ draft });
    expect(choicesOf({ draft }, nothingOwn)).toEqual(common);
    expect(choicesOf({ draft }, { ...nothingOwn, comment: '' })).toEqual({ ...common, comment: '' });
    expect(choicesOf({ draft }, { ...nothingOwn, alias: 'Frei GmbH' })).toEqual({ ...common, alias: 'Frei GmbH' });
    expect(choicesOf({ draft }, { ...nothingOwn, people })).toEqual({
      ...common,
      signees: [{ email: 'carla@muster.ch', name: '', comment: '', order: null }],
    });
  });

  test('restores choices unchanged', () => {
    const choices: Choices = {
      ...choicesOf({ draft }),
      mode: 'qualified',
      jurisdiction: 'eidas',
      sendMail: 'none',
      scanPredefined: true,
      extra: { callback: { url: 'https://example.test', events: ['signed'] } },
    };
    expect(choicesOf({ draft: draftFrom(choices) })).toEqual(choices);
    const any = { ...choices, signees: choices.signees.map((one) => ({ ...one, order: null })) };
    expect(choicesOf({ draft: draftFrom(any) })).toEqual(any);
    const place = { page: 2, x: 60, y: 80, width: 170, height: 50 };
    const placed = { ...choices, signees: choices.signees.map((one) => ({ ...one, place })) };
    expect(choicesOf({ draft: draftFrom(placed) })).toEqual(placed);
  });
});

describe('people of a scanned file', () => {
  const scan = (...fields: readonly (readonly [string | null, number | null])[]): ScanResult => ({
    fields: fields.map(([email, order]) => ({ name: null, email, order, type: null, isSealed: false, position: null })),
    mode: null,
    jurisdiction: null,
    authority: null,
    attachments: false,
    signWithin: null,
    reminder: null,
    observers: [],
  });
  const found = (result: ScanResult) => {
    const { signees, ordered } = peopleFromScan(result);
    return { ordered, who: signees.map(({ email, group }) => [email, group]) };
  };

  test('are listed once, in the order of the fields', () => {
    const who = scan(['b@x.ch', 1], ['a@x.ch', 0], ['b@x.ch', 3], ['c@x.ch', 1]);
    expect(found(who)).toEqual({
      ordered: true,
      who: [
        ['a@x.ch', 0],
        ['b@x.ch', 1],
        ['c@x.ch', 1],
      ],
    });
  });

  test('have no order where the fields have none; fields without an address are ignored', () => {
    expect(found(scan(['b@x.ch', null], [null, 2], ['', 0]))).toEqual({ ordered: false, who: [['b@x.ch', 0]] });
  });
});
