import type { Separator } from './read-cells.ts';

type Row = readonly string[];

/** A spreadsheet reckons with a cell that begins like this, and what it holds may do anything. */
const formula = /^[\s\u200B\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/** An apostrophe before it makes a formula plain text; it is taken off again when the file comes back. */
const neutral = (cell: string) => (formula.test(cell) || cell.startsWith("'") ? `'${cell}` : cell);

export const withoutApostrophe = (cell: string) =>
  cell.startsWith("'") && neutral(cell.slice(1)) === cell ? cell.slice(1) : cell;

/** Whatever a program takes for a separator is inside of quotes. */
const quoted = (cell: string) => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** As a spreadsheet opens it by a double click: with the mark that says UTF-8, and with its ends of lines. */
export const writeTable = (rows: readonly Row[], separator: Exclude<Separator, '\t'>): string =>
  `\uFEFF${rows.map((row) => `${row.map((cell) => quoted(neutral(cell))).join(separator)}\r\n`).join('')}`;
