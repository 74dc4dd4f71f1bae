import type { PagePlace } from '../../../preload/contract/signature-report.ts';
import { type FormNode, listed } from '../../pdf/form.ts';
import type { Page } from '../../pdf/pages.ts';
import { PdfDamage } from '../../pdf/pdf-damage.ts';
import type { PdfFile } from '../../pdf/pdf-file.ts';
import { isDictionary, isList, isReference, type PdfValue } from '../../pdf/pdf-value.ts';

/** The page of a difference, counted from 1, and its place there. Null: it is on no page, or its place is unknown. */
export interface Spot {
  readonly page: number | null;
  readonly place: PagePlace | null;
}

export const nowhere: Spot = { page: null, place: null };
export const onPage = (page: number, place: PagePlace | null = null): Spot => ({ page, place });

/** No page is wider or higher (ISO 32000-2, annex C). */
const mostPoints = 20_000;

const isCoordinate = (one: PdfValue): one is number => typeof one === 'number' && Math.abs(one) <= mostPoints;
const rounded = (one: number): number => Math.round(one * 100) / 100;

/** Skips what is damaged: a place helps the eye and proves nothing. */
function unlessDamaged<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfDamage) return otherwise;
    throw error;
  }
}

/** Reads the place of an annotation on its page. Null: it has none, or no size. */
export function placeOf(file: PdfFile, value: PdfValue): PagePlace | null {
  const numbers = unlessDamaged(() => {
    const annotation = file.resolve(value);
    const found = isDictionary(annotation) ? file.resolve(annotation.get('/Rect')) : null;
    return isList(found) && found.length === 4 ? found.map((one) => file.resolve(one)) : [];
  }, []);
  const [left = 0, bottom = 0, right = 0, top = 0] = numbers.filter(isCoordinate);
  const [width, height] = [rounded(Math.abs(right - left)), rounded(Math.abs(top - bottom))];
  if (!numbers.every(isCoordinate) || width === 0 || height === 0) return null;
  return { x: rounded(Math.min(left, right)), y: rounded(Math.min(bottom, top)), width, height };
}

/** Finds where a field is shown: at its first widget on a page. */
export function spotsOf(file: PdfFile, pages: readonly Page[], nodes: readonly FormNode[]): (node: FormNode) => Spot {
  if (nodes.length === 0) return () => nowhere;
  const pageOf = new Map<number, number>();
  for (const [at, { dictionary }] of pages.entries())
    for (const one of unlessDamaged(() => listed(file, dictionary.get('/Annots')), []))
      if (isReference(one) && !pageOf.has(one.number)) pageOf.set(one.number, at + 1);
  const spots = new Map<FormNode, Spot>();
  for (const node of nodes) {
    const page = node.number === null ? undefined : pageOf.get(node.number);
    if (page === undefined) continue;
    const spot = onPage(page, placeOf(file, node.dictionary));
    for (let at: FormNode | null = node; at !== null && !spots.has(at); at = at.above) spots.set(at, spot);
  }
  return (node) => spots.get(node) ?? nowhere;
}
