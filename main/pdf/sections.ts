import { type Manner, strictly } from './manner.ts';
import type { ObjectTable, Place } from './object-table.ts';
import { PdfDamage } from './pdf-damage.ts';
import { isDictionary, isList, isStream, type PdfDictionary, type PdfValue, wholeNumber } from './pdf-value.ts';
import { unpack } from './unpack.ts';
import { endOfStream, readObject, readValue } from './value-reader.ts';
import { isBlank, isDigit, skipBlanks } from './words.ts';

/** The place of an object by one section. Null: the object is not used. */
export interface Entry {
  readonly number: number;
  readonly place: Place | null;
}

/** One cross-reference section: a table with its trailer, or a stream. */
export interface Section {
  readonly at: number;
  readonly end: number;
  readonly trailer: PdfDictionary;
  /** The bytes that its stream unpacked to. */
  readonly unpacked: number;
  entries(): Iterable<Entry>;
}

const mostSections = 1_000;
/** All streams of sections together. Many that each unpack to this would take gigabytes. */
const mostUnpacked = 64 * 1024 * 1024;
/** Entries of one table. No file with more objects is read. */
const mostEntries = 1_000_000;
const shortestEntry = 19;

/** For what the tables themselves need: it leads to no other object. */
export const plainValue = (value: PdfValue | undefined): PdfValue => value ?? null;

interface From {
  readonly bytes: Buffer;
  /** The origin of all offsets. */
  readonly shift: number;
  /** Sections that were read for another revision. */
  readonly known: Map<number, Section>;
}

/** Reads the sections from the newest to the oldest, and fills the table. Each names the one before. */
export function readSections({ bytes, shift, known }: From, start: number, table: ObjectTable): readonly Section[] {
  const sections: Section[] = [];
  const seen = new Set<number>();
  let most = mostUnpacked;
  function read(at: number): Section {
    if (seen.has(at)) throw new PdfDamage('The sections lead in a circle.');
    if (seen.size >= mostSections || at + shift >= bytes.length) throw new PdfDamage('A section is not in the file.');
    seen.add(at);
    const kept = known.get(at);
    const section =
      kept !== undefined && kept.end <= bytes.length ? kept : readSection(bytes, { shift, at, manner: strictly, most });
    most -= section.unpacked;
    known.set(at, section);
    sections.push(section);
    return section;
  }
  for (let at: number | null = start; at !== null; ) {
    const section = read(at);
    addEntries(section, table);
    at = wholeNumber(section.trailer.get('/Prev'));
    const hybrid = wholeNumber(section.trailer.get('/XRefStm'));
    if (hybrid === null || seen.has(hybrid)) continue;
    const hidden = read(hybrid);
    // Programs repeat the stream of an older section, which the table replaces.
    if (at === null || hybrid > at) refuseOthers(section, hidden);
    addEntries(hidden, table);
  }
  return sections;
}

/** Adds the entries that no newer section has. */
function addEntries(section: Section, table: ObjectTable): void {
  for (const { number, place } of section.entries()) {
    if (table.has(number)) continue;
    if (place !== null) table.put(number, place);
    else table.free(number);
  }
}

/**
 * Refuses a stream of a hybrid section that names another place than its table: programs differ in which of the two they
 * show.
 */
function refuseOthers(section: Section, hidden: Section): void {
  const stated = new Map<number, number | null>();
  for (const { number, place } of section.entries()) stated.set(number, place?.kind === 'plain' ? place.at : null);
  for (const { number, place } of hidden.entries()) {
    const at = place?.kind === 'plain' ? place.at : null;
    if (place !== null && stated.has(number) && (at === null || at !== stated.get(number)))
      throw new PdfDamage('A section names an object twice.');
  }
}

interface Where {
  readonly shift: number;
  readonly at: number;
  readonly manner: Manner;
  /** The most bytes that a stream may unpack to. */
  readonly most: number;
}

/** Reads the section that the file places at `at`. Throws PdfDamage. */
export function readSection(bytes: Buffer, { shift, at, manner, most }: Where): Section {
  const from = skipBlanks(bytes.subarray(0, at + shift + manner.mostHead), at + shift);
  return bytes.toString('latin1', from, from + 4) === 'xref'
    ? readTable(bytes, { shift, at: from, manner, most })
    : readStream(bytes, { shift, at: from, manner, most });
}

interface Run {
  readonly first: number;
  readonly count: number;
}

interface Part extends Run {
  /** The place of each object. -1: it is not used. */
  readonly places: Float64Array;
  readonly generations: Uint32Array;
}

/** A section that names an object twice is refused: programs differ in which of the two they show. */
function refuseOverlaps(runs: readonly Run[]): void {
  let next = 0;
  for (const { first, count } of runs.toSorted((a, b) => a.first - b.first)) {
    if (count > 0 && first < next) throw new PdfDamage('A section names an object twice.');
    next = Math.max(next, first + count);
  }
}

function readTable(bytes: Buffer, { shift, at: from, manner }: Where): Section {
  const parts: Part[] = [];
  let left = mostEntries;
  let at = skipBlanks(bytes, from + 4);
  while (bytes.toString('latin1', at, at + 7) !== 'trailer') {
    const head = /^(\d{1,10}) +(\d{1,10})[ \t]*(?:\r\n|\r|\n)\s{0,20}/.exec(bytes.toString('latin1', at, at + 60));
    if (head === null || parts.length >= manner.mostRuns) throw new PdfDamage('A table has no part here.');
    const [first, count] = [Number(head[1]), Number(head[2])];
    const begin = at + head[0].length;
    left -= count;
    if (left < 0 || begin + count * shortestEntry > bytes.length)
      throw new PdfDamage('A table is longer than the file.');
    const places = new Float64Array(count);
    const generations = new Uint32Array(count);
    at = begin;
    for (let index = 0; index < count; index += 1) {
      [places[index], generations[index]] = readEntry(bytes, at, manner);
      at = endOfEntry(bytes, at, manner);
    }
    parts.push({ first, count, places, generations });
    at = skipBlanks(bytes, at);
  }
  if (manner.isStrict) refuseOverlaps(parts);
  const trailer = readValue(bytes.subarray(0, at + manner.mostHead), at + 7, manner);
  if (!isDictionary(trailer.value)) throw new PdfDamage('A table has no trailer.');
  return {
    at: from,
    end: trailer.end,
    trailer: trailer.value,
    unpacked: 0,
    *entries() {
      for (const part of parts)
        for (const [index, stated] of part.places.entries()) {
          // Some writers mark an unused number with the place 0.
          const generation = part.generations[index] ?? 0;
          const place: Place | null = stated <= 0 ? null : { kind: 'plain', at: stated + shift, generation };
          yield { number: part.first + index, place };
        }
    },
  };
}

/** Reads place and generation in an entry such as `0000000009 00000 n`. With `f` the object is not used: -1. */
function readEntry(bytes: Buffer, from: number, { isStrict }: Manner): readonly [at: number, generation: number] {
  let [at, generation] = [0, 0];
  for (let index = 0; index < 16; index += 1) {
    const byte = bytes[from + index];
    if (index === 10 ? byte !== 0x20 : !isDigit(byte)) throw new PdfDamage('A table has no entry here.');
    const digit = (byte ?? 0) - 0x30;
    if (index < 10) at = at * 10 + digit;
    else if (index > 10) generation = generation * 10 + digit;
  }
  const kind = bytes[from + 17];
  if (bytes[from + 16] !== 0x20 || (kind !== 0x6e && kind !== 0x66) || (isStrict && !isBlank(bytes[from + 18])))
    throw new PdfDamage('A table has no entry here.');
  return [kind === 0x6e ? at : -1, generation];
}

/** Finds the end of an entry: two bytes of a line break. Some programs write one. */
const endOfEntry = (bytes: Buffer, from: number, { isStrict }: Manner): number =>
  from + (isBlank(bytes[from + 19]) || !isStrict ? 20 : 19);

function readStream(bytes: Buffer, { shift, at: from, manner, most }: Where): Section {
  const { value } = readObject(bytes.subarray(0, from + manner.mostHead), from, manner);
  if (!isStream(value) || value.dictionary.get('/Type') !== '/XRef') throw new PdfDamage('There is no section here.');
  const { dictionary, begin } = value;
  const length = wholeNumber(dictionary.get('/Length'));
  if (length === null || begin + length > bytes.length) throw new PdfDamage('A section has no length.');
  const end = manner.isStrict ? endOfStream(bytes, begin + length) : begin + length;
  const widths = numbersOf(dictionary.get('/W'));
  const runs = runsOf(dictionary, manner);
  if (manner.isStrict) refuseOverlaps(runs);
  const [first = 0, second = 0, third = 0] = widths;
  if (widths.length !== 3 || second === 0 || Math.max(...widths) > 8) throw new PdfDamage('A section has no entries.');
  const data = unpack(bytes.subarray(begin, begin + length), dictionary, plainValue, most);
  const width = first + second + third;
  return {
    at: from,
    end,
    trailer: dictionary,
    unpacked: data.length,
    *entries() {
      let at = 0;
      for (const run of runs)
        for (let index = 0; index < run.count; index += 1, at += width) {
          if (at + width > data.length) {
            if (manner.isStrict) throw new PdfDamage('A section is shorter than it says.');
            return;
          }
          const kind = first === 0 ? 1 : numberAt(data, at, first);
          const place = numberAt(data, at + first, second);
          const more = numberAt(data, at + first + second, third);
          if (kind === 1 && place > 0)
            yield { number: run.first + index, place: { kind: 'plain', at: place + shift, generation: more } };
          else if (kind === 2)
            yield { number: run.first + index, place: { kind: 'packed', stream: place, index: more } };
          else yield { number: run.first + index, place: null };
        }
    },
  };
}

function numberAt(data: Buffer, from: number, width: number): number {
  let value = 0;
  for (let at = from; at < from + width; at += 1) value = value * 256 + (data[at] ?? 0);
  return value;
}

function runsOf(dictionary: PdfDictionary, { mostRuns }: Manner): readonly Run[] {
  const size = wholeNumber(dictionary.get('/Size')) ?? 0;
  const numbers = dictionary.has('/Index') ? numbersOf(dictionary.get('/Index')) : [0, size];
  if (numbers.length > mostRuns) throw new PdfDamage('A section has too many runs.');
  const runs: Run[] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2)
    runs.push({ first: numbers[at] ?? 0, count: numbers[at + 1] ?? 0 });
  return runs;
}

function numbersOf(value: PdfValue | undefined): readonly number[] {
  const numbers = isList(value) ? value.map((one) => wholeNumber(one)) : [];
  const found = numbers.filter((one) => one !== null);
  if (found.length !== numbers.length) throw new PdfDamage('A section has other values than numbers.');
  return found;
}
