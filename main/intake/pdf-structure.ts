import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { isPdf } from './pdf-marks.ts';
import type { Bytes } from './zip-directory.ts';

const tailBytes = 64 * 1024;
const headBytes = 1_024;
const windowBytes = 256 * 1024;
/** Sections of a document that was changed again and again. */
const mostSections = 200;
/** Objects of the largest documents that people sign. Of more, we check the first ones. */
const mostObjects = 200_000;
const mostUnpacked = 16 * 1024 * 1024;
const entryBytes = 20;
/** Programs pad the start of an object with blanks. */
const objectMark = 32;

const unpack = promisify(inflate);

interface Place {
  readonly number: number;
  readonly at: number;
}

interface Section {
  readonly places: readonly Place[];
  /** Where other sections begin. */
  readonly next: readonly number[];
}

/**
 * Do the cross-reference tables of a PDF lead to its objects? A new head before the tail of an older file passes every
 * look at the marks, but its tables lead elsewhere. Reads the tables and the start of each object.
 */
export async function isReadablePdf(bytes: Bytes): Promise<boolean> {
  const head = await bytes.read(0, Math.min(bytes.size, headBytes));
  if (!isPdf(head)) return false;
  const tailAt = Math.max(0, bytes.size - tailBytes);
  const tail = (await bytes.read(tailAt, bytes.size - tailAt)).toString('latin1');
  const last = [...tail.matchAll(/startxref\s+(\d{1,12})/g)].at(-1)?.[1];
  if (last === undefined) return false;
  // Offsets count from the mark; programs that write bytes before it count from the start of the file.
  // oxlint-disable-next-line no-await-in-loop -- two tries at most
  for (const shift of new Set([head.indexOf('%PDF-'), 0]))
    if (await leadsToObjects(bytes, Number(last), shift)) return true;
  return false;
}

async function leadsToObjects(bytes: Bytes, start: number, shift: number): Promise<boolean> {
  const seen = new Set<number>();
  const places: Place[] = [];
  const todo = [start];
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    if (seen.has(at)) continue;
    if (seen.size >= mostSections) return false;
    seen.add(at);
    // oxlint-disable-next-line no-await-in-loop -- each section names the next one
    const section = await readSection(bytes, at + shift);
    if (section === null) return false;
    for (const place of section.places) if (places.length < mostObjects) places.push(place);
    todo.push(...section.next);
  }
  return objectsAreThere(bytes, places, shift);
}

async function readSection(bytes: Bytes, at: number): Promise<Section | null> {
  if (at < 0 || at >= bytes.size) return null;
  const text = (await bytes.read(at, Math.min(tailBytes, bytes.size - at))).toString('latin1');
  if (/^\s*xref\s/.test(text)) return readTable(bytes, at + text.indexOf('xref') + 'xref'.length);
  const object = /^\s*\d{1,10}\s+\d{1,5}\s+obj\b/.exec(text);
  return object ? readStream(bytes, at + object[0].length) : null;
}

async function readTable(bytes: Bytes, from: number): Promise<Section | null> {
  const places: Place[] = [];
  for (let at = from; ; ) {
    // oxlint-disable-next-line no-await-in-loop -- each part says where the next one begins
    const text = (await bytes.read(at, Math.min(tailBytes, bytes.size - at))).toString('latin1');
    const trailer = /^\s*trailer\b/.exec(text);
    if (trailer) return { places, next: nextOf(dictionaryOf(text.slice(trailer[0].length)) ?? '') };
    const part = /^\s*(\d{1,10})\s+(\d{1,10})[ \t]*(?:\r\n|\r|\n)/.exec(text);
    const count = Number(part?.[2]);
    if (!part || count > mostObjects || at + part[0].length + count * entryBytes > bytes.size) return null;
    // oxlint-disable-next-line no-await-in-loop
    const entries = await bytes.read(at + part[0].length, count * entryBytes);
    for (let index = 0; index < count; index += 1) {
      const entry = entries.toString('latin1', index * entryBytes, (index + 1) * entryBytes);
      const found = /^(\d{10}) \d{5} ([nf])/.exec(entry);
      if (!found) return null;
      if (found[2] === 'n') places.push({ number: Number(part[1]) + index, at: Number(found[1]) });
    }
    at += part[0].length + count * entryBytes;
  }
}

/** The text between the outer `<<` and `>>`. */
function dictionaryOf(text: string): string | null {
  const begin = text.indexOf('<<');
  if (begin < 0) return null;
  let depth = 0;
  for (const found of text.slice(begin).matchAll(/<<|>>/g)) {
    depth += found[0] === '<<' ? 1 : -1;
    if (depth === 0) return text.slice(begin + 2, begin + found.index);
  }
  return null;
}

const numberIn = (dictionary: string, name: string): number | null => {
  const found = new RegExp(`/${name}\\s+(\\d{1,12})(?!\\s+\\d+\\s+R)`).exec(dictionary)?.[1];
  return found === undefined ? null : Number(found);
};

const nextOf = (dictionary: string): number[] =>
  [numberIn(dictionary, 'Prev'), numberIn(dictionary, 'XRefStm')].filter((at) => at !== null);

async function readStream(bytes: Bytes, from: number): Promise<Section | null> {
  const text = (await bytes.read(from, Math.min(tailBytes, bytes.size - from))).toString('latin1');
  const dictionary = dictionaryOf(text);
  const begin = /stream(?:\r\n|\n)/.exec(text);
  if (dictionary === null || !begin || !/\/Type\s*\/XRef\b/.test(dictionary)) return null;
  const length = numberIn(dictionary, 'Length');
  const widths = numbersIn(dictionary, 'W');
  const dataAt = from + begin.index + begin[0].length;
  if (widths.length !== 3 || widths.some((width) => width > 8) || length === null || dataAt + length > bytes.size)
    return null;
  const data = await decode(dictionary, await bytes.read(dataAt, length));
  if (data === null) return null;
  const ranges = numbersIn(dictionary, 'Index');
  const parts = ranges.length > 0 ? ranges : [0, numberIn(dictionary, 'Size') ?? 0];
  return { places: placesIn(data, widths, parts), next: nextOf(dictionary) };
}

const numbersIn = (dictionary: string, name: string): number[] =>
  (new RegExp(`/${name}\\s*\\[([\\d\\s]{1,20000})\\]`).exec(dictionary)?.[1] ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map(Number);

async function decode(dictionary: string, data: Buffer): Promise<Buffer | null> {
  if (!/\/Filter\b/.test(dictionary)) return data;
  if (!/\/Filter\s*\[?\s*\/FlateDecode\b/.test(dictionary)) return null;
  try {
    const plain: Buffer = await unpack(data, { maxOutputLength: mostUnpacked });
    const predictor = numberIn(dictionary, 'Predictor') ?? 1;
    return predictor < 10 ? plain : withoutPredictor(plain, numberIn(dictionary, 'Columns') ?? 1);
  } catch {
    return null;
  }
}

/** The predictors of PNG, of which writers of PDFs use `Up` and sometimes `None` and `Sub`. */
function withoutPredictor(data: Buffer, columns: number): Buffer | null {
  const rows = Math.floor(data.length / (columns + 1));
  const plain = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const kind = data[row * (columns + 1)];
    if (kind === undefined || kind > 2) return null;
    for (let column = 0; column < columns; column += 1) {
      const value = data[row * (columns + 1) + 1 + column] ?? 0;
      const to = row * columns + column;
      const above = row === 0 ? 0 : (plain[to - columns] ?? 0);
      const left = column === 0 ? 0 : (plain[to - 1] ?? 0);
      plain[to] = value + (kind === 2 ? above : kind === 1 ? left : 0);
    }
  }
  return plain;
}

function placesIn(data: Buffer, [first = 0, second = 0, third = 0]: readonly number[], parts: readonly number[]) {
  const places: Place[] = [];
  const width = first + second + third;
  let from = 0;
  const field = (at: number, bytes: number): number => {
    let value = 0;
    for (let index = 0; index < bytes; index += 1) value = value * 256 + (data[at + index] ?? 0);
    return value;
  };
  for (let part = 0; part + 1 < parts.length; part += 2)
    for (let index = 0; index < (parts[part + 1] ?? 0) && from + width <= data.length; index += 1) {
      const kind = first === 0 ? 1 : field(from, first);
      if (kind === 1) places.push({ number: (parts[part] ?? 0) + index, at: field(from + first, second) });
      from += width;
    }
  return places;
}

/** Reads the file once from front to back, in pieces, however many objects it has. */
async function objectsAreThere(bytes: Bytes, places: readonly Place[], shift: number): Promise<boolean> {
  let window: Buffer = Buffer.alloc(0);
  let windowAt = 0;
  for (const { number, at } of places.toSorted((a, b) => a.at - b.at)) {
    // Some writers mark an unused number with the offset 0.
    if (at === 0) continue;
    const wanted = at + shift;
    if (wanted >= bytes.size) return false;
    const isThere = wanted >= windowAt && wanted + objectMark <= windowAt + window.length;
    if (!isThere) {
      windowAt = wanted;
      // oxlint-disable-next-line no-await-in-loop -- one window after the other keeps the memory small
      window = await bytes.read(wanted, Math.min(windowBytes, bytes.size - wanted));
    }
    const text = window.toString('latin1', wanted - windowAt, wanted - windowAt + objectMark);
    const found = /^\s*(\d{1,10})\s+\d{1,5}\s+obj/.exec(text)?.[1];
    if (found === undefined || Number(found) !== number) return false;
  }
  return places.some(({ at }) => at > 0);
}
