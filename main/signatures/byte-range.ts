import type { SignatureFault } from '../../preload/contract/signature-report.ts';
import { PdfDamage } from '../pdf/pdf-damage.ts';
import { endsWithRevision, openPdf, type PdfCache, type PdfFile } from '../pdf/pdf-file.ts';
import { isDictionary, isList, isText, type PdfDictionary, type PdfText, wholeNumber } from '../pdf/pdf-value.ts';
import type { FoundSignature } from './signature-fields.ts';

/** The part of the file that a signature covers, and the file as it was then. */
export type Coverage =
  | {
      readonly ok: true;
      readonly pieces: readonly [Buffer, Buffer];
      readonly contents: Buffer;
      readonly end: number;
      readonly revision: PdfFile;
    }
  | { readonly ok: false; readonly fault: SignatureFault };

const refuse = (fault: SignatureFault): Coverage => ({ ok: false, fault });

/** The four numbers of the range. Null: it has another shape. */
function rangeOf(file: PdfFile, dictionary: PdfDictionary): readonly [number, number, number, number] | null {
  const value = file.resolve(dictionary.get('/ByteRange'));
  const [first, second, third, fourth, ...more] = isList(value)
    ? value.map((one) => wholeNumber(file.resolve(one)))
    : [];
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return null;
  if (first === null || second === null || third === null || fourth === null || more.length > 0) return null;
  return [first, second, third, fourth];
}

/** Is the gap between the two pieces this text and nothing else? Its two brackets may be signed as well. */
const isGap = ({ at, end }: PdfText, from: number, to: number): boolean =>
  (from === at && to === end) || (from === at + 1 && to === end - 1);

/**
 * Finds the covered part: everything from the start of the file to the end of a revision, but for the signature's own
 * contents. Any other range leaves room for something that nobody signed.
 */
export function coverageOf(file: PdfFile, signature: FoundSignature, cache: PdfCache): Coverage {
  const { bytes } = file;
  const range = rangeOf(file, signature.dictionary);
  if (range === null) return refuse('byte-range');
  const [from, first, second, last] = range;
  const end = second + last;
  if (from !== 0 || first === 0 || second <= first || last === 0 || end > bytes.length) return refuse('byte-range');
  const contents = signature.dictionary.get('/Contents');
  if (signature.place === null || !isText(contents) || !contents.isHex) return refuse('contents');
  if (!isGap(contents, first, second)) return refuse('byte-range');
  const covered = bytes.subarray(0, end);
  if (!endsWithRevision(covered)) return refuse('revision');
  try {
    const revision = openPdf(covered, cache);
    if (!isInRevision(revision, signature)) return refuse('replaced');
    const pieces = [bytes.subarray(0, first), bytes.subarray(second, end)] as const;
    return { ok: true, pieces, contents: contents.bytes, end, revision };
  } catch (error) {
    if (error instanceof PdfDamage) return refuse('revision');
    throw error;
  }
}

/** Was the same object at the same place the signature then? Otherwise reason, name and date could be another's. */
function isInRevision(revision: PdfFile, { number, place }: FoundSignature): boolean {
  const found = revision.table.find(number);
  return found?.kind === 'plain' && found.at === place;
}

/** Returns the changes that the signer allows afterwards, if the signature certifies the document. */
export function certificationOf(file: PdfFile, dictionary: PdfDictionary): number | null {
  const references = file.resolve(dictionary.get('/Reference'));
  for (const one of isList(references) ? references : []) {
    const reference = file.resolve(one);
    if (!isDictionary(reference) || file.resolve(reference.get('/TransformMethod')) !== '/DocMDP') continue;
    const parameters = file.resolve(reference.get('/TransformParams'));
    // Without a number, forms are allowed (ISO 32000, table 257).
    return (isDictionary(parameters) ? wholeNumber(file.resolve(parameters.get('/P'))) : null) ?? 2;
  }
  return null;
}
