import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSignees } from './signees.ts';

const shown = (signees: unknown, ordered?: unknown) => readSignees(signees, ordered);

const ANNA = { email: 'anna@a.example', signOrder: 0, signStatus: 'pending', comment: 'please' };
const BEN = { email: 'ben@b.example', signOrder: 1, signStatus: 'escalated', displayName: 'Ben Beispiel' };
const anna = { email: 'anna@a.example', order: 0, status: 'pending' };
const ben = { email: 'ben@b.example', order: 1, status: 'escalated', name: 'Ben Beispiel' };

describe('signees are read from', () => {
  test.each<[string, unknown, unknown, unknown]>([
    ['nothing', undefined, undefined, []],
    ['null', null, null, []],
    ['objects', [ANNA, BEN], [], [anna, ben]],
    ['objects in the ordered field alone', [], [ANNA, BEN], [anna, ben]],
    [
      'strings',
      ['anna@a.example', 'Ben B <ben@b.example>'],
      [],
      [{ email: 'anna@a.example' }, { email: 'ben@b.example', name: 'Ben B' }],
    ],
    [
      'strings, with groups of objects',
      ['anna@a.example', 'BEN@b.example'],
      [[ANNA], [BEN]],
      [anna, { ...ben, email: 'BEN@b.example' }],
    ],
    [
      'groups of strings',
      [],
      [['a@x.ch', 'b@x.ch'], ['c@x.ch']],
      [
        { email: 'a@x.ch', order: 0 },
        { email: 'b@x.ch', order: 0 },
        { email: 'c@x.ch', order: 1 },
      ],
    ],
    [
      'named groups',
      [],
      [
        { signOrder: 3, signees: ['a@x.ch'] },
        { signOrder: 7, signees: [{ mail: 'b@x.ch' }] },
      ],
      [
        { email: 'a@x.ch', order: 3 },
        { email: 'b@x.ch', order: 7 },
      ],
    ],
    [
      'groups by number',
      [],
      { 0: ['a@x.ch'], 1: ['b@x.ch'] },
      [
        { email: 'a@x.ch', order: 0 },
        { email: 'b@x.ch', order: 1 },
      ],
    ],
    [
      'a record in a record',
      [{ status: 'signed', user: { firstName: 'A', lastName: 'B', emailAddress: 'a@x.ch' } }],
      [],
      [{ email: 'a@x.ch', name: 'A B', status: 'signed' }],
    ],
    [
      'one person twice',
      ['a@x.ch', 'a@x.ch'],
      [['a@x.ch'], ['a@x.ch']],
      [
        { email: 'a@x.ch', order: 0 },
        { email: 'a@x.ch', order: 1 },
      ],
    ],
    ['somebody in the order alone', ['a@x.ch'], ['a@x.ch', 'b@x.ch'], [{ email: 'a@x.ch' }, { email: 'b@x.ch' }]],
    ['somebody without an address', [{ phone: 17 }, 'a@x.ch'], [], [{}, { email: 'a@x.ch' }]],
    ['an address of any script', ['用户@例子.广告'], [], [{ email: '用户@例子.广告' }]],
    ['a comment that holds an address', [{ email: 'a@x.ch', comment: 'b@x.ch' }], [], [{ email: 'a@x.ch' }]],
  ])('%s', (_, signees, ordered, expected) => {
    expect(shown(signees, ordered)).toEqual(expected);
  });
});

/** A simple reference implementation as one expression. Too slow for the product: quadratic with many spaces. */
function namedByExpression(text: string): unknown {
  const [, name = '', email = ''] = /^"?([^"<>]*)"?\s*<([^\s@<>,;]+@[^\s@<>,;]+)>$/.exec(text.trim()) ?? [];
  if (email === '') return {};
  return name.trim() === '' ? { email } : { email, name: name.trim() };
}

test.each(['"Ben" <b@b.ch>', '"<b@b.ch>', 'Ben" <b@b.ch>', '"Ben <b@b.ch>', 'Ben <<b@b.ch>', 'B > <b@b.ch>', 'Ben <>'])(
  'a name before an address is read like the reference does: %s',
  (text) => expect(shown([text])).toEqual([namedByExpression(text)]),
);

test('any text before an address is read like the reference does', () => {
  const part = fc.constantFrom('"', '<', '>', ' ', '\t', 'Ben', 'b@b.ch', '<b@b.ch>', '@', ',');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = `${parts.join('')}<b@b.ch>`;
      expect(shown([text])).toEqual([namedByExpression(text)]);
    }),
  );
});

test('every address is found once, in any grouping', () => {
  const people = fc.uniqueArray(
    fc.nat(400).map((n) => `p${n}@x.ch`),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(people, fc.array(fc.nat(4)), fc.boolean(), fc.boolean(), (emails, cuts, objects, inBoth) => {
      const records = emails.map((email) => (objects ? { email } : email));
      const groups: unknown[][] = [[]];
      for (const [at, one] of records.entries()) {
        if (cuts[at] === 0) groups.push([]);
        groups.at(-1)?.push(one);
      }
      const found = shown(inBoth ? records : [], groups).map(({ email }) => email);
      expect(found).toEqual(emails);
    }),
  );
});

test('any JSON gives a list of limited length', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (one, other) => {
      expect(readSignees(one, other).length).toBeLessThanOrEqual(2_000);
    }),
  );
  expect(
    readSignees(
      Array.from({ length: 100_000 }, (_, n) => `p${n}@x.ch`),
      [],
    ).length,
  ).toBe(2_000);
});

test('reads when and why a person decided, and takes no note of the sender for it', () => {
  const decided = { ...ANNA, signStatus: 'rejected', signTime: '2026-05-01T10:00:00.000+02:00', rejectReason: 'No' };
  expect(shown([decided])).toEqual([{ ...anna, status: 'rejected', decidedAt: Date.UTC(2026, 4, 1, 8), reason: 'No' }]);
  const inPublicNames = {
    signeeId: '7',
    email: 'anna@a.example',
    signOrder: 0,
    signStatus: 'rejected',
    signUrl: 'https://s.example/k',
    viewedTime: '2026-05-01T09:00:00+02:00',
    signedTime: null,
    completionTime: '2026-05-01T10:00:00+02:00',
    initiatorComment: 'please',
    signeeComment: 'The price is wrong',
  };
  const read = { id: '7', ...anna, decidedAt: Date.UTC(2026, 4, 1, 8), viewedAt: Date.UTC(2026, 4, 1, 7) };
  expect(shown([inPublicNames])).toEqual([{ ...read, status: 'rejected', reason: 'The price is wrong' }]);
  // A word of thanks is no reason.
  expect(shown([{ ...inPublicNames, signStatus: 'signed' }])).toEqual([{ ...read, status: 'signed' }]);
  expect(shown([{ ...ANNA, signTime: 'soon', signTimeout: '2026-05-01T10:00:00Z' }])).toEqual([anna]);
});

test('reads how operations name a person, if that is nothing that would change an address', () => {
  const named = (more: object) => shown([{ email: 'a@x.ch', ...more }]);
  expect(named({ signeeId: 'S-1', language: 'fr' })).toEqual([{ id: 'S-1', email: 'a@x.ch', language: 'fr' }]);
  expect(named({ observerId: 'o1', documentId: 'd1', id: 'x' })).toEqual([{ id: 'o1', email: 'a@x.ch' }]);
  for (const signeeId of ['../start', 'a/b', 'a?b', '.', 'x'.repeat(101), 7])
    expect(named({ signeeId })).toEqual([{ email: 'a@x.ch' }]);
});

test('the place of a signature is read whole, or not at all', () => {
  const autographPosition = { pageNumber: 2, x: 60.5, y: 80, width: 170, height: 50 };
  const placeOf = (given: unknown) =>
    readSignees([{ email: 'anna@a.example', autographPosition: given }], [])[0]?.place;
  expect(placeOf(autographPosition)).toEqual({ page: 2, x: 60.5, y: 80, width: 170, height: 50 });
  for (const odd of [null, 'below', { pageNumber: 2 }, { ...autographPosition, pageNumber: 1.5 }, [autographPosition]])
    expect(placeOf(odd)).toBe(undefined);
});
