import type { Page } from '../pdf/pages.ts';
import { dictionaryOf, type PdfFile } from '../pdf/pdf-file.ts';
import { isDictionary, isList, isReference, isText, type PdfDictionary, type PdfValue } from '../pdf/pdf-value.ts';
import { referTo } from './pdf-writer.ts';
import { readTree } from './tree.ts';

/** Returns the number of a page that is no object of its own, so that a link can lead to it: no object has this one. */
export const pageNumber = (index: number): number => -1 - index;

/** The word of a place, which may be a name or a text. The two have lists of their own. */
function wordOf(value: PdfValue): string | null {
  if (isText(value)) return `(${value.bytes.toString('latin1')}`;
  return typeof value === 'string' ? value : null;
}

/** Reads the places that links of a file name by a word: one document has one list of words. Throws PdfDamage. */
export function readPlaces(file: PdfFile, pages: readonly Page[]) {
  const numbers = new Set(pages.map(({ number }) => number));
  const named = new Map<string, PdfValue>();

  /**
   * Returns a place with a reference to its page. Some programs write the number of the page, which would lead to a page
   * of another file, and a number that no page has must lead nowhere. Null: it is no place.
   */
  function placeOf(value: PdfValue): readonly PdfValue[] | null {
    if (!isList(value)) return null;
    const [first, ...rest] = value;
    // Reading each page for each link would unpack its stream again and again.
    if (isReference(first) && numbers.has(first.number)) return value;
    const index = file.resolve(first);
    if (typeof index !== 'number') return value;
    const page = pages[index];
    return [page === undefined ? null : referTo(page.number ?? pageNumber(index)), ...rest];
  }

  /** A place stands as `[page /XYZ …]`, or in a dictionary that holds it. */
  function keep(word: string | null, value: PdfValue): void {
    const found = file.resolve(value);
    const place = placeOf(isDictionary(found) ? file.resolve(found.get('/D')) : found);
    if (word !== null && place !== null) named.set(word, place);
  }
  for (const [name, value] of dictionaryOf(file, file.root.get('/Dests')) ?? []) keep(name, value);
  for (const [text, value] of readTree(file, dictionaryOf(file, file.root.get('/Names'))?.get('/Dests'), '/Names'))
    keep(wordOf(text), value);

  return {
    /** Replaces the place of a link, also one that it names by a word, by that place with a reference to its page. */
    changeLink(dictionary: PdfDictionary): PdfDictionary {
      const name = file.resolve(dictionary.get('/S')) === '/GoTo' ? '/D' : '/Dest';
      if (!dictionary.has(name)) return dictionary;
      const own = file.resolve(dictionary.get(name));
      const word = wordOf(own);
      const place = word === null ? placeOf(own) : named.get(word);
      return place === undefined || place === null ? dictionary : new Map([...dictionary, [name, place]]);
    },
  };
}

export type Places = ReturnType<typeof readPlaces>;
