import { readCells, type Separator } from './read-cells.ts';

const separators: readonly Separator[] = ['\t', ';', ','];

/** Decodes text as Excel and Outlook save it: UTF-8, UTF-16 with a mark, or Windows-1252. Null for binary data. */
export function decodeText(content: Uint8Array): string | null {
  const [first, second] = content;
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  if (marked) return new TextDecoder(marked).decode(content);
  if (content.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}

/** The text that is enough to find the separator, also in a file without line ends. */
const sample = { lines: 50, length: 100_000 } as const;

/** Finds the separator that splits the most lines into several cells. */
export function separatorOf(text: string): Separator {
  const lines = text.slice(0, sample.length).split(/\r\n|\r|\n/, sample.lines);
  const start = lines.join('\n');
  const parted = separators.map((separator) => {
    const rows = readCells(start, separator).filter((row) => row.length > 1);
    return { separator, rows: rows.length, cells: rows.reduce((sum, row) => sum + row.length, 0) };
  });
  const [best] = parted.toSorted((a, b) => b.rows - a.rows || b.cells - a.cells);
  return best?.separator ?? '\t';
}
