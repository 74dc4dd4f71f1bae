import { listed } from '../pdf/form.ts';
import { PdfDamage } from '../pdf/pdf-damage.ts';
import { dictionaryOf } from '../pdf/pdf-file.ts';
import {
  isDictionary,
  isReference,
  type PdfDictionary,
  type PdfReference,
  type PdfValue,
  wholeNumber,
} from '../pdf/pdf-value.ts';
import type { Copier } from './copier.ts';
import { type PdfWriter, referTo } from './pdf-writer.ts';
import type { Source } from './source.ts';
import { readTree } from './tree.ts';

interface Joined {
  readonly source: Source;
  readonly copier: Copier;
  readonly known: Map<number, PdfReference>;
  /** The place of its first page in the new document. */
  readonly firstPage: number;
}

const mostBookmarks = 100_000;
const layerLists = ['/Order', '/RBGroups', '/Locked', '/AS'] as const;

const layersOf = ({ file }: Source): PdfDictionary | null => dictionaryOf(file, file.root.get('/OCProperties'));

/** Tells whether the layers of a file are shown by rules that we cannot write for a part of a document. */
export function hasOtherLayers(source: Source): boolean {
  const { file } = source;
  const shown = dictionaryOf(file, layersOf(source)?.get('/D'));
  const [base, intent] = [file.resolve(shown?.get('/BaseState')), file.resolve(shown?.get('/Intent'))];
  return (base !== null && base !== '/ON' && base !== '/OFF') || (intent !== null && intent !== '/View');
}

/** Joins the layers: each is shown or hidden as in its file. Null: no file has layers. */
export function joinLayers(all: readonly Joined[]): PdfDictionary | null {
  const layers: PdfValue[] = [];
  const hidden: PdfValue[] = [];
  const lists = new Map<string, PdfValue[]>(layerLists.map((name) => [name, []]));
  for (const { source, copier } of all) {
    const { file } = source;
    const own = layersOf(source);
    if (own === null) continue;
    const shown = dictionaryOf(file, own.get('/D'));
    const groups = listed(file, own.get('/OCGs'));
    const numbers = (name: string) =>
      new Set(listed(file, shown?.get(name)).map((one) => (isReference(one) ? one.number : 0)));
    const [on, off] = [numbers('/ON'), numbers('/OFF')];
    const isHidden = file.resolve(shown?.get('/BaseState')) === '/OFF';
    layers.push(...groups.map(copier.copy));
    // A viewer looks at the list of hidden layers last.
    const hiddenHere = isHidden
      ? groups.filter((one) => !isReference(one) || !on.has(one.number) || off.has(one.number))
      : listed(file, shown?.get('/OFF'));
    hidden.push(...hiddenHere.map(copier.copy));
    for (const [name, list] of lists) list.push(...listed(file, shown?.get(name)).map(copier.copy));
  }
  if (layers.length === 0) return null;
  const shown = new Map<string, PdfValue>([['/OFF', hidden], ...lists]);
  return new Map<string, PdfValue>([
    ['/OCGs', layers],
    ['/D', shown],
  ]);
}

interface Bookmark {
  readonly at: PdfReference;
  readonly dictionary: PdfDictionary;
}

function bookmarksOf({ file }: Source): readonly Bookmark[] {
  const found: Bookmark[] = [];
  const seen = new Set<number>();
  let at = dictionaryOf(file, file.root.get('/Outlines'))?.get('/First');
  while (isReference(at)) {
    const dictionary = file.resolve(at);
    if (!isDictionary(dictionary)) break;
    if (seen.has(at.number) || seen.size >= mostBookmarks) throw new PdfDamage('Bookmarks lead in a circle.');
    seen.add(at.number);
    found.push({ at, dictionary });
    at = dictionary.get('/Next');
  }
  return found;
}

/** Puts the bookmarks of all files one below the other. Null: no file has bookmarks. */
export function joinBookmarks(all: readonly Joined[], writer: PdfWriter): PdfReference | null {
  const root = referTo(writer.reserve());
  const items = all.flatMap(({ source, copier, known }) => {
    const own = source.file.root.get('/Outlines');
    if (isReference(own)) known.set(own.number, root);
    return bookmarksOf(source).map(({ at, dictionary }) => {
      const place = referTo(writer.reserve());
      known.set(at.number, place);
      return { place, dictionary, copier };
    });
  });
  for (const [at, { place, dictionary, copier }] of items.entries()) {
    const links = new Map<string, PdfValue>([['/Parent', root]]);
    const [before, after] = [items[at - 1], items[at + 1]];
    if (before) links.set('/Prev', before.place);
    if (after) links.set('/Next', after.place);
    const own = new Map([...dictionary].filter(([name]) => !['/Parent', '/Prev', '/Next'].includes(name)));
    writer.put(place.number, new Map([...copier.copyDictionary(own), ...links]));
  }
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return null;
  const open = items.reduce((count, { dictionary }) => {
    const below = dictionary.get('/Count');
    return count + (typeof below === 'number' && below > 0 ? below : 0);
  }, items.length);
  writer.put(
    root.number,
    new Map<string, PdfValue>([
      ['/Type', '/Outlines'],
      ['/First', first.place],
      ['/Last', last.place],
      ['/Count', open],
    ]),
  );
  return root;
}

/** Joins the numbers that pages are shown with. Null: no file has numbers of its own. */
export function joinPageLabels(all: readonly Joined[]): PdfDictionary | null {
  const numbers = all.map(({ source: { file } }) => readTree(file, file.root.get('/PageLabels'), '/Nums'));
  if (numbers.every((own) => own.length === 0)) return null;
  const labels = all.flatMap(({ source, copier, firstPage }, at) => {
    const own = (numbers[at] ?? [])
      .map(([key, value]) => [wholeNumber(key) ?? 0, value] as const)
      .filter(([key]) => key < source.pages.length)
      .toSorted(([a], [b]) => a - b);
    // Without numbers of their own, pages are counted through the document.
    const plain = new Map<string, PdfValue>([
      ['/S', '/D'],
      ['/St', firstPage + 1],
    ]);
    const begin = own[0]?.[0] === 0 ? [] : [firstPage, plain];
    return [...begin, ...own.flatMap(([key, value]): PdfValue[] => [firstPage + key, copier.copy(value)])];
  });
  return new Map([['/Nums', labels]]);
}
