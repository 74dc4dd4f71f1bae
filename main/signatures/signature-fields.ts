import { type FormNode, readForm } from '../pdf/form.ts';
import type { PdfFile } from '../pdf/pdf-file.ts';
import { isDictionary, isReference, type PdfDictionary } from '../pdf/pdf-value.ts';
import { oneLine } from '../words/one-line.ts';

export interface FoundSignature {
  readonly field: string;
  readonly dictionary: PdfDictionary;
  /** The object that holds it: its own, or that of the field. */
  readonly number: number;
  /** The offset of that object. Null: it is packed with others, where no signature can be. */
  readonly place: number | null;
}

const mostSignatures = 200;
const longestName = 200;

/** A file with more is no document that people signed. */
export class TooManySignatures extends Error {}

/** The object that holds the value of a field, and its number. */
function holderOf(file: PdfFile, node: FormNode): number {
  const value = node.dictionary.get('/V');
  if (!isReference(value)) return node.number ?? 0;
  const next = file.table.find(value.number);
  return next === null ? 0 : value.number;
}

/** All signatures that the form leads to, each once. */
export function findSignatures(file: PdfFile): readonly FoundSignature[] {
  const found = new Map<number, FoundSignature>();
  for (const node of readForm(file).nodes) {
    const dictionary = file.resolve(node.dictionary.get('/V'));
    if (!isDictionary(dictionary)) continue;
    if (node.type !== '/Sig' && !dictionary.has('/ByteRange')) continue;
    const number = holderOf(file, node);
    const place = file.table.find(number);
    if (found.size >= mostSignatures) throw new TooManySignatures();
    found.set(number, {
      field: file.isEncrypted ? '' : oneLine(node.name, longestName),
      dictionary,
      number,
      place: place?.kind === 'plain' ? place.at : null,
    });
  }
  return [...found.values()];
}

const usageRights = /\/TransformMethod\s*\/UR3?\b/;
/** A dictionary of usage rights is about as long. */
const nearBytes = 16_384;
const pieceBytes = 1024 * 1024;
const longestMark = 200;

/** A letter of a name may be written as `#` and two digits. */
const anyForm = (letter: string): string => {
  const [first = '', second = ''] = letter.charCodeAt(0).toString(16);
  return `(?:${letter}|#${first}[${second}${second.toUpperCase()}])`;
};
const rangeMark = new RegExp(`/${Array.from('ByteRange', anyForm).join('')}\\s{0,64}\\[`, 'g');

/** Finds the places of what a signature leaves in the bytes after an offset. */
function* marksIn(bytes: Buffer, from: number): Generator<number> {
  for (let at = from; at < bytes.length; at += pieceBytes)
    for (const { index } of bytes.toString('latin1', at, at + pieceBytes + longestMark).matchAll(rangeMark))
      if (index < pieceBytes) yield at + index;
}

/**
 * Is there what a signature leaves in the bytes, though the form leads to none? Usage rights of a program are no signature
 * of a person.
 */
export function hasRemains(bytes: Buffer): boolean {
  for (const at of marksIn(bytes, 0)) if (!isUsageRights(bytes, at)) return true;
  return false;
}

/** Is there, after this offset, a signature to which the form does not lead any more? */
export function hasLostSignature(file: PdfFile, from: number): boolean {
  let used: readonly (readonly [start: number, end: number])[] | null = null;
  for (const at of marksIn(file.bytes, from)) {
    used ??= findSignatures(file).flatMap(({ place }) => (place === null ? [] : [[place, file.endOf(place)] as const]));
    const isUsed = used.some(([start, end]) => start <= at && at < end);
    if (!isUsed && !isUsageRights(file.bytes, at)) return true;
  }
  return false;
}

/** Does the object around this place name the rights? */
function isUsageRights(bytes: Buffer, at: number): boolean {
  const before = bytes.toString('latin1', Math.max(0, at - nearBytes), at);
  const after = bytes.toString('latin1', at, at + nearBytes);
  return usageRights.test(before.slice(before.lastIndexOf(' obj')) + (after.split('endobj', 1)[0] ?? ''));
}
