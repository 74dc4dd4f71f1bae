import { limits } from '../../preload/contract/limits.ts';
import type { AloneReason } from '../../preload/contract/sending.ts';
import { PdfDamage } from '../pdf/pdf-damage.ts';
import { dictionaryOf } from '../pdf/pdf-file.ts';
import { isReference, type PdfDictionary, type PdfReference, type PdfValue } from '../pdf/pdf-value.ts';
import { unhurried } from '../time/slices.ts';
import { type Copier, createCopier } from './copier.ts';
import { hasOtherLayers, joinBookmarks, joinLayers, joinPageLabels } from './join-catalog.ts';
import { joinForms, mixingForms } from './join-forms.ts';
import { StaysAlone, TooLarge } from './join-refusal.ts';
import { changeTags, hasOneLanguage, joinStructure, planTags, type Tags } from './join-structure.ts';
import { createPdfWriter, type PdfWriter, referTo } from './pdf-writer.ts';
import { pageNumber } from './places.ts';
import { openSource, type Source } from './source.ts';

/** A file that stays alone. `at`: its place among the files. */
export interface Alone {
  readonly at: number;
  readonly why: AloneReason;
}

export type JoinResult =
  | { readonly kind: 'joined'; readonly bytes: Buffer; readonly pages: number }
  | { readonly kind: 'alone'; readonly files: readonly Alone[] }
  | { readonly kind: 'too-large' };

/**
 * Joins PDFs into one document with all their pages, in their order. Each page looks as in its file, and forms, links,
 * bookmarks, layers and tags stay. Files for which this cannot be are named, and nothing is joined then. What speaks for
 * a whole file goes: its title and author, its claim to be PDF/A, the colours it is printed for, and how a viewer opens
 * it.
 */
export async function joinPdfs(contents: readonly Buffer[]): Promise<JoinResult> {
  try {
    const opened: Source[] = [];
    const alone: Alone[] = [];
    for await (const [at, content] of unhurried(contents.entries())) {
      const source = await openOr(content, (why) => alone.push({ at, why }));
      if (source !== null) opened.push(source);
    }
    return alone.length > 0 ? { kind: 'alone', files: alone } : joinSources(opened);
  } catch (error) {
    if (error instanceof TooLarge) return { kind: 'too-large' };
    throw error;
  }
}

async function openOr(content: Buffer, onAlone: (why: AloneReason) => void): Promise<Source | null> {
  try {
    return await openSource(content);
  } catch (error) {
    if (!(error instanceof StaysAlone)) throw error;
    onAlone(error.why);
    return null;
  }
}

function joinSources(sources: readonly Source[]): JoinResult {
  try {
    return joinOrDamage(sources);
  } catch (error) {
    if (!(error instanceof PdfDamage)) throw error;
    return { kind: 'alone', files: brokenAmong(sources) };
  }
}

/** Throws PdfDamage if an object of a file cannot be read. */
function joinOrDamage(sources: readonly Source[]): JoinResult {
  const alone: Alone[] = mixingForms(sources).map((at) => ({ at, why: 'fields' }));
  for (const [at, source] of sources.entries()) if (hasOtherLayers(source)) alone.push({ at, why: 'parts' });
  const { tags, mixing } = planTags(sources);
  alone.push(...mixing.map((at): Alone => ({ at, why: 'parts' })));
  if (alone.length > 0) return { kind: 'alone', files: alone };
  const pages = sources.reduce((count, source) => count + source.pages.length, 0);
  if (pages > limits.joinedPages) throw new TooLarge();
  const writer = createPdfWriter(versionOf(sources));
  return { kind: 'joined', bytes: writer.end(writeAll(sources, tags, writer)), pages };
}

/** Finds the files with a damaged object: each that cannot be written alone either. */
function brokenAmong(sources: readonly Source[]): readonly Alone[] {
  if (sources.length === 1) return [{ at: 0, why: 'unreadable' }];
  const broken = sources.flatMap((source, at): Alone[] => {
    const alone = joinSources([source]);
    return alone.kind === 'alone' ? alone.files.map(({ why }) => ({ at, why })) : [];
  });
  return broken.length > 0 ? broken : sources.map((_source, at) => ({ at, why: 'unreadable' }));
}

/** The newest version of all files, at least the first one with object streams. */
function versionOf(sources: readonly Source[]): string {
  const versions = sources.flatMap(({ file }) => {
    const head = /%PDF-(\d\.\d)/.exec(file.bytes.toString('latin1', 0, 1_024))?.[1];
    const own = file.resolve(file.root.get('/Version'));
    return [head ?? '1.5', typeof own === 'string' ? own.slice(1) : '1.5'];
  });
  return (
    versions
      .filter((version) => /^(?:1\.[5-7]|2\.0)$/.test(version))
      .toSorted()
      .at(-1) ?? '1.5'
  );
}

interface Part {
  readonly source: Source;
  readonly tags: Tags;
  readonly copier: Copier;
  readonly known: Map<number, PdfReference>;
  readonly firstPage: number;
  /** The places of its pages in the new document. */
  readonly places: readonly PdfReference[];
}

function prepare(sources: readonly Source[], tags: readonly Tags[], writer: PdfWriter, roots: Roots): readonly Part[] {
  let firstPage = 0;
  return sources.flatMap((source, at): Part[] => {
    const own = tags[at];
    if (!own) return [];
    const { file, pages, nodes } = source;
    const known = new Map<number, PdfReference>(nodes.map((number) => [number, roots.pages]));
    const catalog = file.trailer.get('/Root');
    if (isReference(catalog)) known.set(catalog.number, roots.catalog);
    if (own.root !== null) known.set(own.root, roots.structure);
    const places = pages.map(({ number }, index) => {
      const place = referTo(writer.reserve());
      known.set(number ?? pageNumber(index), place);
      return place;
    });
    const change = (dictionary: PdfDictionary) => changeTags(source.places.changeLink(dictionary), own);
    const part = { source, tags: own, known, places, firstPage, copier: createCopier({ file, writer, known, change }) };
    firstPage += pages.length;
    return [part];
  });
}

interface Roots {
  readonly catalog: PdfReference;
  readonly pages: PdfReference;
  readonly structure: PdfReference;
}

/** What a page is part of in its file, and not in the new document. */
const ofItsFile = new Set(['/Parent', '/B', '/DPart']);

function writePages(parts: readonly Part[], root: PdfReference, writer: PdfWriter): void {
  for (const { source, places, copier } of parts)
    for (const [at, { dictionary }] of source.pages.entries()) {
      const own = copier.copyDictionary(new Map([...dictionary].filter(([name]) => !ofItsFile.has(name))));
      const place = places[at];
      if (place) writer.put(place.number, new Map([...own, ['/Type', '/Page'], ['/Parent', root]]));
    }
  const kids = parts.flatMap(({ places }) => places);
  writer.put(
    root.number,
    new Map<string, PdfValue>([
      ['/Type', '/Pages'],
      ['/Kids', kids],
      ['/Count', kids.length],
    ]),
  );
}

const isMarked = ({ file }: Source): boolean =>
  file.resolve(dictionaryOf(file, file.root.get('/MarkInfo'))?.get('/Marked')) === true;

function writeAll(sources: readonly Source[], tags: readonly Tags[], writer: PdfWriter): PdfReference {
  const [catalog, pages, structure] = [writer.reserve(), writer.reserve(), writer.reserve()].map(referTo);
  if (!catalog || !pages || !structure) throw new Error('There are three roots.');
  const parts = prepare(sources, tags, writer, { catalog, pages, structure });
  const root = new Map<string, PdfValue>([
    ['/Type', '/Catalog'],
    ['/Pages', pages],
  ]);
  const add = (name: string, value: PdfValue) => {
    if (value !== null) root.set(name, value);
  };
  // Fields and bookmarks come first: they get other places than what pages lead to.
  add('/AcroForm', joinForms(parts, writer));
  add('/Outlines', joinBookmarks(parts, writer));
  add('/OCProperties', joinLayers(parts));
  add('/PageLabels', joinPageLabels(parts));
  if (sources.some((source) => source.structure !== null)) {
    joinStructure(parts, structure, writer);
    root.set('/StructTreeRoot', structure);
    // A document that says it is tagged hides pages without tags from a screen reader.
    if (sources.every(isMarked)) root.set('/MarkInfo', new Map([['/Marked', true]]));
  }
  const [first] = parts;
  if (first && hasOneLanguage(sources)) add('/Lang', first.copier.copy(first.source.file.root.get('/Lang')));
  writePages(parts, pages, writer);
  for (const { copier } of parts) copier.finish();
  writer.put(catalog.number, root);
  return catalog;
}
