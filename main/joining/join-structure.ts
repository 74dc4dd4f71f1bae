import { listed } from '../pdf/form.ts';
import { PdfDamage } from '../pdf/pdf-damage.ts';
import { dictionaryOf } from '../pdf/pdf-file.ts';
import {
  isList,
  isReference,
  isText,
  type PdfDictionary,
  type PdfReference,
  type PdfText,
  type PdfValue,
  wholeNumber,
} from '../pdf/pdf-value.ts';
import type { Copier } from './copier.ts';
import { fingerprint } from './fingerprint.ts';
import type { PdfWriter } from './pdf-writer.ts';
import type { Source } from './source.ts';
import { readTree } from './tree.ts';

const mostKey = 2 ** 30;

/** What changes in the tags of one file, so that they stay apart from those of the others. */
export interface Tags {
  /** What is added to its keys. Null: the file has no tags. */
  readonly offset: number | null;
  /** New names for its own kinds of elements, if another file means something else by them. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Stands before the ids of elements. */
  readonly prefix: string;
  /** The language of all its elements, if the document has several. */
  readonly language: PdfValue;
  readonly root: number | null;
}

export const hasOneLanguage = (sources: readonly Source[]): boolean =>
  new Set(sources.map(({ file }) => fingerprint(file, file.root.get('/Lang')))).size < 2;

/** Plans the tags of all files. The names of classes cannot be changed: returns the files in which they differ. */
export function planTags(sources: readonly Source[]): {
  readonly tags: readonly Tags[];
  readonly mixing: readonly number[];
} {
  let offset = 0;
  const roles = new Map<string, string | null>();
  const classes = new Map<string, string | null>();
  const mixing: number[] = [];
  const isOneLanguage = hasOneLanguage(sources);
  const tags = sources.map(({ file, structure }, at): Tags => {
    const root = file.root.get('/StructTreeRoot');
    const tag = {
      renamed: new Map<string, string>(),
      prefix: `${at + 1}-`,
      language: isOneLanguage ? null : (file.root.get('/Lang') ?? null),
      root: isReference(root) ? root.number : null,
    };
    if (structure === null) return { ...tag, offset: null };
    for (const [name, value] of dictionaryOf(file, structure.get('/RoleMap')) ?? []) {
      const role = fingerprint(file, value);
      if (!roles.has(name)) roles.set(name, role);
      else if (roles.get(name) !== role) tag.renamed.set(name, `${name}-${at + 1}`);
    }
    for (const [name, value] of dictionaryOf(file, structure.get('/ClassMap')) ?? []) {
      const meaning = fingerprint(file, value);
      if (!classes.has(name)) classes.set(name, meaning);
      else if (meaning === null || classes.get(name) !== meaning) mixing.push(at);
    }
    const keys = readTree(file, structure.get('/ParentTree'), '/Nums').map(([key]) => wholeNumber(key) ?? 0);
    const own = offset;
    offset += keys.reduce((most, key) => Math.max(most, key + 1), 0);
    if (offset > mostKey) throw new PdfDamage('The keys of the tags are too large.');
    return { ...tag, offset: own };
  });
  return { tags, mixing: [...new Set(mixing)] };
}

const withPrefix = (text: PdfText, prefix: string): PdfText => ({
  ...text,
  bytes: Buffer.concat([Buffer.from(prefix), text.bytes]),
});

/** Changes what a dictionary has of tags: its keys, and the name, the id and the language of an element. */
export function changeTags(dictionary: PdfDictionary, tags: Tags): PdfDictionary {
  const changed = new Map<string, PdfValue>();
  for (const name of ['/StructParents', '/StructParent'])
    if (dictionary.has(name)) {
      const key = wholeNumber(dictionary.get(name));
      if (key !== null && tags.offset !== null) changed.set(name, key + tags.offset);
      else changed.set(name, null);
    }
  const [kind, above, id, headers] = ['/S', '/P', '/ID', '/Headers'].map((name) => dictionary.get(name));
  if (isList(headers) && dictionary.has('/O'))
    changed.set(
      '/Headers',
      headers.map((one) => (isText(one) ? withPrefix(one, tags.prefix) : one)),
    );
  if (typeof kind === 'string' && isReference(above)) {
    const renamed = tags.renamed.get(kind);
    if (renamed !== undefined) changed.set('/S', renamed);
    if (isText(id)) changed.set('/ID', withPrefix(id, tags.prefix));
    if (above.number === tags.root && tags.language !== null && !dictionary.has('/Lang'))
      changed.set('/Lang', tags.language);
  }
  if (changed.size === 0) return dictionary;
  return new Map([...dictionary, ...changed].filter(([name, value]) => value !== null || !changed.has(name)));
}

interface Tagged {
  readonly source: Source;
  readonly copier: Copier;
  readonly tags: Tags;
}

/** Joins the tags of all files below one root, `place`. Call it only if a file has some. */
export function joinStructure(all: readonly Tagged[], place: PdfReference, writer: PdfWriter): void {
  const kids: PdfValue[] = [];
  const parents: PdfValue[] = [];
  const ids: (readonly [PdfText, PdfValue])[] = [];
  const [roles, classes] = [new Map<string, PdfValue>(), new Map<string, PdfValue>()];
  const spaces: PdfValue[] = [];
  let next = 0;
  for (const { source, copier, tags } of all) {
    const { file, structure } = source;
    if (structure === null || tags.offset === null) continue;
    const own = structure.get('/K');
    const found = file.resolve(own);
    kids.push(...(isList(found) ? found : found === null ? [] : [own ?? null]).map(copier.copy));
    for (const [key, value] of readTree(file, structure.get('/ParentTree'), '/Nums').toSorted(
      ([a], [b]) => (wholeNumber(a) ?? 0) - (wholeNumber(b) ?? 0),
    )) {
      const at = (wholeNumber(key) ?? 0) + tags.offset;
      if (at < next) throw new PdfDamage('A key of the tags stands twice.');
      next = at + 1;
      parents.push(at, copier.copy(value));
    }
    for (const [id, value] of readTree(file, structure.get('/IDTree'), '/Names'))
      if (isText(id)) ids.push([withPrefix(id, tags.prefix), copier.copy(value)]);
    const nameOf = (name: string) => tags.renamed.get(name) ?? name;
    for (const [name, value] of dictionaryOf(file, structure.get('/RoleMap')) ?? []) {
      const role = file.resolve(value);
      roles.set(nameOf(name), copier.copy(typeof role === 'string' ? nameOf(role) : value));
    }
    for (const [name, value] of dictionaryOf(file, structure.get('/ClassMap')) ?? [])
      if (!classes.has(name)) classes.set(name, copier.copy(value));
    spaces.push(...listed(file, structure.get('/Namespaces')).map(copier.copy));
  }
  const names = ids.toSorted(([a], [b]) => Buffer.compare(a.bytes, b.bytes)).flat();
  const root = new Map<string, PdfValue>([
    ['/Type', '/StructTreeRoot'],
    ['/K', kids],
    ['/ParentTree', writer.add(new Map([['/Nums', parents]]))],
    ['/ParentTreeNextKey', next],
  ]);
  if (roles.size > 0) root.set('/RoleMap', roles);
  if (classes.size > 0) root.set('/ClassMap', classes);
  if (spaces.length > 0) root.set('/Namespaces', spaces);
  if (names.length > 0) root.set('/IDTree', writer.add(new Map([['/Names', names]])));
  writer.put(place.number, root);
}
