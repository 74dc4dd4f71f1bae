import { isBlank } from '../../pdf/words.ts';
import { createWindow } from '../byte-window.ts';
import { isPdf } from '../pdf-marks.ts';
import type { Bytes } from '../zip-directory.ts';
import { hasCatalog } from './catalog.ts';
import { readSections } from './cross-references.ts';
import { createPlaces, type Places } from './object-places.ts';

const tailBytes = 64 * 1024;
const headBytes = 1_024;
/** Programs pad the start of an object with blanks. */
const objectMark = 32;

/**
 * Tells whether the cross-reference tables of a PDF lead to its objects. A new head before the tail of an older file
 * has all marks, but its tables lead elsewhere. Reads the tables, the start of each object and the catalog.
 */
export async function isReadablePdf(bytes: Bytes): Promise<boolean> {
  const head = await bytes.read(0, Math.min(bytes.size, headBytes));
  if (!isPdf(head)) return false;
  const tailAt = Math.max(0, bytes.size - tailBytes);
  const tail = await bytes.read(tailAt, bytes.size - tailAt);
  const found = tail.lastIndexOf('startxref');
  const start = found < 0 ? null : /^startxref\s{1,100}(\d{1,12})/.exec(tail.toString('latin1', found, found + 150));
  if (start === null) return false;
  // Offsets count from the mark; programs that write bytes before it count from the start of the file.
  for (const shift of new Set([head.indexOf('%PDF-'), 0])) {
    const places = createPlaces();
    // oxlint-disable-next-line no-await-in-loop -- two tries at most
    const root = await readSections(bytes, shift, Number(start[1]), places);
    // oxlint-disable-next-line no-await-in-loop
    if (root === null || !(await objectsAreThere(bytes, places, shift))) continue;
    // oxlint-disable-next-line no-await-in-loop
    if (await hasCatalog(bytes, root, places.inOrder(), shift)) return true;
  }
  return false;
}

/** Reads the file once from front to back, in pieces, however many objects it has. */
async function objectsAreThere(bytes: Bytes, places: Places, shift: number): Promise<boolean> {
  const read = createWindow(bytes);
  let isAnyThere = false;
  for (const { number, at } of places.inOrder()) {
    // Some writers mark an unused number with the offset 0.
    if (at === 0) continue;
    const wanted = at + shift;
    if (wanted >= bytes.size) return false;
    // oxlint-disable-next-line no-await-in-loop -- one window after the other keeps the memory small
    if (!isObject(await read(wanted, objectMark), number)) return false;
    isAnyThere = true;
  }
  return isAnyThere;
}

/**
 * Tells whether the bytes begin with `5 0 obj`. Reads them one by one, because a document has half a million objects.
 */
function isObject(bytes: Buffer, number: number): boolean {
  const until = bytes.length;
  let at = 0;
  const skip = () => {
    const begin = at;
    while (at < until && isBlank(bytes[at])) at += 1;
    return at > begin;
  };
  const readNumber = () => {
    let value = 0;
    const begin = at;
    for (; at < until && (bytes[at] ?? 0) >= 0x30 && (bytes[at] ?? 0) <= 0x39; at += 1)
      value = value * 10 + (bytes[at] ?? 0) - 0x30;
    return at > begin ? value : null;
  };
  skip();
  if (readNumber() !== number || !skip() || readNumber() === null || !skip()) return false;
  return bytes[at] === 0x6f && bytes[at + 1] === 0x62 && bytes[at + 2] === 0x6a;
}
