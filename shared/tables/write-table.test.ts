import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCells } from './read-cells.ts';
import { withoutApostrophe, writeTable } from './write-table.ts';

/** A cell as the reader returns it: one line, trimmed. */
const cell = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('=1+1', '+41 44', '-10 %', '@anna', "'=1", "'", '"', 'a;b', 'a,b', '"a";"b"', '＝1', 'a\tb'),
  )
  .map((text) => text.replace(/\s+/g, ' ').trim());
const rows = fc.integer({ min: 1, max: 5 }).chain((width) =>
  fc.array(
    fc.array(cell, { minLength: width, maxLength: width }).filter((row) => row.some((text) => text !== '')),
    { maxLength: 6 },
  ),
);

test.each([',', ';'] as const)('reads what was written with %s', (separator) => {
  fc.assert(
    fc.property(rows, (given) => {
      const text = writeTable(given, separator).slice(1);
      expect(readCells(text, separator).map((row) => row.map(withoutApostrophe))).toEqual(given);
    }),
  );
});

test('no cell is a formula for a spreadsheet', () => {
  fc.assert(
    fc.property(rows, (given) => {
      const text = writeTable(given, ';').slice(1);
      for (const row of readCells(text, ';')) for (const one of row) expect(one).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
    }),
  );
});

test('begins with the mark of UTF-8 and has the line ends of Windows', () => {
  expect(
    writeTable(
      [
        ['Datei', 'Notiz'],
        ['Plan.pdf', '=SUM(A1); "x"'],
      ],
      ';',
    ),
  ).toBe('\uFEFFDatei;Notiz\r\nPlan.pdf;"\'=SUM(A1); ""x"""\r\n');
});
