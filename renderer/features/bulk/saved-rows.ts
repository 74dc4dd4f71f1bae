import type { CellName } from './bulk-list.ts';
import { type BulkRow, cellNames } from './bulk-list.ts';
import type { Verdict } from './judge-rows.ts';

/** Translates column names for a saved list, whose headings are recognised when it is opened again. */
export type ColumnWords = (name: CellName | 'signee' | 'reason') => string;

/** Returns the rows that were not sent, with the reason in a column, to correct elsewhere and open again. */
export function rowsToSave(
  rows: readonly BulkRow[],
  verdicts: readonly Verdict[],
  { word, reason }: { readonly word: ColumnWords; readonly reason: (verdict: Verdict, row: BulkRow) => string },
): string[][] {
  const body = rows.flatMap((row, at) => {
    const verdict = verdicts[at];
    return verdict ? [[...cellNames.map((name) => row.cells[name]), reason(verdict, row)]] : [];
  });
  return [[...cellNames.map(word), word('reason')], ...body];
}

interface SampleWords {
  readonly word: ColumnWords;
  readonly first: string;
  readonly second: string;
  readonly inAnyOrder: string;
  readonly note: string;
}

/** Returns three sample rows that show the format. */
export function sampleRows({ word, first, second, inAnyOrder, note }: SampleWords): string[][] {
  return [
    [word('file'), `${word('signee')} 1`, `${word('signee')} 2`, word('order'), word('note'), word('profile')],
    [first, 'anna@example.com', 'beat@example.com', '', note, ''],
    [first, 'Carla Rossi <carla@example.com>', '', '', '', ''],
    [second, 'anna@example.com', 'dora@example.com', inAnyOrder, '', ''],
  ];
}
