import { listed } from './form.ts';
import { PdfDamage } from './pdf-damage.ts';
import type { PdfFile } from './pdf-file.ts';
import { isDictionary, isReference, type PdfDictionary, type PdfValue, wholeNumber } from './pdf-value.ts';

const mostPages = 100_000;
const deepest = 64;
const inherited = ['/Resources', '/MediaBox', '/CropBox', '/Rotate'];

export interface Page {
  readonly number: number | null;
  /** With what it inherits from the nodes above. */
  readonly dictionary: PdfDictionary;
}

interface Todo {
  readonly value: PdfValue;
  readonly from: PdfDictionary;
  readonly depth: number;
}

interface PageTree {
  readonly pages: readonly Page[];
  /** The number of pages that each node of the tree states. */
  readonly counts: readonly (number | null)[];
  /** The objects of the nodes, without those of the pages. */
  readonly nodes: readonly number[];
}

/** All pages in their order. Throws PdfDamage. */
export const readPages = (file: PdfFile): readonly Page[] => readPageTree(file).pages;

/** Returns the number of pages that each node of the tree states. Programs leave out what is not counted. */
export const statedCounts = (file: PdfFile): readonly (number | null)[] => readPageTree(file).counts;

/** Reads the whole tree of pages. Throws PdfDamage. */
export function readPageTree(file: PdfFile): PageTree {
  const pages: Page[] = [];
  const counts: (number | null)[] = [];
  const nodes: number[] = [];
  const seen = new Set<number>();
  const todo: Todo[] = [{ value: file.root.get('/Pages') ?? null, from: new Map(), depth: 0 }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { value, from, depth } = next;
    const number = isReference(value) ? value.number : null;
    const node = file.resolve(value);
    if (!isDictionary(node) || depth > deepest) throw new PdfDamage('A page is none.');
    if (number !== null && seen.has(number)) throw new PdfDamage('A page stands twice.');
    if (number !== null) seen.add(number);
    const own = new Map(from);
    for (const name of inherited) if (node.has(name)) own.set(name, node.get(name) ?? null);
    const isTree = node.has('/Kids');
    // Programs differ in what they show for a page with pages below.
    if (file.resolve(node.get('/Type')) === (isTree ? '/Page' : '/Pages')) throw new PdfDamage('A page is none.');
    if (isTree) {
      counts.push(wholeNumber(file.resolve(node.get('/Count'))));
      if (number !== null) nodes.push(number);
      const kids = listed(file, node.get('/Kids'));
      if (kids.length > mostPages) throw new PdfDamage('There are too many pages.');
      for (const kid of kids.toReversed()) todo.push({ value: kid, from: own, depth: depth + 1 });
      continue;
    }
    if (pages.length >= mostPages) throw new PdfDamage('There are too many pages.');
    pages.push({ number, dictionary: new Map([...own, ...node]) });
  }
  return { pages, counts, nodes };
}
