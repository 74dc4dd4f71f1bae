import { inflateSync } from 'node:zlib';
import { entriesOf, itemsOf, type PdfEntries, skipBlanks, UnsignablePdf, wholeNumber } from './pdf-text.ts';

/** The place of an object: its own, or in a stream with others. Null: it is not used. */
export type Place =
  | { readonly at: number; readonly generation: number }
  | { readonly stream: number; readonly index: number }
  | null;

/** A cross-reference section. `find` gives undefined for an object that only an earlier section may know. */
export interface Section {
  readonly isStream: boolean;
  readonly trailer: PdfEntries;
  find(number: number): Place | undefined;
}

const mostSections = 2_000;
const mostParts = 10_000;
const mostUnpacked = 64 * 1024 * 1024;
const entryBytes = 20;

/** The sections from the newest on. Each names the one before. */
export function readSections(bytes: Buffer, start: number): readonly Section[] {
  const sections: Section[] = [];
  const seen = new Set<number>();
  for (let next: string | undefined = String(start); next !== undefined; ) {
    const section: Section = readOnce(wholeNumber(next));
    const hybrid = section.trailer.get('/XRefStm');
    // The stream of a hybrid section has what its table calls free.
    if (hybrid !== undefined && !seen.has(wholeNumber(hybrid))) sections.push(readOnce(wholeNumber(hybrid)));
    sections.push(section);
    next = section.trailer.get('/Prev');
  }
  return sections;

  function readOnce(at: number): Section {
    if (seen.has(at) || seen.size >= mostSections) throw new UnsignablePdf('The sections lead in a circle.');
    seen.add(at);
    if (at >= bytes.length) throw new UnsignablePdf('A section is not in the file.');
    return bytes.toString('latin1', at, at + 4) === 'xref' ? readTable(bytes, at) : readStream(bytes, at);
  }
}

interface Part {
  readonly first: number;
  readonly count: number;
  /** The offset of its entries. */
  readonly begin: number;
}

const partOf = (parts: readonly Part[], number: number): Part | undefined =>
  parts.find(({ first, count }) => number >= first && number < first + count);

function readTable(bytes: Buffer, from: number): Section {
  const parts: Part[] = [];
  const textAt = (at: number, length: number) => bytes.toString('latin1', at, Math.min(bytes.length, at + length));
  const skip = (at: number) => at + skipBlanks(textAt(at, 100), 0);
  let at = skip(from + 4);
  while (textAt(at, 7) !== 'trailer') {
    const head = /^(\d{1,10}) (\d{1,10}) ?(?:\r\n|\r|\n)/.exec(textAt(at, 40));
    if (head === null || parts.length >= mostParts) throw new UnsignablePdf('A table has no part here.');
    const part = { first: Number(head[1]), count: Number(head[2]), begin: at + head[0].length };
    parts.push(part);
    at = skip(part.begin + part.count * entryBytes);
    if (at >= bytes.length) throw new UnsignablePdf('A table is longer than the file.');
  }
  return {
    isStream: false,
    trailer: entriesOf(textAt(at + 7, 100_000)),
    find(number) {
      const part = partOf(parts, number);
      if (part === undefined) return undefined;
      const entry = /^(\d{10}) (\d{5}) ([nf])/.exec(
        textAt(part.begin + (number - part.first) * entryBytes, entryBytes),
      );
      if (entry === null) throw new UnsignablePdf('A table has no entry here.');
      return entry[3] === 'f' ? null : { at: Number(entry[1]), generation: Number(entry[2]) };
    },
  };
}

/** A stream with its dictionary. `length` is what a reference leads to. */
export function readStreamAt(bytes: Buffer, from: number, length?: (written: string) => number) {
  const mark = bytes.indexOf('stream', from);
  const head = bytes.toString('latin1', from, mark);
  const start = /^[\0\t\n\f\r ]*\d+\s+\d+\s+obj/.exec(head);
  if (mark < 0 || start === null) throw new UnsignablePdf('There is no stream here.');
  const entries = entriesOf(head.slice(start[0].length));
  const begin = mark + (bytes[mark + 6] === 0x0d ? 8 : 7);
  const end = begin + (length ?? wholeNumber)(entries.get('/Length') ?? '');
  if (end > bytes.length) throw new UnsignablePdf('A stream is longer than the file.');
  return { entries, begin, end, unpacked: () => unpack(bytes.subarray(begin, end), entries) };
}

function unpack(data: Buffer, entries: PdfEntries): Buffer {
  const filter = entries.get('/Filter');
  if (filter === undefined) return data;
  const [only, ...more] = filter.startsWith('[') ? itemsOf(filter) : [filter];
  if (only !== '/FlateDecode' || more.length > 0) throw new UnsignablePdf('A stream is packed in another way.');
  const given = entries.get('/DecodeParms');
  const [written] = given?.startsWith('[') === true ? itemsOf(given) : [given];
  const parameters = written === undefined || written === 'null' ? new Map<string, string>() : entriesOf(written);
  try {
    const plain = inflateSync(data, { maxOutputLength: mostUnpacked });
    const predictor = wholeNumber(parameters.get('/Predictor') ?? '1');
    return predictor < 10 ? plain : unpredicted(plain, wholeNumber(parameters.get('/Columns') ?? '1'));
  } catch (error) {
    throw error instanceof UnsignablePdf ? error : new UnsignablePdf('A stream cannot be unpacked.');
  }
}

/** Each row begins with how it differs: not at all, from the byte to its left, or from that above. */
function unpredicted(data: Buffer, columns: number): Buffer {
  const width = columns + 1;
  const plain = Buffer.alloc(Math.floor(data.length / width) * columns);
  for (let row = 0; row * columns < plain.length; row += 1) {
    const kind = data[row * width] ?? 0;
    if (kind > 2) throw new UnsignablePdf('A stream is packed in another way.');
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const left = column === 0 ? 0 : (plain[at - 1] ?? 0);
      const above = plain[at - columns] ?? 0;
      plain[at] = (data[row * width + column + 1] ?? 0) + (kind === 1 ? left : kind === 2 ? above : 0);
    }
  }
  return plain;
}

function readStream(bytes: Buffer, from: number): Section {
  const stream = readStreamAt(bytes, from);
  const { entries } = stream;
  if (entries.get('/Type') !== '/XRef') throw new UnsignablePdf('There is no section here.');
  const numbers = (list: string) => itemsOf(list).map(wholeNumber);
  const [kindWidth = 0, firstWidth = 0, secondWidth = 0] = numbers(entries.get('/W') ?? '[]');
  const width = kindWidth + firstWidth + secondWidth;
  if (firstWidth === 0 || Math.max(kindWidth, firstWidth, secondWidth) > 6) throw new UnsignablePdf('No entries.');
  const runs = numbers(entries.get('/Index') ?? `[0 ${entries.get('/Size') ?? ''}]`);
  if (runs.length > 2 * mostParts) throw new UnsignablePdf('A section has too many parts.');
  const parts: Part[] = [];
  for (let at = 0, begin = 0; at + 1 < runs.length; at += 2) {
    const [first = 0, count = 0] = [runs[at], runs[at + 1]];
    parts.push({ first, count, begin });
    begin += count * width;
  }
  const data = stream.unpacked();
  const field = (at: number, bytesOfField: number) => (bytesOfField === 0 ? 0 : data.readUIntBE(at, bytesOfField));
  return {
    isStream: true,
    trailer: entries,
    find(number) {
      const part = partOf(parts, number);
      if (part === undefined) return undefined;
      const at = part.begin + (number - part.first) * width;
      if (at + width > data.length) throw new UnsignablePdf('A section is shorter than it says.');
      const kind = kindWidth === 0 ? 1 : field(at, kindWidth);
      const [first, second] = [field(at + kindWidth, firstWidth), field(at + kindWidth + firstWidth, secondWidth)];
      if (kind === 1) return { at: first, generation: second };
      return kind === 2 ? { stream: first, index: second } : null;
    },
  };
}
