import { judgeContent } from '../intake/content.ts';
import { directReader } from '../intake/document-reader.ts';
import { inMemory } from '../intake/zip-directory.ts';
import { type FormNode, readForm } from '../pdf/form.ts';
import { type Page, readPageTree } from '../pdf/pages.ts';
import { PdfDamage } from '../pdf/pdf-damage.ts';
import { createPdfCache, dictionaryOf, openPdf, type PdfFile } from '../pdf/pdf-file.ts';
import { isDictionary, type PdfDictionary } from '../pdf/pdf-value.ts';
import { findSignatures, hasRemains, TooManySignatures } from '../signatures/signature-fields.ts';
import { StaysAlone } from './join-refusal.ts';
import { type Places, readPlaces } from './places.ts';
import { readTree } from './tree.ts';

/** A file that can be joined, with what the parts of the new document need of it. */
export interface Source {
  readonly file: PdfFile;
  readonly pages: readonly Page[];
  /** The objects of its page tree, without the pages. */
  readonly nodes: readonly number[];
  readonly form: { readonly dictionary: PdfDictionary | null; readonly nodes: readonly FormNode[] };
  /** The places that links name by a word, with references to their pages: one document has one list of words. */
  readonly places: Places;
  /** The tags for screen readers. Null: it has none. */
  readonly structure: PdfDictionary | null;
}

/** Opens a file for joining. Throws StaysAlone for one that cannot be joined without a loss. */
export async function openSource(content: Buffer): Promise<Source> {
  try {
    await refuseByContent(content);
    const file = openPdf(content, createPdfCache());
    if (file.sections.some(({ trailer }) => trailer.has('/Encrypt'))) throw new StaysAlone('encrypted');
    if (findSignatures(file).length > 0 || hasRemains(content) || file.root.has('/DSS')) throw new StaysAlone('signed');
    const form = readForm(file);
    if (form.dictionary?.has('/XFA') === true || file.resolve(file.root.get('/NeedsRendering')) === true)
      throw new StaysAlone('active');
    if (hasMore(file)) throw new StaysAlone('parts');
    const structure = dictionaryOf(file, file.root.get('/StructTreeRoot'));
    const { pages, nodes } = readPageTree(file);
    return { file, pages, nodes, form, places: readPlaces(file, pages), structure };
  } catch (error) {
    if (error instanceof TooManySignatures) throw new StaysAlone('signed');
    if (error instanceof PdfDamage) throw new StaysAlone('unreadable');
    throw error;
  }
}

async function refuseByContent(content: Buffer): Promise<void> {
  const judged = await judgeContent(inMemory(content));
  if (!judged.ok || judged.kind !== 'pdf') throw new StaysAlone('unreadable');
  if (judged.remarks.includes('encrypted')) throw new StaysAlone('encrypted');
  const remarks = await directReader.remarks('pdf', inMemory(content));
  if (remarks.includes('encrypted')) throw new StaysAlone('encrypted');
  if (remarks.includes('signed')) throw new StaysAlone('signed');
  if (remarks.includes('script') || remarks.includes('starts-program')) throw new StaysAlone('active');
  if (remarks.includes('unchecked')) throw new StaysAlone('unreadable');
}

/** Tells whether opening the file may change what is shown. An action that others follow counts as one that does. */
function changesWhenOpened(file: PdfFile): boolean {
  const action = file.resolve(file.root.get('/OpenAction'));
  return isDictionary(action) && (file.resolve(action.get('/S')) === '/SetOCGState' || action.has('/Next'));
}

/**
 * Tells whether the file is a folder of files, has files attached, or links that count from an address of its own, or
 * changes when it is opened.
 */
function hasMore(file: PdfFile): boolean {
  const { root } = file;
  const attached = readTree(file, dictionaryOf(file, root.get('/Names'))?.get('/EmbeddedFiles'), '/Names');
  const hasBase = dictionaryOf(file, root.get('/URI'))?.has('/Base') === true;
  return attached.length > 0 || hasBase || root.has('/Collection') || root.has('/AF') || changesWhenOpened(file);
}
