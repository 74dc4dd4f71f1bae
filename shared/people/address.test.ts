import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AddressProblem, checkAddress, toAddress } from './address.ts';

describe('an address', () => {
  test.each([
    'anna@muster.ch',
    "o'neil+sales@a-b.example.co.uk",
    'jürg@müller.ch',
    'δοκιμή@παράδειγμα.ελ',
    '用户@例子.广告',
    'anna@xn--mller-kva.ch',
    `${'a'.repeat(64)}@muster.ch`,
    '  anna@muster.ch ',
    'u\u0308ber@muster.ch',
  ])('%s is one', (text) => {
    expect(checkAddress(text).problem).toBeNull();
  });

  test.each<[AddressProblem, string]>([
    ['missing', '  '],
    ['no-at', 'anna.muster.ch'],
    ['several-at', 'anna@@muster.ch'],
    ['several-at', 'anna@home@muster.ch'],
    ['space', 'anna muster@muster.ch'],
    ['invisible', 'an\u202Ena@muster.ch'],
    ['invisible', 'anna\u0000@muster.ch'],
    // Half of a pair of characters: encoding it for a mail program would throw.
    ['invisible', 'anna\ud83d@muster.ch'],
    ['nothing-before', '@muster.ch'],
    ['nothing-after', 'anna@'],
    ['no-dot', 'anna@muster'],
    ['before-wrong', 'anna.@muster.ch'],
    ['before-wrong', '.anna@muster.ch'],
    ['before-wrong', 'an..na@muster.ch'],
    ['before-wrong', '<anna@muster.ch'],
    ['after-wrong', 'anna@muster..ch'],
    ['after-wrong', 'anna@muster.ch.'],
    ['after-wrong', 'anna@-muster.ch'],
    ['after-wrong', 'anna@muster,ch.de'],
    ['after-wrong', 'anna@127.0.0.1'],
    ['after-wrong', `anna@${'a'.repeat(64)}.ch`],
    ['after-wrong', 'anna@muster.ch>'],
    ['too-long', `${'a'.repeat(65)}@muster.ch`],
    ['too-long', `${'ü'.repeat(33)}@muster.ch`],
    ['too-long', `a@${'abcdefgh.'.repeat(28)}ch`],
  ])('%s: %s', (problem, text) => {
    expect(checkAddress(text)).toEqual({ problem, same: null });
  });

  test('is equal in any case and script of its domain, and however its letters are composed', () => {
    const { same } = checkAddress('jürg@MÜLLER.ch');
    for (const other of ['jürg@müller.CH', 'jürg@xn--mller-kva.ch', 'ju\u0308rg@mu\u0308ller.ch', ' jürg@müller。ch'])
      expect(checkAddress(other).same).toBe(same);
    expect(checkAddress('Jürg@müller.ch').same).not.toBe(same);
  });

  test('never makes the check fail, and a valid one stays valid when written again', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc
            .tuple(fc.stringMatching(/^[a-zé.+]{0,8}$/), fc.stringMatching(/^[A-Zü.-]{0,8}$/))
            .map((parts) => parts.join('@')),
        ),
        (text) => {
          const { problem, same } = checkAddress(text);
          expect(problem === null).toBe(same !== null);
          expect(checkAddress(toAddress(text)).same).toBe(same);
        },
      ),
    );
  });
});
