import { isDigit, skipBlanks } from '../../pdf/words.ts';
import { createWindow } from '../byte-window.ts';
import type { Bytes } from '../zip-directory.ts';
import { type Root, referenceIn } from './catalog.ts';
import type { Places } from './object-places.ts';
import {
  beginOfStream,
  isDictionary,
  numberIn,
  numbersIn,
  type PdfDictionary,
  readObjectDictionary,
  readPdfObject,
} from './pdf-object.ts';
import { unpackStream } from './pdf-stream.ts';

/** The longest dictionary of a section. */
const headBytes = 64 * 1024;
const entryBytes = 20;
const blockEntries = 10_000;
/** Sections of a document that was changed again and again. */
const mostSections = 200;
/** Parts of one table. A program that changes a document writes a part for each run of objects. */
const mostParts = 20_000;
/** All cross-reference streams of a document together: 500,000 entries need less. */
const mostUnpacked = 16 * 1024 * 1024;

/**
 * Reads all cross-reference sections, from the newest to the oldest, and adds the places of the objects. Null: a section
 * cannot be read, names no catalog, or the sections name more than a document needs. Whatever they say, this reads and keeps little.
 */
export async function readSections(bytes: Bytes, shift: number, start: number, places: Places): Promise<Root | null> {
  let root: number | null = null;
  let streamNumber: number | null = null;
  const seen = new Set<number>();
  const todo = [start];
  let left = mostUnpacked;
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const from = at + shift;
    if (seen.size > mostSections || from >= bytes.size) return null;
    // oxlint-disable-next-line no-await-in-loop -- each section names the next one
    const head = await bytes.read(from, Math.min(headBytes, bytes.size - from));
    const begin = skipBlanks(head, 0);
    const isTable = head.toString('latin1', begin, begin + 4) === 'xref';
    // oxlint-disable-next-line no-await-in-loop
    const section = isTable
      ? await readTable(bytes, from + begin + 4, places)
      : await readStream(bytes, from, head, left);
    if (section === null) return null;
    left -= section.data.length;
    root ??= referenceIn(section.dictionary, '/Root');
    const packed = isTable ? [] : addEntries(section, places, root);
    if (packed === null) return null;
    streamNumber ??= packed[0] ?? null;
    for (const name of ['/Prev', '/XRefStm'] as const) {
      const next = numberIn(section.dictionary, name);
      if (next !== null) todo.push(next);
    }
  }
  return root === null ? null : { number: root, streamNumber: places.has(root) ? null : streamNumber };
}

interface Section {
  readonly dictionary: PdfDictionary;
  /** The unpacked entries of a stream. Empty for a table, whose entries were added already. */
  readonly data: Buffer;
}

async function readTable(bytes: Bytes, from: number, places: Places): Promise<Section | null> {
  const windowOf = createWindow(bytes);
  for (let at = from, parts = 0; parts <= mostParts; parts += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each part says where the next one begins
    const text = (await windowOf(at, 100)).toString('latin1');
    if (/^\s*trailer/.test(text)) {
      // oxlint-disable-next-line no-await-in-loop
      const found = readPdfObject(await windowOf(at, headBytes), text.indexOf('trailer') + 'trailer'.length);
      return found !== null && isDictionary(found.value) ? { dictionary: found.value, data: Buffer.alloc(0) } : null;
    }
    const part = /^\s*(\d{1,10})\s+(\d{1,10})[ \t]*(?:\r\n|\r|\n)/.exec(text);
    if (part === null) return null;
    const [first, count] = [Number(part[1]), Number(part[2])];
    at += part[0].length;
    if (at + count * entryBytes > bytes.size) return null;
    for (let done = 0; done < count; done += blockEntries) {
      const block = Math.min(blockEntries, count - done);
      // oxlint-disable-next-line no-await-in-loop -- one block after the other keeps the memory small
      const entries = await windowOf(at + done * entryBytes, block * entryBytes);
      for (let index = 0; index < block; index += 1) {
        const entry = readEntry(entries, index * entryBytes);
        if (entry === null || (entry.isUsed && !places.add(first + done + index, entry.at))) return null;
      }
    }
    at += count * entryBytes;
  }
  return null;
}

/** Reads an entry such as `0000000009 00000 n`, with `f` for an object that is not used. */
function readEntry(bytes: Buffer, from: number): { readonly at: number; readonly isUsed: boolean } | null {
  let at = 0;
  for (let index = 0; index < 16; index += 1) {
    const byte = bytes[from + index];
    if (index === 10 ? byte !== 0x20 : !isDigit(byte)) return null;
    if (index < 10) at = at * 10 + (byte ?? 0) - 0x30;
  }
  const kind = bytes[from + 17];
  if (bytes[from + 16] !== 0x20 || (kind !== 0x6e && kind !== 0x66)) return null;
  return { at, isUsed: kind === 0x6e };
}

async function readStream(bytes: Bytes, from: number, head: Buffer, most: number): Promise<Section | null> {
  const found = readObjectDictionary(head, 0);
  const begin = found === null ? null : beginOfStream(head, found.end);
  if (found === null || begin === null || found.dictionary.get('/Type') !== '/XRef') return null;
  const length = numberIn(found.dictionary, '/Length');
  if (length === null || length > mostUnpacked || from + begin + length > bytes.size) return null;
  const data = unpackStream(found.dictionary, await bytes.read(from + begin, length), most);
  return data === null ? null : { dictionary: found.dictionary, data };
}

/** Adds the entries, and returns the object streams with the catalog. Null: entries without width, or too many. */
function addEntries({ dictionary, data }: Section, places: Places, root: number | null): readonly number[] | null {
  const packed: number[] = [];
  const [first = 0, second = 0, third = 0, ...more] = numbersIn(dictionary, '/W') ?? [];
  const width = first + second + third;
  // Entries without a width never end.
  if (second === 0 || Math.max(first, second, third) > 8 || more.length > 0) return null;
  const parts = numbersIn(dictionary, '/Index') ?? [0, numberIn(dictionary, '/Size') ?? 0];
  const field = (at: number, bytes: number): number => {
    let value = 0;
    for (let index = 0; index < bytes; index += 1) value = value * 256 + (data[at + index] ?? 0);
    return value;
  };
  let from = 0;
  for (let part = 0; part + 1 < parts.length; part += 2)
    for (let index = 0; index < (parts[part + 1] ?? 0) && from + width <= data.length; index += 1) {
      const isPlace = first === 0 || field(from, first) === 1;
      const number = (parts[part] ?? 0) + index;
      if (isPlace && !places.add(number, field(from + first, second))) return null;
      if (number === root && first > 0 && field(from, first) === 2) packed.push(field(from + first, second));
      from += width;
    }
  return packed;
}
