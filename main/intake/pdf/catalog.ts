import type { Bytes } from '../zip-directory.ts';
import type { Place } from './object-places.ts';
import {
  beginOfStream,
  isDictionary,
  numberIn,
  type PdfDictionary,
  readObjectDictionary,
  readPdfObject,
} from './pdf-object.ts';
import { unpackStream } from './pdf-stream.ts';

/** The longest dictionary of a catalog or of an object stream. */
const dictionaryBytes = 256 * 1024;
/** One object stream, packed or unpacked. */
const mostInOne = 4 * 1024 * 1024;

/** The catalog by which every reader begins. */
export interface Root {
  readonly number: number;
  /** The object stream that has it. Null: it is an object of its own. */
  readonly streamNumber: number | null;
}

/** Returns the number of a reference such as `5 0 R`, as `readPdfObject` gives it. */
export function referenceIn(dictionary: PdfDictionary, name: `/${string}`): number | null {
  const value = dictionary.get(name);
  return typeof value === 'string' && /^\d{1,10} R$/.test(value) ? Number.parseInt(value, 10) : null;
}

/** Tells whether the tables lead to the catalog. Without it no reader shows a page, and nobody knows what is signed. */
export async function hasCatalog(bytes: Bytes, root: Root, places: Iterable<Place>, shift: number): Promise<boolean> {
  const wanted = root.streamNumber ?? root.number;
  for (const { number, at } of places) {
    if (number !== wanted || at === 0) continue;
    const from = at + shift;
    // oxlint-disable-next-line no-await-in-loop -- one for each revision of the document
    const head = await bytes.read(from, Math.min(dictionaryBytes, bytes.size - from));
    const found = readObjectDictionary(head, 0);
    if (found === null) continue;
    if (root.streamNumber === null) {
      if (isCatalog(found.dictionary)) return true;
      continue;
    }
    const begin = beginOfStream(head, found.end);
    const length = numberIn(found.dictionary, '/Length') ?? mostInOne;
    if (begin === null || length > mostInOne || from + begin + length > bytes.size) continue;
    // oxlint-disable-next-line no-await-in-loop
    const plain = unpackStream(found.dictionary, await bytes.read(from + begin, length), mostInOne);
    if (plain !== null && isCatalog(objectIn(plain, found.dictionary, root.number))) return true;
  }
  return false;
}

const isCatalog = (dictionary: PdfDictionary | null): boolean => dictionary?.get('/Type') === '/Catalog';

/** Finds an object in a stream. The stream begins with pairs of numbers: an object, and its place after the pairs. */
function objectIn(plain: Buffer, dictionary: PdfDictionary, wanted: number): PdfDictionary | null {
  const first = numberIn(dictionary, '/First') ?? 0;
  const pairs = plain.toString('latin1', 0, first).trim().split(/\s+/).map(Number);
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    if (pairs[at] !== wanted) continue;
    const found = readPdfObject(plain, first + (pairs[at + 1] ?? 0));
    return found !== null && isDictionary(found.value) ? found.value : null;
  }
  return null;
}
