export type Row = readonly string[];

const plainCell = { '\t': /[^\t\r\n]*/y, ';': /[^;\r\n]*/y, ',': /[^,\r\n]*/y } as const;
export type Separator = keyof typeof plainCell;

interface Cell {
  readonly text: string;
  /** The position of the separator or line end after the cell. */
  readonly end: number;
}

/**
 * Reads a cell between quotes. Returns null when the quote is part of the text, because it is closed nowhere or in the
 * middle of the cell. The search ends at the first quote that is not doubled, and no other cell begins with a quote
 * before it: so the whole table is searched once.
 */
function readQuoted(text: string, start: number, separator: Separator): Cell | null {
  if (text[start] !== '"') return null;
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  const end = close + 1;
  const next = text[end];
  if (close < 0 || (next !== undefined && next !== separator && next !== '\r' && next !== '\n')) return null;
  const inside = text.slice(start + 1, close).replace(/""/g, '"');
  return { text: inside.replace(/\r\n?/g, '\n').trim(), end };
}

function readPlain(text: string, start: number, separator: Separator): Cell {
  const expression = plainCell[separator];
  expression.lastIndex = start;
  const [found = ''] = expression.exec(text) ?? [];
  return { text: found.trim(), end: start + found.length };
}

/**
 * Reads cells as a spreadsheet copies or saves them: cells with a separator, a line end or a quote are quoted. Line
 * ends within a cell become `\n`. Empty rows are left out.
 */
export function readCells(text: string, separator: Separator = '\t'): readonly Row[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let filled = false;
  for (let at = 0; at < text.length; ) {
    const cell = readQuoted(text, at, separator) ?? readPlain(text, at, separator);
    row.push(cell.text);
    filled ||= cell.text !== '';
    const mark = text[cell.end];
    at = cell.end + (mark === '\r' && text[cell.end + 1] === '\n' ? 2 : 1);
    if (mark === separator) continue;
    if (filled) rows.push(row);
    row = [];
    filled = false;
  }
  if (filled) rows.push(row);
  return rows;
}

/** Joins the lines of a cell, since only notes may have several lines. */
export const onOneLine = (cell: string): string => (cell.includes('\n') ? cell.replace(/\s+/g, ' ') : cell);
