import { type FormNode, readForm } from './pdf/form.ts';
import type { PdfFile } from './pdf/pdf-file.ts';
import { isDictionary, isReference, type PdfDictionary } from './pdf/pdf-value.ts';

/** The value of a signature field. */
export interface FoundSignature {
  readonly field: string;
  readonly dictionary: PdfDictionary;
  /** The object that holds it: its own, or that of the field. */
  readonly number: number;
  /** Where that object begins. Null: it is packed with others, where no signature can be. */
  readonly place: number | null;
}

const mostSignatures = 200;

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
      field: file.isEncrypted ? '' : node.name,
      dictionary,
      number,
      place: place?.kind === 'plain' ? place.at : null,
    });
  }
  return [...found.values()];
}

const range = '/ByteRange';
const usageRights = /\/TransformMethod\s*\/UR3?\b/;
const nearBytes = 4_096;

/**
 * Is there what a signature leaves in the bytes, though the form leads to none? Usage rights of a program are no signature
 * of a person.
 */
export function hasRemains(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(range); at >= 0; at = bytes.indexOf(range, at + 1)) {
    const after = bytes.toString('latin1', at, at + 40);
    if (!/^\/ByteRange\s*\[/.test(after)) continue;
    if (!isUsageRights(bytes, at)) return true;
  }
  return false;
}

/** Does the object around this place name the rights? */
function isUsageRights(bytes: Buffer, at: number): boolean {
  const end = bytes.indexOf('endobj', at);
  const begin = Math.max(0, bytes.lastIndexOf(' obj', at));
  const object = bytes.subarray(Math.max(begin, at - nearBytes), end < 0 ? at + nearBytes : end);
  return usageRights.test(object.toString('latin1'));
}
