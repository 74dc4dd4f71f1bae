import { expect, onTestFinished, test, vi } from 'vitest';
import { compareMarks, type MarkFindings } from './mark-findings.ts';
import { checkAddress } from './people/address.ts';
import type { TextMark } from './text-marks.ts';

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

test('a mark with a wish stands for nobody who has none', () => {
  const wish = { ...mark(null), wishes: { mode: 'qes' } };
  expect(compare([anna, wish], ['anna@x.ch', 'ben@x.ch'])).toEqual({ ...fine, without: ['ben@x.ch'] });
});

test('nobody is without a mark where text stayed unread', () => {
  expect(compare([anna], ['anna@x.ch', 'ben@x.ch'], false)).toEqual(fine);
});

/** The definition, word by word: each mark beside each person. */
function compareSlowly(marks: readonly TextMark[], people: readonly string[], isWhole: boolean): MarkFindings {
  const mailbox = (email: string) => (checkAddress(email).same ?? email.trim()).toLowerCase();
  const loose = (email: string) => mailbox(email).replaceAll('-', '');
  const isOf = ({ email, isBroken }: TextMark, person: string) =>
    email !== null && (mailbox(email) === mailbox(person) || (isBroken && loose(email) === loose(person)));
  const strangers = new Map<string, string>();
  const counts = new Map<string, { readonly shown: string; count: number }>();
  for (const one of marks) {
    if (one.email === null) continue;
    const person = people.find((email) => isOf(one, email));
    const shown = person ?? one.email;
    const key = mailbox(shown);
    if (person === undefined && !strangers.has(key)) strangers.set(key, shown);
    const counted = counts.get(key) ?? { shown, count: 0 };
    counted.count += 1;
    counts.set(key, counted);
  }
  const without = people.filter((person) => !marks.some((one) => isOf(one, person)));
  const blank = marks.filter(({ email }) => email === null).length;
  return {
    strangers: [...strangers.values()],
    without: isWhole && without.length < people.length && blank < without.length ? without : [],
    twice: [...counts.values()].filter(({ count }) => count > 1).map(({ shown }) => shown),
  };
}

test('finds what comparing each mark with each person finds', () => {
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const pick = (...texts: readonly string[]) => texts[next(texts.length)] ?? '';
  const address = () =>
    pick(
      `${pick('', ' ')}${pick('anna', 'ANNA', 'an-na', 'ä', 'a\u0308', 'an@na', '.anna', '\u212a')}@`,
      '',
      'anna@',
      '@',
    ) +
    pick('x.ch', 'X.ch', 'ex-ample.ch', 'example.ch', 'exam-ple.ch', 'münchen.de', 'xn--mnchen-3ya.de', 'MÜNCHEN.de') +
    pick('', '', '', ' ', '.', '..ch', '.0x7f', '.127', '.1a', '.xn--a', '\u3002ch', '.-a');
  for (let round = 0; round < 1_000; round += 1) {
    const marks = Array.from({ length: next(7) }, () => mark(next(6) === 0 ? null : address(), next(2) === 0));
    const people = Array.from({ length: next(7) }, address);
    const isWhole = next(4) > 0;
    expect([marks, people, compare(marks, people, isWhole)]).toEqual([
      marks,
      people,
      compareSlowly(marks, people, isWhole),
    ]);
  }
});

test('checks each address once, those of the marks only the first time, and plain ones never', () => {
  const parse = vi.spyOn(URL, 'parse');
  onTestFinished(() => parse.mockRestore());
  const marksOf = (domain: string) =>
    Array.from({ length: 200 }, (_none, at) => mark(`anna@${domain}-${at}.ch`, at % 2 === 0));
  const peopleOf = (domain: string) => Array.from({ length: 50 }, (_none, at) => `ben@${domain}-${at}.ch`);
  const marks = marksOf('zürich');
  expect(compare(marks, peopleOf('münchen')).strangers).toHaveLength(200);
  expect(parse).toHaveBeenCalledTimes(250);
  compare(marks, peopleOf('münchen'));
  expect(parse).toHaveBeenCalledTimes(300);
  compare(marksOf('zurich'), peopleOf('munich'));
  expect(parse).toHaveBeenCalledTimes(300);
});
