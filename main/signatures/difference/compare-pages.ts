import { listed } from '../../pdf/form.ts';
import type { Page } from '../../pdf/pages.ts';
import { PdfDamage } from '../../pdf/pdf-damage.ts';
import type { PdfFile } from '../../pdf/pdf-file.ts';
import { isList, isReference, isStream, type PdfValue } from '../../pdf/pdf-value.ts';
import { unpack } from '../../pdf/unpack.ts';
import { type FormPairs, kindOfMark } from './compare-form.ts';
import type { Compared, Comparison } from './compare-values.ts';
import { onPage, placeOf } from './spots.ts';

/** Not shown, or judged where it belongs. */
const aside: ReadonlySet<string> = new Set(['/Parent', '/Annots', '/LastModified']);
/** Small pictures and notes of programs, which a rewritten file may leave out. */
const asideWhenRewritten: ReadonlySet<string> = new Set(['/Thumb', '/PieceInfo', '/StructParents', '/Tabs']);

interface PagePair {
  readonly before: Page;
  readonly after: Page;
  /** Counted from 1. */
  readonly number: number;
}

export function comparePages(
  compared: Compared,
  pages: { readonly before: readonly Page[]; readonly after: readonly Page[] },
  form: FormPairs,
  comparison: Comparison,
): void {
  if (pages.before.length !== pages.after.length) compared.changes.add('pages');
  for (const [at, before] of pages.before.entries()) {
    const after = pages.after[at];
    if (after === undefined) return;
    const pair = { before, after, number: at + 1 };
    try {
      comparePage(compared, pair, comparison);
      compareAnnotations(compared, pair, form, comparison);
    } catch (error) {
      if (!(error instanceof PdfDamage)) throw error;
      compared.changes.add('unreadable-part', onPage(at + 1));
    }
  }
}

function comparePage(compared: Compared, { before, after, number }: PagePair, { compare }: Comparison): void {
  const [one, other] = [before.dictionary, after.dictionary];
  const spot = onPage(number);
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const [old, now] = [one.get(name), other.get(name)];
    if (aside.has(name) || (!compared.isSameFile && asideWhenRewritten.has(name))) continue;
    if (name === '/Contents' && !compared.isSameFile) {
      if (!joined(compared.before, old).equals(joined(compared.after, now))) compared.changes.add('page-content', spot);
    } else if (name === '/Contents') compare(old, now, 'page-content', spot);
    else if (name === '/Resources') compare(old, now, 'page-resources', spot);
    else if (name === '/StructParents' || name === '/Tabs') compare(old, now, 'structure', spot);
    else compare(old, now, 'page', spot);
  }
}

/** The contents of a page, which a program that rewrites the file may have joined. */
function joined(file: PdfFile, value: PdfValue | undefined): Buffer {
  const found = file.resolve(value);
  const parts = (isList(found) ? found : [found]).map((part) => file.resolve(part)).filter((part) => part !== null);
  return Buffer.from(
    parts
      .map((part) => {
        if (!isStream(part)) throw new PdfDamage('The contents of a page are none.');
        return unpack(file.packed(part), part.dictionary, file.resolve).toString('latin1').trim();
      })
      .join('\n')
      .trim(),
    'latin1',
  );
}

/** The object of an annotation, or its turn among those that are no object of their own. */
const keysOf = (list: readonly PdfValue[], isSameFile: boolean): readonly string[] =>
  list.map((one, at) => (isSameFile && isReference(one) ? `object ${one.number}` : `turn ${at}`));

function compareAnnotations(
  { before, after, isSameFile, changes }: Compared,
  pair: PagePair,
  form: FormPairs,
  { compare }: Comparison,
): void {
  const olds = listed(before, pair.before.dictionary.get('/Annots'));
  const fresh = new Map(form.newSignatures.map((node) => [node.number, node]));
  const isFresh = (one: PdfValue) => isReference(one) && fresh.has(one.number);
  const all = listed(after, pair.after.dictionary.get('/Annots'));
  for (const one of all) {
    const mark = isReference(one) ? fresh.get(one.number) : undefined;
    if (mark !== undefined) changes.add(kindOfMark(after, mark), onPage(pair.number, placeOf(after, one)));
  }
  const news = all.filter((one) => !isFresh(one));
  const [oldKeys, newKeys] = [keysOf(olds, isSameFile), keysOf(news, isSameFile)];
  for (const [at, key] of newKeys.entries())
    if (!oldKeys.includes(key)) changes.add('annotation-added', onPage(pair.number, placeOf(after, news[at] ?? null)));
  for (const [at, key] of oldKeys.entries())
    if (!newKeys.includes(key))
      changes.add('annotation-removed', onPage(pair.number, placeOf(before, olds[at] ?? null)));
  const [stay, stayed] = [
    oldKeys.filter((key) => newKeys.includes(key)),
    newKeys.filter((key) => oldKeys.includes(key)),
  ];
  if (stay.join() !== stayed.join()) changes.add('annotation', onPage(pair.number));
  for (const [at, one] of olds.entries()) {
    const again = newKeys.indexOf(oldKeys[at] ?? '');
    const now = news[again] ?? null;
    if (again >= 0) compare(one, now, 'annotation', onPage(pair.number, placeOf(after, now)));
  }
}
