import type { Separator } from './read-cells.ts';

type Row = readonly string[];

/** A spreadsheet runs a cell that begins like this as a formula, which may do harm. */
const formula = /^[\s\u200B\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Turns a formula into plain text by an apostrophe. The reader removes it again. */
const neutral = (cell: string) => (formula.test(cell) || cell.startsWith("'") ? `'${cell}` : cell);

export const withoutApostrophe = (cell: string) =>
  cell.startsWith("'") && neutral(cell.slice(1)) === cell ? cell.slice(1) : cell;

/** Quotes each cell that holds a character some program takes for a separator. */
const quoted = (cell: string) => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The mark of UTF-8, with which a spreadsheet opens the table by a double click. */
export const tableStart = '\uFEFF';

/** Writes one row, with the line end of Windows. */
export const writeRow = (row: Row, separator: Exclude<Separator, '\t'>): string =>
  `${row.map((cell) => quoted(neutral(cell))).join(separator)}\r\n`;

export const writeTable = (rows: readonly Row[], separator: Exclude<Separator, '\t'>): string =>
  tableStart + rows.map((row) => writeRow(row, separator)).join('');
