import { createObjectTable, type ObjectTable } from './object-table.ts';
import { PdfDamage } from './pdf-damage.ts';
import {
  isDictionary,
  isReference,
  isStream,
  type PdfDictionary,
  type PdfStream,
  type PdfValue,
  wholeNumber,
} from './pdf-value.ts';
import { readSections, type Section } from './sections.ts';
import { unpack } from './unpack.ts';
import { endOfStream, type PdfObject, readObject, readValue } from './value-reader.ts';

/** Objects and object streams that were read lately. A walk meets most objects once. */
const mostKept = 2_048;
const mostStreamsKept = 16;
const mostInStream = 500_000;
const largeObject = 16 * 1024;
/** References that lead to references. */
const mostSteps = 16;
const headBytes = 1_024;
const mark = '%PDF-';

export interface PdfFile {
  readonly bytes: Buffer;
  readonly trailer: PdfDictionary;
  readonly sections: readonly Section[];
  readonly table: ObjectTable;
  readonly root: PdfDictionary;
  readonly isEncrypted: boolean;
  /** Follows references. A missing object is null. */
  resolve(value: PdfValue | undefined): PdfValue;
  /** The bytes of a stream as they stand in the file. */
  packed(stream: PdfStream): Buffer;
  /** The number of the object that begins there. */
  numberAt(at: number): number;
  /** Returns the end of an object of its own, with the bytes of its stream. */
  endOf(at: number): number;
}

/** The shared parts of several revisions of one file: what stands at one place is the same in each. */
export interface PdfCache {
  readonly objects: Map<number, PdfObject>;
  readonly sections: Map<number, Section>;
  /** The bytes of each large object that was read, by its place. */
  readonly large: Map<number, number>;
}
export const createPdfCache = (): PdfCache => ({ objects: new Map(), sections: new Map(), large: new Map() });

/** Refuses objects inside of each other: a few megabytes of these would take gigabytes of memory. */
function refuseOverlaps(bytes: Buffer, { large }: PdfCache, at: number, size: number): void {
  if (size < largeObject || large.has(at)) return;
  large.set(at, size);
  let sum = 0;
  // Those of later revisions do not stand in this one.
  for (const [place, one] of large) sum += place < bytes.length ? one : 0;
  if (sum > bytes.length) throw new PdfDamage('Objects stand in each other.');
}

function keep<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, most: number): Value {
  const [oldest] = kept.keys();
  if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
  kept.set(key, value);
  return value;
}

/** The place that the last `startxref` names. Earlier ones belong to earlier revisions. */
function startOf(bytes: Buffer): number {
  const found = bytes.lastIndexOf('startxref');
  const start = /^startxref\s{1,20}(\d{1,10})\s{1,20}%%EOF/.exec(
    bytes.toString('latin1', Math.max(0, found), found + 80),
  );
  if (found < 0 || start === null) throw new PdfDamage('The file does not say where its objects are.');
  return Number(start[1]);
}

/** Do the bytes end with the end of a revision? */
export const endsWithRevision = (bytes: Buffer): boolean =>
  /startxref\s{1,20}\d{1,10}\s{1,20}%%EOF\s{0,1000}$/.test(bytes.toString('latin1', Math.max(0, bytes.length - 1_100)));

/**
 * Opens a PDF by its last `startxref` and what that leads to. It never searches for objects: a file that needs repair may
 * be shown in several ways. Throws PdfDamage.
 */
export function openPdf(bytes: Buffer, cache: PdfCache): PdfFile {
  const head = bytes.subarray(0, headBytes).indexOf(mark);
  if (head < 0) throw new PdfDamage('There is no mark of a PDF.');
  const start = startOf(bytes);
  try {
    return openAt(bytes, start, head, cache);
  } catch (error) {
    // Programs that write bytes before the mark count from the start of the file.
    if (head === 0 || !(error instanceof PdfDamage)) throw error;
    cache.objects.clear();
    cache.sections.clear();
    cache.large.clear();
    return openAt(bytes, start, 0, cache);
  }
}

function openAt(bytes: Buffer, start: number, shift: number, cache: PdfCache): PdfFile {
  const table = createObjectTable();
  const sections = readSections({ bytes, shift, known: cache.sections }, start, table);
  const trailer = sections[0]?.trailer ?? new Map<string, PdfValue>();
  const unpacked = new Map<number, readonly PdfValue[]>();

  function plain(at: number): PdfObject {
    const known = cache.objects.get(at);
    if (known !== undefined && known.end <= bytes.length) return known;
    if (at >= bytes.length) throw new PdfDamage('An object lies outside of the file.');
    const found = readObject(bytes, at);
    refuseOverlaps(bytes, cache, at, found.end - at);
    return keep(cache.objects, at, found, mostKept);
  }

  function object(number: number, generation: number): PdfValue {
    const place = table.find(number);
    if (place === null) return null;
    if (place.kind === 'plain') {
      const found = plain(place.at);
      if (found.number !== number) throw new PdfDamage('Another object stands in this place.');
      // Programs differ in what they show for another generation.
      if (found.generation !== generation || place.generation !== generation)
        throw new PdfDamage('The object has another generation.');
      return found.value;
    }
    if (generation !== 0) throw new PdfDamage('The object has another generation.');
    return objectsIn(place.stream, number, place.index);
  }

  function objectsIn(number: number, wanted: number, index: number): PdfValue {
    const values = unpacked.get(number) ?? keep(unpacked, number, readObjectStream(number), mostStreamsKept);
    const [named, value] = [values[2 * index], values[2 * index + 1]];
    if (named !== wanted || value === undefined) throw new PdfDamage('Another object stands in this place.');
    return value;
  }

  /** Its numbers and values, one after the other. */
  function readObjectStream(number: number): readonly PdfValue[] {
    const place = table.find(number);
    const stream = place?.kind === 'plain' ? plain(place.at) : null;
    if (stream === null || stream.number !== number || !isStream(stream.value))
      throw new PdfDamage('There is no object stream.');
    const { dictionary } = stream.value;
    const data = unpack(file.packed(stream.value), dictionary, file.resolve);
    const { first, pairs } = readPairs(dictionary, data);
    return pairs.map((value, at) => (at % 2 === 0 ? value : readValue(data, first + value).value));
  }

  let root: PdfDictionary = new Map();
  const file: PdfFile = {
    bytes,
    trailer,
    sections,
    table,
    get root() {
      return root;
    },
    isEncrypted: trailer.has('/Encrypt'),
    resolve(value) {
      let found = value ?? null;
      for (let step = 0; isReference(found); step += 1) {
        if (step > mostSteps) throw new PdfDamage('References lead in a circle.');
        found = object(found.number, found.generation);
      }
      return found;
    },
    packed({ dictionary, begin }) {
      const length = wholeNumber(file.resolve(dictionary.get('/Length')));
      if (length === null || begin + length > bytes.length) throw new PdfDamage('A stream has no length.');
      endOfStream(bytes, begin + length);
      return bytes.subarray(begin, begin + length);
    },
    numberAt: (at) => plain(at).number,
    endOf(at) {
      const { value, end } = plain(at);
      return isStream(value) ? endOfStream(bytes, end + file.packed(value).length) : end;
    },
  };
  const found = file.resolve(trailer.get('/Root'));
  if (!isDictionary(found) || file.resolve(found.get('/Type')) !== '/Catalog')
    throw new PdfDamage('There is no catalog.');
  root = found;
  return file;
}

/** Reads with which numbers and places an object stream begins: for each object, its own and where it is after these pairs. */
export function readPairs(dictionary: PdfDictionary, data: Buffer): { first: number; pairs: readonly number[] } {
  const [count, first] = [wholeNumber(dictionary.get('/N')), wholeNumber(dictionary.get('/First'))];
  if (dictionary.get('/Type') !== '/ObjStm' || count === null || first === null || count > mostInStream)
    throw new PdfDamage('There is no object stream.');
  const head = data.subarray(0, first);
  const pairs: number[] = [];
  for (let at = 0; pairs.length < 2 * count; ) {
    const found = readValue(head, at);
    const value = wholeNumber(found.value);
    if (value === null) throw new PdfDamage('An object stream has no places.');
    pairs.push(value);
    at = found.end;
  }
  return { first, pairs };
}

/** The dictionary of a value, also of a stream. */
export function dictionaryOf(file: PdfFile, value: PdfValue | undefined): PdfDictionary | null {
  const found = file.resolve(value);
  return isDictionary(found) ? found : isStream(found) ? found.dictionary : null;
}
