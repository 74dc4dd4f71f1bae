import type { Change, ChangeKind } from '../../../preload/contract/signature-report.ts';
import { readPages, statedCounts } from '../../pdf/pages.ts';
import { PdfDamage } from '../../pdf/pdf-damage.ts';
import type { PdfFile } from '../../pdf/pdf-file.ts';
import { isDictionary, isReference, type PdfValue, wholeNumber } from '../../pdf/pdf-value.ts';
import { hasLostSignature } from '../signature-fields.ts';
import { createChanges } from './changes.ts';
import { compareForms, type FormPairs, pairForms } from './compare-form.ts';
import { comparePages } from './compare-pages.ts';
import { type Compared, type Comparison, createComparison } from './compare-values.ts';
import { isTailExplained } from './explain-tail.ts';

/** The parts that may come later, by their names in the catalog. Any other name is a change of the document. */
const catalogKinds: Readonly<Record<string, ChangeKind>> = {
  '/DSS': 'proof',
  '/Extensions': 'metadata',
  '/Version': 'metadata',
  '/Metadata': 'metadata',
  '/StructTreeRoot': 'structure',
};
const infoKinds: Readonly<Record<string, ChangeKind>> = { '/ModDate': 'metadata', '/Producer': 'metadata' };

/** Finds what came after the revision that ends at `from`. Empty: nothing. */
export function changesAfter(before: PdfFile, after: PdfFile, from: number): readonly Change[] {
  const changes = createChanges();
  if (!isTailExplained(after, from)) changes.add('unexplained-bytes');
  if (hasLostSignature(after, from)) changes.add('signature-remains');
  if (after.sections[0]?.at !== before.sections[0]?.at) compareAll({ before, after, isSameFile: true, changes });
  return changes.all();
}

/** Finds the differences of two files, whatever their objects are called and however they are packed. */
export function differences(before: PdfFile, after: PdfFile): readonly Change[] {
  const changes = createChanges();
  compareAll({ before, after, isSameFile: false, changes });
  return changes.all();
}

function compareAll(compared: Compared): void {
  try {
    compareParts(compared);
  } catch (error) {
    if (!(error instanceof PdfDamage)) throw error;
    compared.changes.add('unreadable-part');
  }
}

function compareParts(compared: Compared): void {
  const { before, after, changes } = compared;
  const pages = { before: readPages(before), after: readPages(after) };
  // Who writes a file anew may build another tree with as many pages.
  const [counts, now] = [before, after].map((file) => statedCounts(file).slice(0, compared.isSameFile ? undefined : 1));
  if (counts?.join() !== now?.join()) changes.add('pages');
  const form = pairForms(compared);
  const comparison = createComparison(compared, stopsOf(compared, pages, form));
  comparePages(compared, pages, form, comparison);
  compareForms(compared, pages, form, comparison);
  compareCatalogs(compared, comparison);
}

/** The catalog, pages and fields have comparisons of their own. */
function stopsOf(compared: Compared, pages: Parameters<typeof comparePages>[1], form: FormPairs) {
  const stops = { before: new Map<number, string>(), after: new Map<number, string>() };
  for (const side of ['before', 'after'] as const) {
    const root = compared[side].trailer.get('/Root');
    if (isReference(root)) stops[side].set(root.number, 'catalog');
    for (const [at, { number }] of pages[side].entries()) if (number !== null) stops[side].set(number, `page ${at}`);
    for (const [key, pair] of form.pairs) if (pair[side].number !== null) stops[side].set(pair[side].number, key);
  }
  return stops;
}

function compareCatalogs(compared: Compared, { compare }: Comparison): void {
  const { before, after, isSameFile } = compared;
  const names = new Set([...before.root.keys(), ...after.root.keys()]);
  for (const name of names) {
    if (name === '/Pages' || name === '/AcroForm') continue;
    // Who writes a file anew writes these anew as well.
    if (!isSameFile && catalogKinds[name] !== undefined) continue;
    compare(before.root.get(name), after.root.get(name), catalogKinds[name] ?? 'document');
  }
  if (!isSameFile) return;
  // Other names of a trailer speak of its own section, or mean nothing to a reader.
  compare(before.trailer.get('/Encrypt'), after.trailer.get('/Encrypt'), 'document');
  // Some programs show no object whose number is not below the size.
  if (sizeOf(after) < sizeOf(before)) compared.changes.add('document');
  compareInfo(compared, compare);
}

const sizeOf = ({ trailer }: PdfFile): number => wholeNumber(trailer.get('/Size')) ?? 0;

function compareInfo({ before, after }: Compared, compare: Comparison['compare']): void {
  // Programs that add proof leave it out.
  if (!after.trailer.has('/Info')) return;
  const [old, now] = [before, after].map((file) => file.resolve(file.trailer.get('/Info')));
  const [one, other] = [
    isDictionary(old) ? old : new Map<string, PdfValue>(),
    isDictionary(now) ? now : new Map<string, PdfValue>(),
  ];
  for (const name of new Set([...one.keys(), ...other.keys()]))
    compare(one.get(name), other.get(name), infoKinds[name] ?? 'document');
}
