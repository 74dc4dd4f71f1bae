import { type Place, readSections, readStreamAt } from './pdf-sections.ts';
import {
  endOfValue,
  entriesOf,
  isDictionary,
  itemsOf,
  type ObjectName,
  type PdfEntries,
  referenceOf,
  skipBlanks,
  UnsignablePdf,
  wholeNumber,
} from './pdf-text.ts';

const mostSteps = 16;
const deepest = 64;

/** A PDF to which the practice service adds. It is read as far as that needs, and never repaired. */
export function openPdf(bytes: Buffer) {
  const found = bytes.lastIndexOf('startxref');
  const start = /^startxref\s{1,20}(\d{1,10})\s/.exec(bytes.toString('latin1', Math.max(0, found), found + 60));
  if (found < 0 || start === null || !bytes.subarray(0, 5).equals(Buffer.from('%PDF-')))
    throw new UnsignablePdf('This is no PDF.');
  const sections = readSections(bytes, Number(start[1]));
  const trailer: PdfEntries = sections.find(({ trailer: one }) => one.has('/Root'))?.trailer ?? new Map();
  const catalog = referenceOf(trailer.get('/Root'));
  if (trailer.has('/Encrypt')) throw new UnsignablePdf('The file is encrypted.');
  if (catalog === null) throw new UnsignablePdf('There is no catalog.');
  const unpacked = new Map<number, readonly string[]>();

  function find(number: number): Place {
    for (const section of sections) {
      const place = section.find(number);
      if (place !== undefined) return place;
    }
    return null;
  }

  /** Returns the text of an object as it is written. Of a stream: its dictionary. */
  function load({ number }: ObjectName): string {
    const place = find(number);
    if (place === null) return 'null';
    if ('at' in place) return textAt(bytes, place.at, number);
    return objectsOf(place.stream)[place.index] ?? 'null';
  }

  function objectsOf(number: number): readonly string[] {
    const known = unpacked.get(number);
    if (known !== undefined) return known;
    const place = find(number);
    if (place === null || !('at' in place)) throw new UnsignablePdf('An object stream is missing.');
    const stream = readStreamAt(bytes, place.at, lengthOf);
    const text = stream.unpacked().toString('latin1');
    const first = wholeNumber(stream.entries.get('/First'));
    const head = text.slice(0, first).trim().split(/\s+/).map(Number);
    const objects = head.flatMap((offset, at) => {
      if (at % 2 === 0) return [];
      const from = skipBlanks(text, first + offset);
      return [text.slice(from, endOfValue(text, from))];
    });
    unpacked.set(number, objects);
    return objects;
  }

  const lengthOf = (written: string): number => wholeNumber(resolve(written));

  /** Follows references. */
  function resolve(value: string | undefined): string | undefined {
    let now = value;
    for (let step = 0; step < mostSteps; step += 1) {
      const name = referenceOf(now);
      if (name === null) return now;
      now = load(name);
    }
    throw new UnsignablePdf('References lead in a circle.');
  }

  return {
    bytes,
    /** The offset of its newest section. */
    start: Number(start[1]),
    hasStreams: sections[0]?.isStream === true,
    trailer,
    catalog,
    find,
    load,
    resolve,
    /** Returns the end of an object, with the bytes of its stream. */
    endOf(at: number): number {
      const end = bytes.indexOf('endobj', at);
      const stream = bytes.indexOf('stream', at);
      const after = stream < 0 || stream > end ? at : readStreamAt(bytes, at, lengthOf).end;
      return bytes.indexOf('endobj', after) + 'endobj'.length;
    },
  };
}

export type PdfDocument = ReturnType<typeof openPdf>;

function textAt(bytes: Buffer, at: number, number: number): string {
  const end = bytes.indexOf('endobj', at);
  const text = bytes.toString('latin1', at, end < 0 ? bytes.length : end);
  const start = /^[\0\t\n\f\r ]*(\d{1,10})\s+\d{1,5}\s+obj/.exec(text);
  if (start === null || Number(start[1]) !== number) throw new UnsignablePdf('An object is not where it should be.');
  const from = skipBlanks(text, start[0].length);
  return text.slice(from, endOfValue(text, from));
}

export interface Page {
  readonly name: ObjectName;
  readonly entries: PdfEntries;
  /** Left, bottom, right and top. */
  readonly box: readonly [number, number, number, number];
}

const a4 = [0, 0, 595, 842] as const;

/** The last page, with its box, which it may inherit. */
export function lastPage(pdf: PdfDocument): Page {
  let box: string | undefined;
  let name = referenceOf(entriesOf(pdf.load(pdf.catalog)).get('/Pages'));
  for (let depth = 0; name !== null && depth < deepest; depth += 1) {
    const entries = dictionaryOf(pdf.load(name));
    box = pdf.resolve(entries.get('/CropBox')) ?? pdf.resolve(entries.get('/MediaBox')) ?? box;
    const kids = pdf.resolve(entries.get('/Kids'));
    if (kids === undefined) return { name, entries, box: boxOf(box) };
    name = referenceOf(itemsOf(kids).at(-1));
  }
  throw new UnsignablePdf('There is no page.');
}

function dictionaryOf(text: string): PdfEntries {
  if (!isDictionary(text)) throw new UnsignablePdf('There is no page.');
  return entriesOf(text);
}

function boxOf(written: string | undefined): Page['box'] {
  const [left, bottom, right, top] = written?.startsWith('[') === true ? itemsOf(written).map(Number) : [];
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return a4;
  if (![left, bottom, right, top].every(Number.isFinite)) return a4;
  return [Math.min(left, right), Math.min(bottom, top), Math.max(left, right), Math.max(bottom, top)];
}
