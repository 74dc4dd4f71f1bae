import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readVcards } from './read-vcards.ts';

const read = (text: string) => readVcards(text).people.map(({ email, name }) => `${email}|${name}`);
const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n');

describe('business cards', () => {
  test('a line folded into thousands of pieces is read as one line', () => {
    const pieces = ' x\n'.repeat(100_000);
    expect(read(`BEGIN:VCARD\nFN:A\n${pieces}EMAIL:a@b.ch\nEND:VCARD`)).toEqual([`a@b.ch|A${'x'.repeat(100_000)}`]);
  });

  test('quoted-printable text may continue over thousands of lines', () => {
    const pieces = 'x=\n'.repeat(100_000);
    const text = `BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:A=\n${pieces}z\nEMAIL:a@b.ch\nEND:VCARD`;
    expect(read(text)).toEqual([`a@b.ch|A${'x'.repeat(100_000)}z`]);
  });

  test('cards without an end are separated', () => {
    expect(read('BEGIN:VCARD\nFN:A\n'.repeat(20_000))).toHaveLength(20_000);
    expect(read('BEGIN:VCARD\n'.repeat(80_000))).toEqual([]);
  });

  test.each([
    ['a colon in a quoted parameter', 'EMAIL;X="a:b;c":a@b.ch', 'a@b.ch|A'],
    ['a quote nobody closes', 'EMAIL;X="a:a@b.ch', '|A'],
    ['quotes alone', '"'.repeat(100_000), '|A'],
    ['parameters alone', `EMAIL${';'.repeat(100_000)}`, '|A'],
    ['a type of many words before another line end', `EMAIL;TYPE=${'PREF,'.repeat(400_000)}\u2028x:a@b.ch`, 'a@b.ch|A'],
  ])('%s', (_what, line, person) => {
    expect(read(card('FN:A', line))).toEqual([person]);
  });

  test.each([
    ['Muster;Anna;Maria', 'Anna Muster'],
    ['Muster\\;s;Anna', 'Anna Muster;s'],
    ['Muster\\\\;Anna', 'Anna Muster\\'],
    [';Anna', 'Anna'],
    ['Muster', 'Muster'],
    [`${'\\;'.repeat(3)};A`, 'A ;;;'],
  ])('the parts of a name: %s', (value, name) => {
    expect(read(card(`N:${value}`))).toEqual([`|${name}`]);
  });

  test('a line reads the same with any folding', () => {
    const text = fc.stringMatching(/^[A-Z][a-z]{0,30} ?[a-z]{1,30}$/);
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 60 })), (name, places) => {
        const line = Array.from(`FN:${name}`);
        for (const place of places.toSorted((a, b) => b - a))
          if (place > 0 && place < line.length) line.splice(place, 0, '\r\n\t');
        expect(read(card(line.join(''), 'EMAIL:a@b.ch'))).toEqual([`a@b.ch|${name}`]);
      }),
    );
  });
});
