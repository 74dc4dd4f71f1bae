import { endOfWord, skipBlanks } from '../../pdf/words.ts';

/** A name has its slash, a reference is `5 R`. Strings and keywords are null: nothing here needs them. */
export type PdfValue = number | string | null | PdfDictionary | readonly PdfValue[];
export type PdfDictionary = ReadonlyMap<string, PdfValue>;

interface Found {
  readonly value: PdfValue;
  readonly end: number;
}

const deepest = 20;
const slash = 0x2f;

/** Reads a name without its slash. Any of its letters may be written as `#` and two digits. */
function readName(bytes: Buffer, from: number, end: number): string {
  const written = bytes.toString('latin1', from, end);
  if (!written.includes('#')) return written;
  return written.replace(/#([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function endOfString(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x5c) at += 1;
    else if (byte === 0x28) depth += 1;
    else if (byte === 0x29) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/**
 * Reads an object in one pass over the bytes: a dictionary, an array, a name or a number. Null: it does not end here, or
 * is too deep. It uses no regular expression over foreign text, because such text could make one run for minutes.
 */
export function readPdfObject(bytes: Buffer, from: number, depth = 0): Found | null {
  const at = skipBlanks(bytes, from);
  const byte = bytes[at];
  if (byte === undefined || depth > deepest) return null;
  if (byte === 0x3c && bytes[at + 1] === 0x3c) return readList(bytes, { from: at + 2, isDictionary: true, depth });
  if (byte === 0x5b) return readList(bytes, { from: at + 1, isDictionary: false, depth });
  if (byte === slash) {
    const end = endOfWord(bytes, at + 1);
    return { value: `/${readName(bytes, at + 1, end)}`, end };
  }
  if (byte === 0x28 || byte === 0x3c) {
    const end = byte === 0x28 ? endOfString(bytes, at) : bytes.indexOf('>', at) + 1;
    return end <= 0 ? null : { value: null, end };
  }
  const end = endOfWord(bytes, at);
  if (end === at) return null;
  const word = bytes.toString('latin1', at, Math.min(end, at + 32));
  return { value: /^[+-]?\d{1,15}$/.test(word) ? Number(word) : word === 'R' ? 'R' : null, end };
}

interface List {
  readonly from: number;
  readonly isDictionary: boolean;
  readonly depth: number;
}

function readList(bytes: Buffer, { from, isDictionary, depth }: List): Found | null {
  const items: PdfValue[] = [];
  let at = skipBlanks(bytes, from);
  for (; at < bytes.length; at = skipBlanks(bytes, at)) {
    if (isDictionary ? bytes[at] === 0x3e && bytes[at + 1] === 0x3e : bytes[at] === 0x5d)
      return { value: isDictionary ? toDictionary(items) : items, end: at + (isDictionary ? 2 : 1) };
    const item = readPdfObject(bytes, at, depth + 1);
    if (item === null) return null;
    // `5 0 R` is one item: a reference.
    const number = items.at(-2);
    if (item.value === 'R') items.splice(-2, 2, typeof number === 'number' ? `${number} R` : null);
    else items.push(item.value);
    at = item.end;
  }
  return null;
}

/** Builds a dictionary. If a name is given twice, the first one counts. */
function toDictionary(items: readonly PdfValue[]): PdfDictionary {
  const found = new Map<string, PdfValue>();
  for (let at = 0; at + 1 < items.length; at += 2) {
    const name = items[at];
    if (typeof name === 'string' && !found.has(name)) found.set(name, items[at + 1] ?? null);
  }
  return found;
}

export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map;

/** Returns a whole number that is not negative. Null: it is missing, or something else. */
export function numberIn(dictionary: PdfDictionary, name: `/${string}`): number | null {
  const value = dictionary.get(name);
  return typeof value === 'number' && value >= 0 ? value : null;
}

export function numbersIn(dictionary: PdfDictionary, name: `/${string}`): readonly number[] | null {
  const value = dictionary.get(name);
  if (!Array.isArray(value)) return null;
  const numbers = value.filter((one): one is number => typeof one === 'number' && one >= 0);
  return numbers.length === value.length ? numbers : null;
}

/** Reads the dictionary of the object that begins at `from` as `5 0 obj <<`, and returns where it ends. */
export function readObjectDictionary(bytes: Buffer, from: number): { dictionary: PdfDictionary; end: number } | null {
  const head = /^\s*\d{1,10}\s{1,20}\d{1,5}\s{1,20}obj/.exec(bytes.toString('latin1', from, from + 100));
  const found = head === null ? null : readPdfObject(bytes, from + head[0].length);
  return found !== null && isDictionary(found.value) ? { dictionary: found.value, end: found.end } : null;
}

/** Finds the first byte of a stream, after its dictionary. Null: the object is no stream. */
export function beginOfStream(bytes: Buffer, from: number): number | null {
  const at = skipBlanks(bytes, from);
  if (bytes.toString('latin1', at, at + 6) !== 'stream') return null;
  if (bytes[at + 6] === 0x0a) return at + 7;
  return bytes[at + 6] === 0x0d && bytes[at + 7] === 0x0a ? at + 8 : null;
}
