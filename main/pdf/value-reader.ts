import { type Manner, strictly, tolerantly } from './manner.ts';
import { PdfDamage, unlessDamaged } from './pdf-damage.ts';
import { isDictionary, type PdfDictionary, type PdfStream, type PdfText, type PdfValue } from './pdf-value.ts';
import { endOfWord, isBlank, isDigit, skipBlanks } from './words.ts';

interface Found<Value = PdfValue> {
  readonly value: Value;
  readonly end: number;
}

/** Names of one dictionary. A larger table of names that grows ends the whole app, whatever thread has it. */
const mostNames = 100_000;
const slash = 0x2f;

function readName(bytes: Buffer, at: number): Found<string> {
  const end = endOfWord(bytes, at + 1);
  const written = bytes.toString('latin1', at, end);
  const value = written.includes('#')
    ? written.replace(/#([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : written;
  return { value, end };
}

function plainHex(bytes: Buffer, from: number, to: number): Buffer {
  let digits = bytes.toString('latin1', from, to);
  if (!/^[0-9a-f]*$/i.test(digits)) digits = digits.replace(/[\0\t\n\f\r ]/g, '');
  if (!/^[0-9a-f]*$/i.test(digits)) throw new PdfDamage('A string has other letters than digits.');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

const escapes: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09, b: 0x08, f: 0x0c };

/** The byte that an escape means, and how many bytes it takes after the backslash. */
function readEscape(bytes: Buffer, at: number): { readonly byte: number | null; readonly length: number } {
  const octal = /^[0-7]{1,3}/.exec(bytes.toString('latin1', at, at + 3));
  if (octal !== null) return { byte: Number.parseInt(octal[0], 8) & 0xff, length: octal[0].length };
  if (bytes[at] === 0x0d) return { byte: null, length: bytes[at + 1] === 0x0a ? 2 : 1 };
  if (bytes[at] === 0x0a) return { byte: null, length: 1 };
  const byte = bytes[at] ?? 0;
  return { byte: escapes[String.fromCharCode(byte)] ?? byte, length: 1 };
}

/** Finds the end of a string, after the bracket that closes its first one. 0: there is none. */
function endOfLiteral(bytes: Buffer, from: number): number {
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
  return 0;
}

/** The bytes that a string means. No list of numbers: one that grows too long ends the whole app, whatever thread has it. */
function plainLiteral(bytes: Buffer, from: number, to: number): Buffer {
  const plain = Buffer.alloc(to - from);
  let length = 0;
  for (let at = from; at < to; at += 1) {
    const escape = bytes[at] === 0x5c ? readEscape(bytes, at + 1) : null;
    const byte = escape === null ? (bytes[at] ?? 0) : escape.byte;
    if (byte !== null) plain[length++] = byte;
    at += escape?.length ?? 0;
  }
  return plain.subarray(0, length);
}

function readText(bytes: Buffer, at: number, { isStrict }: Manner): Found<PdfText | null> {
  const isHex = bytes[at] === 0x3c;
  const end = isHex ? bytes.indexOf('>', at) + 1 : endOfLiteral(bytes, at);
  if (end === 0) throw new PdfDamage('A string does not end.');
  if (!isStrict) return { value: null, end };
  const plain = isHex ? plainHex(bytes, at + 1, end - 1) : plainLiteral(bytes, at + 1, end - 1);
  return { value: { kind: 'text', bytes: plain, isHex, at, end }, end };
}

function readWord(bytes: Buffer, at: number, { isStrict }: Manner): Found {
  const end = endOfWord(bytes, at);
  const word = bytes.toString('latin1', at, Math.min(end, at + 64));
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) {
    const value = Number(word);
    const reference = Number.isSafeInteger(value) && value >= 0 ? readReference(bytes, value, end) : null;
    return reference ?? { value, end };
  }
  if (word === 'true' || word === 'false') return { value: word === 'true', end };
  if (word === 'null' || (!isStrict && word !== '')) return { value: null, end };
  throw new PdfDamage('There is a word where a value should be.');
}

/** The rest of `5 0 R`. */
function readReference(bytes: Buffer, number: number, from: number): Found | null {
  if (!isBlank(bytes[from])) return null;
  const at = skipBlanks(bytes, from);
  const end = endOfWord(bytes, at);
  const generation = bytes.toString('latin1', at, Math.min(end, at + 6));
  if (!/^\d{1,5}$/.test(generation) || end - at > 5) return null;
  const mark = skipBlanks(bytes, end);
  if (bytes[mark] !== 0x52 || endOfWord(bytes, mark) !== mark + 1) return null;
  return { value: { kind: 'reference', number, generation: Number(generation) }, end: mark + 1 };
}

/** Reads the value that begins at `from`. Throws PdfDamage for anything that is not one. */
export function readValue(bytes: Buffer, from: number, manner = strictly, depth = 0): Found {
  const at = skipBlanks(bytes, from);
  const byte = bytes[at];
  if (byte === undefined) throw new PdfDamage('The file ends where a value should be.');
  if (depth > manner.deepest) throw new PdfDamage('A value is too deep.');
  if (byte === slash) return readName(bytes, at);
  if (byte === 0x5b) return readItems(bytes, at + 1, ']', manner, depth);
  if (byte === 0x3c && bytes[at + 1] === 0x3c) {
    const items = readItems(bytes, at + 2, '>>', manner, depth);
    return { value: toDictionary(items.value, manner), end: items.end };
  }
  return byte === 0x28 || byte === 0x3c ? readText(bytes, at, manner) : readWord(bytes, at, manner);
}

function readItems(bytes: Buffer, from: number, mark: ']' | '>>', manner: Manner, depth: number): Found<PdfValue[]> {
  const [first, last] = [mark.charCodeAt(0), mark.length - 1];
  const value: PdfValue[] = [];
  for (let at = skipBlanks(bytes, from); ; at = skipBlanks(bytes, at)) {
    if (bytes[at] === first && bytes[at + last] === first) return { value, end: at + mark.length };
    if (mark === '>>' && value.length > 2 * mostNames) throw new PdfDamage('A dictionary has too many names.');
    const item = readValue(bytes, at, manner, depth + 1);
    value.push(item.value);
    at = item.end;
  }
}

/** A name that stands twice is refused: programs differ in which of the two they show. */
function toDictionary(items: readonly PdfValue[], { isStrict }: Manner): PdfDictionary {
  const found = new Map<string, PdfValue>();
  for (let at = 0; at < items.length; at += 2) {
    const [name, value] = [items[at], items[at + 1]];
    if (typeof name === 'string' && value !== undefined && !found.has(name)) found.set(name, value);
    else if (isStrict) throw new PdfDamage('A name stands twice, or there is none where one should be.');
  }
  return found;
}

/** An object such as `5 0 obj … endobj`. A stream may end further on: its length can stand in another object. */
export interface PdfObject {
  readonly number: number;
  readonly generation: number;
  readonly value: PdfValue;
  /** After `endobj`. For a stream: where its bytes begin. */
  readonly end: number;
}

const isWord = (bytes: Buffer, at: number, word: string): boolean =>
  bytes.toString('latin1', at, at + word.length) === word && endOfWord(bytes, at) === at + word.length;

/** Reads a number of up to ten digits, and finds its end. */
function readDigits(bytes: Buffer, from: number): Found<number> {
  const end = endOfWord(bytes, from);
  let value = 0;
  for (let at = from; at < end; at += 1) value = isDigit(bytes[at]) ? value * 10 + (bytes[at] ?? 0) - 0x30 : Number.NaN;
  if (end === from || end - from > 10 || Number.isNaN(value))
    throw new PdfDamage('There is no number where one should be.');
  return { value, end };
}

/** Reads the beginning of an object: `5 0 obj`. Throws PdfDamage. */
export function readHead(bytes: Buffer, from: number): Pick<PdfObject, 'number' | 'generation' | 'end'> {
  const number = readDigits(bytes, skipBlanks(bytes, from));
  const generation = readDigits(bytes, skipBlanks(bytes, number.end));
  const mark = skipBlanks(bytes, generation.end);
  if (bytes.toString('latin1', mark, mark + 3) !== 'obj') throw new PdfDamage('There is no object.');
  return { number: number.value, generation: generation.value, end: mark + 3 };
}

export function readObject(bytes: Buffer, from: number, manner = strictly): PdfObject {
  const head = readHead(bytes, from);
  const found = readValue(bytes, head.end, manner);
  const at = skipBlanks(bytes, found.end);
  if (isWord(bytes, at, 'endobj')) return { ...head, value: found.value, end: at + 6 };
  if (!isDictionary(found.value) || bytes.toString('latin1', at, at + 6) !== 'stream') {
    if (!manner.isStrict) return { ...head, ...found };
    throw new PdfDamage('An object does not end.');
  }
  const begin = bytes[at + 6] === 0x0a ? at + 7 : bytes[at + 6] === 0x0d && bytes[at + 7] === 0x0a ? at + 8 : -1;
  if (begin < 0) throw new PdfDamage('A stream does not begin.');
  const value: PdfStream = { kind: 'stream', dictionary: found.value, begin };
  return { ...head, value, end: begin };
}

/** Finds the object that begins at `from`, whoever wrote it. Null: there is none that ends in these bytes. */
export const findObject = (bytes: Buffer, from: number): PdfObject | null =>
  unlessDamaged(() => readObject(bytes, from, tolerantly));

/** After the `endobj` of a stream whose bytes end at `from`. */
export function endOfStream(bytes: Buffer, from: number): number {
  const mark = skipBlanks(bytes, from);
  if (mark - from > 2 || !isWord(bytes, mark, 'endstream')) throw new PdfDamage('A stream is longer or shorter.');
  const end = skipBlanks(bytes, mark + 9);
  if (!isWord(bytes, end, 'endobj')) throw new PdfDamage('An object does not end.');
  return end + 6;
}
