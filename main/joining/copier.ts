import type { PdfFile } from '../pdf/pdf-file.ts';
import {
  isDictionary,
  isList,
  isReference,
  isStream,
  type PdfDictionary,
  type PdfReference,
  type PdfValue,
} from '../pdf/pdf-value.ts';
import { type PdfWriter, referTo } from './pdf-writer.ts';

interface CopierDeps {
  readonly file: PdfFile;
  readonly writer: PdfWriter;
  /** Objects that the new document has already, by their numbers in the file. */
  readonly known: Map<number, PdfReference>;
  /** Changes what counts within the whole document, such as the keys of tags. */
  readonly change: (dictionary: PdfDictionary) => PdfDictionary;
}

/** The place of an object, so that those of one stream are read together: each reading unpacks all of it. */
function placeOf(file: PdfFile, number: number): readonly [number, number] {
  const place = file.table.find(number);
  if (place === null) return [0, 0];
  return place.kind === 'plain' ? [0, place.at] : [place.stream, place.index];
}

/** Copies values of one file into the new document, and everything they lead to, each object once. */
export function createCopier({ file, writer, known, change }: CopierDeps) {
  let waiting: PdfReference[] = [];
  const refer = (reference: PdfReference): PdfReference => {
    const before = known.get(reference.number);
    if (before !== undefined) return before;
    const now = referTo(writer.reserve());
    known.set(reference.number, now);
    waiting.push(reference);
    return now;
  };
  const copyDictionary = (dictionary: PdfDictionary): Map<string, PdfValue> =>
    new Map([...change(dictionary)].map(([name, value]) => [name, copy(value)]));

  function copy(value: PdfValue | undefined): PdfValue {
    if (value === undefined) return null;
    if (isReference(value)) return refer(value);
    if (isList(value)) return value.map(copy);
    return isDictionary(value) ? copyDictionary(value) : value;
  }

  function write(reference: PdfReference): void {
    const number = known.get(reference.number)?.number ?? 0;
    const value = file.resolve(reference);
    if (!isStream(value)) {
      writer.put(number, copy(value));
      return;
    }
    // The length may be an object of its own: write the number.
    const dictionary = copyDictionary(new Map([...value.dictionary].filter(([name]) => name !== '/Length')));
    writer.putStream(number, dictionary, file.packed(value));
  }

  return {
    copy,
    copyDictionary,
    /** Writes all objects that copied values lead to. */
    finish(): void {
      while (waiting.length > 0) {
        const now = waiting.map((reference) => ({ reference, place: placeOf(file, reference.number) }));
        waiting = [];
        now.sort(({ place: [a, one] }, { place: [b, other] }) => a - b || one - other);
        for (const { reference } of now) write(reference);
      }
    },
  };
}

export type Copier = ReturnType<typeof createCopier>;
