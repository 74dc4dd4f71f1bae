import { tolerantly } from '../../pdf/manner.ts';
import { PdfDamage, unlessDamaged } from '../../pdf/pdf-damage.ts';
import { readPairs } from '../../pdf/pdf-file.ts';
import { isDictionary, isReference, isStream, type PdfValue, wholeNumber } from '../../pdf/pdf-value.ts';
import { plainValue, readSection, type Section } from '../../pdf/sections.ts';
import { unpack } from '../../pdf/unpack.ts';
import { findObject, readHead, readValue } from '../../pdf/value-reader.ts';
import { isPdf } from '../pdf-marks.ts';

const tailBytes = 64 * 1024;
const headBytes = 1_024;
/** Programs pad the start of an object with blanks. */
const objectMark = 32;
/** Sections of a document that was changed again and again. */
const mostSections = 200;
/** All cross-reference streams of a document together: 500,000 entries need less. */
const mostUnpacked = 16 * 1024 * 1024;
/** Objects of the largest documents that people sign. A person looks at a document that has more. */
const mostObjects = 500_000;
/** All entries, also of unused objects and of those in streams. */
const mostEntries = 4_000_000;
const mostNumber = 2 ** 26;
const percent = 0x25;
/** Places where the catalog may be: one for each revision, and the newest should have it. */
const mostCatalogs = 20;
/** The longest dictionary of a catalog or of an object stream. */
const dictionaryBytes = 256 * 1024;
/** The object stream of the catalog, packed or unpacked. */
const mostInOne = 4 * 1024 * 1024;

/**
 * Tells whether the cross-reference tables of a PDF lead to its objects. A new head before the tail of an older file
 * has all marks, but its tables lead elsewhere. Reads the tables, the start of each object and the catalog.
 */
export function isReadablePdf(bytes: Buffer): boolean {
  const head = bytes.subarray(0, headBytes);
  if (!isPdf(head)) return false;
  const tail = bytes.subarray(-tailBytes);
  const found = tail.lastIndexOf('startxref');
  const start = found < 0 ? null : /^startxref\s{1,100}(\d{1,12})/.exec(tail.toString('latin1', found, found + 150));
  if (start === null) return false;
  // Offsets count from the mark; programs that write bytes before it count from the start of the file.
  const isWhole = (shift: number) => leadsToCatalog(bytes, readSections(bytes, shift, Number(start[1])));
  const shifts = [...new Set([head.indexOf('%PDF-'), 0])];
  return shifts.some((shift) => unlessDamaged(() => isWhole(shift)) === true);
}

/** Reads all sections, from the newest to the oldest. Whatever they say, this reads and keeps little. Throws PdfDamage. */
function readSections(bytes: Buffer, shift: number, start: number): readonly Section[] {
  const sections: Section[] = [];
  const seen = new Set<number>();
  const todo = [start];
  let most = mostUnpacked;
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    if (seen.size > mostSections || at + shift >= bytes.length) throw new PdfDamage('A section is not in the file.');
    const section = readSection(bytes, { shift, at, manner: tolerantly, most });
    most -= section.unpacked;
    sections.push(section);
    for (const name of ['/Prev', '/XRefStm']) {
      const next = wholeNumber(section.trailer.get(name));
      if (next !== null) todo.push(next);
    }
  }
  return sections;
}

/**
 * Tells whether each object is where a section says, and one of them is the catalog. Without it no reader shows a page, and
 * nobody knows what is signed.
 */
function leadsToCatalog(bytes: Buffer, sections: readonly Section[]): boolean {
  const root = sections.map(({ trailer }) => trailer.get('/Root')).find(isReference)?.number;
  const [places, streams] = [new Set<number>(), new Set<number>()];
  let [entries, objects] = [0, 0];
  for (const { number, place } of allEntries(sections)) {
    entries += 1;
    if (place?.kind === 'plain') objects += 1;
    if (entries > mostEntries || objects > mostObjects || number >= mostNumber) return false;
    if (place?.kind === 'packed' && number === root) streams.add(place.stream);
    if (place?.kind !== 'plain') continue;
    if (!isObject(bytes.subarray(place.at, place.at + objectMark), number)) return false;
    if (number === root) places.add(place.at);
  }
  if (root === undefined) return false;
  if (places.size > 0) return firstOf(places).some((at) => isCatalog(findObject(near(bytes, at), 0)?.value));
  const [stream] = streams;
  for (const { number, place } of allEntries(sections))
    if (number === stream && place?.kind === 'plain') places.add(place.at);
  return firstOf(places).some((at) => isCatalog(unlessDamaged(() => packedAt(bytes, at, root))));
}

/** Tells whether the bytes begin with `5 0 obj`. After a comment, the place is that of the comment. */
function isObject(bytes: Buffer, wanted: number): boolean {
  const { number, end } = readHead(bytes, 0);
  return number === wanted && !bytes.subarray(0, end).includes(percent);
}

function* allEntries(sections: readonly Section[]) {
  for (const section of sections) yield* section.entries();
}

const firstOf = (places: ReadonlySet<number>): readonly number[] => [...places].slice(0, mostCatalogs);
const near = (bytes: Buffer, at: number): Buffer => bytes.subarray(at, at + dictionaryBytes);

const isCatalog = (value: PdfValue | undefined): boolean => isDictionary(value) && value.get('/Type') === '/Catalog';

/** Finds an object in the object stream at `at`. Throws PdfDamage. */
function packedAt(bytes: Buffer, at: number, wanted: number): PdfValue {
  const stream = findObject(near(bytes, at), 0)?.value;
  if (!isStream(stream)) return null;
  const begin = at + stream.begin;
  const length = wholeNumber(stream.dictionary.get('/Length')) ?? mostInOne;
  if (length > mostInOne || begin + length > bytes.length) return null;
  const data = unpack(bytes.subarray(begin, begin + length), stream.dictionary, plainValue, mostInOne);
  const { first, pairs } = readPairs(stream.dictionary, data);
  const found = pairs.findIndex((number, index) => index % 2 === 0 && number === wanted);
  return found < 0 ? null : readValue(data, first + (pairs[found + 1] ?? 0), tolerantly).value;
}
