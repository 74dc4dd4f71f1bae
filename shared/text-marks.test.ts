import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMarks, readMarkForm, readMarkForms, writeMark } from './text-marks.ts';

const forms = readMarkForms(['#ACME#{email};{order}#', '#ACME#']);
const find = (text: string, by = forms) => findMarks([text], by, 100).marks;

describe('a form of marks', () => {
  test.each([
    '#ACME#{email};{order}#',
    '#ACME#{email}#{place}#',
    '[[sign:{email}]]',
    '#ACME#',
    '{{{email}}}'.replace(/^\{\{/, 'sig:').replace(/\}\}$/, ';'),
  ])('%s can be used', (form) => {
    expect(readMarkForm(form)).not.toBeNull();
  });

  test.each([
    ['nothing', ''],
    ['no name', '{email}#'],
    ['too short a name', '#{email}#'],
    ['no end', '#ACME#{email}'],
    ['no text between two slots', '#ACME#{email}{order}#'],
    ['a slot twice', '#ACME#{email};{email}#'],
    ['two numbers', '#ACME#{order};{place}#'],
    ['an unknown slot', '#ACME#{email};{admin}#'],
    ['a space', '#ACME #{email}#'],
    ['a bracket alone', '#ACME#{email;#'],
    ['a slot in large letters', '#ACME#{EMAIL}#'],
    ['too long a text', `#${'A'.repeat(200)}#{email}#`],
  ])('with %s cannot be used', (_what, form) => {
    expect(readMarkForm(form)).toBeNull();
  });
});

describe('a mark', () => {
  test.each([
    ['counts from 0', '#ACME#{email};{order}#', '#ACME#anna@x.ch;2#'],
    ['counts from 1', '#ACME#{email};{place}#', '#ACME#anna@x.ch;3#'],
    ['has no number', '[sign:{email}]', '[sign:anna@x.ch]'],
  ])('that %s is written as it is found', (_what, form, text) => {
    const by = readMarkForms(['#other#', form]);
    expect(writeMark(by, { email: ' anna@x.ch ', order: 2 })).toBe(text);
    const order = form.includes('{') && /order|place/.test(form) ? 2 : null;
    expect(find(`x${text}x`, by)).toEqual([{ email: 'anna@x.ch', order, isBroken: false }]);
  });

  test('of a person is not written where no form names one', () => {
    expect(writeMark(readMarkForms(['#ACME#']), { email: 'anna@x.ch', order: 0 })).toBeNull();
  });

  test.each([
    ['a number that is none', '#ACME#anna@x.ch;x#'],
    ['a number of many digits', '#ACME#anna@x.ch;1234#'],
    ['a space in its address', '#ACME#anna @x.ch;0#'],
    ['no address', '#ACME#anna;0#'],
    ['no end', '#ACME#anna@x.ch;0'],
    ['an address without an end', `#ACME#${'a'.repeat(300)}@x.ch;0#`],
  ])('with %s names nobody', (_what, text) => {
    expect(find(text)).toEqual([{ email: null, order: null, isBroken: false }]);
    expect(find(text, forms.slice(0, 1))).toEqual([]);
  });

  test('inside of another one is not swallowed', () => {
    expect(find('#ACME##ACME#anna@x.ch;0#').map(({ email }) => email)).toEqual([null, 'anna@x.ch']);
  });

  test('over the end of a line is one, and is told', () => {
    const broken = { email: 'anna@x.ch', order: 0, isBroken: true };
    for (const text of ['#ACME#an\nna@x.ch;0#', '#AC  \n  ME#anna@x.ch;0#', '#ACME#anna@x.ch;\r\n0#'])
      expect(find(text)).toEqual([broken]);
    expect(find('a\n#ACME#anna@x.ch;0#\nb')).toEqual([{ ...broken, isBroken: false }]);
    expect(findMarks(['#ACME#an', 'na@x.ch;0#'], forms.slice(0, 1), 100).marks).toEqual([]);
  });

  test('is found through signs that nobody sees', () => {
    expect(find('#AC\u200bME#an\u00adna@x\u2011y.ch;0#\ufeff')).toEqual([
      { email: 'anna@x-y.ch', order: 0, isBroken: false },
    ]);
  });

  test('is found among any text, and nothing in it makes the search long', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (before, after) => {
        const found = find(`${before.replaceAll('#', '')} #ACME#anna@x.ch;7# ${after.replaceAll('#', '')}`);
        expect(found).toEqual([{ email: 'anna@x.ch', order: 7, isBroken: false }]);
      }),
    );
    expect(findMarks(['#ACME#a@'.repeat(300_000)], forms, 100)).toEqual({ marks: [], isAll: false });
    expect(findMarks(['#ACME# '.repeat(101)], forms, 100)).toMatchObject({ isAll: false });
    expect(find(`#ACME#${' '.repeat(2_000_000)}\n`, forms.slice(0, 1))).toEqual([]);
  });
});
