import { PdfDamage } from './pdf-damage.ts';
import { isDictionary, type PdfDictionary, type PdfStream, type PdfText, type PdfValue } from './pdf-value.ts';
import { endOfWord, isBlank, skipBlanks } from './words.ts';

interface Found<Value = PdfValue> {
  readonly value: Value;
  readonly end: number;
}

const deepest = 64;
const slash = 0x2f;

function readName(bytes: Buffer, at: number): Found<string> {
  const end = endOfWord(bytes, at + 1);
  const written = bytes.toString('latin1', at, end);
  const value = written.includes('#')
    ? written.replace(/#([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : written;
  return { value, end };
}

function readHex(bytes: Buffer, at: number): Found<PdfText> {
  const end = bytes.indexOf('>', at) + 1;
  if (end === 0) throw new PdfDamage('A string does not end.');
  let digits = bytes.toString('latin1', at + 1, end - 1);
  if (!/^[0-9a-f]*$/i.test(digits)) digits = digits.replace(/[\0\t\n\f\r ]/g, '');
  if (!/^[0-9a-f]*$/i.test(digits)) throw new PdfDamage('A string has other letters than digits.');
  const value: PdfText = {
    kind: 'text',
    bytes: Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex'),
    isHex: true,
    at,
    end,
  };
  return { value, end };
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

function readLiteral(bytes: Buffer, from: number): Found<PdfText> {
  const plain: number[] = [];
  let depth = 1;
  for (let at = from + 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x5c) {
      const escape = readEscape(bytes, at + 1);
      if (escape.byte !== null) plain.push(escape.byte);
      at += escape.length;
      continue;
    }
    if (byte === 0x28) depth += 1;
    if (byte === 0x29) depth -= 1;
    if (depth === 0) {
      const end = at + 1;
      return { value: { kind: 'text', bytes: Buffer.from(plain), isHex: false, at: from, end }, end };
    }
    plain.push(byte);
  }
  throw new PdfDamage('A string does not end.');
}

function readWord(bytes: Buffer, at: number): Found {
  const end = endOfWord(bytes, at);
  const word = bytes.toString('latin1', at, Math.min(end, at + 64));
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) {
    const value = Number(word);
    const reference = Number.isSafeInteger(value) && value >= 0 ? readReference(bytes, value, end) : null;
    return reference ?? { value, end };
  }
  if (word === 'true' || word === 'false') return { value: word === 'true', end };
  if (word === 'null') return { value: null, end };
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
export function readValue(bytes: Buffer, from: number, depth = 0): Found {
  const at = skipBlanks(bytes, from);
  const byte = bytes[at];
  if (byte === undefined) throw new PdfDamage('The file ends where a value should be.');
  if (depth > deepest) throw new PdfDamage('A value is too deep.');
  if (byte === slash) return readName(bytes, at);
  if (byte === 0x28) return readLiteral(bytes, at);
  if (byte === 0x5b) return readArray(bytes, at + 1, depth);
  if (byte === 0x3c) return bytes[at + 1] === 0x3c ? readDictionary(bytes, at + 2, depth) : readHex(bytes, at);
  return readWord(bytes, at);
}

function readArray(bytes: Buffer, from: number, depth: number): Found<readonly PdfValue[]> {
  const value: PdfValue[] = [];
  for (let at = skipBlanks(bytes, from); ; at = skipBlanks(bytes, at)) {
    if (bytes[at] === 0x5d) return { value, end: at + 1 };
    const item = readValue(bytes, at, depth + 1);
    value.push(item.value);
    at = item.end;
  }
}

/** A name that stands twice is refused: programs differ in which of the two they show. */
function readDictionary(bytes: Buffer, from: number, depth: number): Found<PdfDictionary> {
  const value = new Map<string, PdfValue>();
  for (let at = skipBlanks(bytes, from); ; at = skipBlanks(bytes, at)) {
    if (bytes[at] === 0x3e && bytes[at + 1] === 0x3e) return { value, end: at + 2 };
    if (bytes[at] !== slash) throw new PdfDamage('There is no name where one should be.');
    const name = readName(bytes, at);
    if (value.has(name.value)) throw new PdfDamage('A name stands twice.');
    const item = readValue(bytes, name.end, depth + 1);
    value.set(name.value, item.value);
    at = item.end;
  }
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
  const word = bytes.toString('latin1', from, Math.min(end, from + 11));
  if (!/^\d{1,10}$/.test(word)) throw new PdfDamage('There is no number where one should be.');
  return { value: Number(word), end };
}

export function readObject(bytes: Buffer, from: number): PdfObject {
  const number = readDigits(bytes, skipBlanks(bytes, from));
  const generation = readDigits(bytes, skipBlanks(bytes, number.end));
  const mark = skipBlanks(bytes, generation.end);
  if (bytes.toString('latin1', mark, mark + 3) !== 'obj') throw new PdfDamage('There is no object.');
  const found = readValue(bytes, mark + 3);
  const at = skipBlanks(bytes, found.end);
  const head = { number: number.value, generation: generation.value };
  if (isWord(bytes, at, 'endobj')) return { ...head, value: found.value, end: at + 6 };
  if (!isDictionary(found.value) || bytes.toString('latin1', at, at + 6) !== 'stream')
    throw new PdfDamage('An object does not end.');
  const begin = bytes[at + 6] === 0x0a ? at + 7 : bytes[at + 6] === 0x0d && bytes[at + 7] === 0x0a ? at + 8 : -1;
  if (begin < 0) throw new PdfDamage('A stream does not begin.');
  const value: PdfStream = { kind: 'stream', dictionary: found.value, begin };
  return { ...head, value, end: begin };
}

/** After the `endobj` of a stream whose bytes end at `from`. */
export function endOfStream(bytes: Buffer, from: number): number {
  const mark = skipBlanks(bytes, from);
  if (mark - from > 2 || !isWord(bytes, mark, 'endstream')) throw new PdfDamage('A stream is longer or shorter.');
  const end = skipBlanks(bytes, mark + 9);
  if (!isWord(bytes, end, 'endobj')) throw new PdfDamage('An object does not end.');
  return end + 6;
}
