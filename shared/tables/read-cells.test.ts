import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Row, readCells } from './read-cells.ts';

/** All rules in one expression: easy to check, but slow on hostile text. */
function reference(text: string): readonly Row[] {
  const cell = /(?:"((?:[^"]|"")*)"(?=[;\r\n]|$)|([^;\r\n]*))(;|\r\n|\r|\n|$)/y;
  const rows: string[][] = [];
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    row.push((quoted?.replaceAll('""', '"').replace(/\r\n?/g, '\n') ?? plain).trim());
    if (end === ';') continue;
    rows.push(row);
    row = [];
  }
  return [...rows, row].filter((one) => one.some(Boolean));
}

describe('cells', () => {
  test.each<[string, string, readonly Row[]]>([
    ['ends of lines within quotes', 'a;"b\r\nc\rd\ne"\r\nf', [['a', 'b\nc\nd\ne'], ['f']]],
    ['quotes within quotes', '"a ""b"" c";d', [['a "b" c', 'd']]],
    [
      'a quote nobody closes',
      '"a;b\n"c;d',
      [
        ['"a', 'b'],
        ['"c', 'd'],
      ],
    ],
    ['a quote that is closed in mid-cell', '"Anna" Muster;b', [['"Anna" Muster', 'b']]],
    ['rows of nothing', ';;\n\n\r\n \na', [['a']]],
    ['every end of line', 'a\rb\nc\r\nd', [['a'], ['b'], ['c'], ['d']]],
    ['nothing', '', []],
  ])('%s', (_what, text, rows) => {
    expect(readCells(text, ';')).toEqual(rows);
  });

  test('are equal to those of a slow and simple reader for any text', () => {
    const sign = fc.constantFrom('"', '""', ';', '\n', '\r', '\r\n', 'a', ' ', '\t');
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 40 }), (signs) => {
        const text = signs.join('');
        expect(readCells(text, ';')).toEqual(reference(text));
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ['quotes alone', '"'.repeat(1_000_000), 1],
    ['quotes nobody closes', '"a;'.repeat(300_000), 1],
    ['quotes nobody closes, one to a line', '"a\n'.repeat(300_000), 300_000],
    ['a quote before a long rest', `"${'a""'.repeat(300_000)}`, 1],
    ['empty lines', '\n'.repeat(1_000_000), 0],
    ['separators', ';'.repeat(1_000_000), 0],
    ['one line', 'a'.repeat(1_000_000), 1],
  ])('of hostile text are read to its end: %s', (_what, text, rows) => {
    expect(readCells(text, ';')).toHaveLength(rows);
  });
});
