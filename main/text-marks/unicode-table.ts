import { isList, isText, type PdfValue } from '../pdf/pdf-value.ts';
import { readOperators } from './pdf-operators.ts';

const longestText = 16;
/** Entries of the tables of all fonts: each counts as so many bytes of the document. */
const entryBytes = 64;

/** The table of a font that says which text its codes are. */
export interface UnicodeTable {
  textOf(code: number): string | null;
  /** Bytes of a code, where a font of its kind may have one or two. Null: the table does not say. */
  readonly codeBytes: number | null;
}

interface Range {
  readonly low: number;
  readonly high: number;
  readonly text: string;
}

/** The largest number for what is no code, so that no range holds it. */
const numberOf = (bytes: Buffer): number =>
  bytes.length === 0 || bytes.length > 4 ? 2 ** 32 : bytes.readUIntBE(0, bytes.length);

function utf16(bytes: Buffer): string {
  if (bytes.length === 1) return String.fromCharCode(bytes[0] ?? 0);
  const even = Buffer.from(bytes.subarray(0, Math.min(longestText, bytes.length - (bytes.length % 2))));
  return even.swap16().toString('utf16le');
}

/** Returns the text after `steps` others: its last letter counts on. */
function later(text: string, steps: number): string {
  const last = text.charCodeAt(text.length - 1);
  return steps === 0 || text === '' ? text : text.slice(0, -1) + String.fromCharCode(last + steps);
}

/** Finds the last range that begins at the code or before it. */
function rangeOf(ranges: readonly Range[], code: number): Range | undefined {
  let [from, to] = [0, ranges.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ranges[middle]?.low ?? 0) <= code) from = middle + 1;
    else to = middle;
  }
  const found = ranges[from - 1];
  return found !== undefined && code <= found.high ? found : undefined;
}

/** Reads the table of a font. Throws PdfDamage. */
export function readUnicodeTable(bytes: Buffer, spend: (bytes: number) => void): UnicodeTable {
  const texts = new Map<number, string>();
  const ranges: Range[] = [];
  let codeBytes: number | null = null;

  function put(code: number, text: PdfValue | undefined): void {
    if (!isText(text)) return;
    spend(entryBytes);
    texts.set(code, utf16(text.bytes));
  }

  function putRange(from: PdfValue | undefined, until: PdfValue | undefined, to: PdfValue | undefined): void {
    if (!isText(from) || !isText(until)) return;
    const [low, high] = [numberOf(from.bytes), numberOf(until.bytes)];
    if (isList(to)) for (const [at, text] of to.entries()) put(low + at, text);
    else if (isText(to)) {
      spend(entryBytes);
      ranges.push({ low, high, text: utf16(to.bytes) });
    }
  }

  readOperators(bytes, (name, operands) => {
    const [first] = operands;
    if (name === 'endcodespacerange' && isText(first)) codeBytes ??= first.bytes.length;
    else if (name === 'endbfchar')
      for (let at = 0; at + 1 < operands.length; at += 2) {
        const code = operands[at];
        if (isText(code)) put(numberOf(code.bytes), operands[at + 1]);
      }
    else if (name === 'endbfrange')
      for (let at = 0; at + 2 < operands.length; at += 3) putRange(operands[at], operands[at + 1], operands[at + 2]);
  });
  ranges.sort((one, other) => one.low - other.low);
  return {
    codeBytes,
    textOf(code) {
      const own = texts.get(code);
      if (own !== undefined) return own;
      const range = rangeOf(ranges, code);
      return range === undefined ? null : later(range.text, code - range.low);
    },
  };
}
