import { listed } from '../pdf/form.ts';
import { PdfDamage } from '../pdf/pdf-damage.ts';
import { dictionaryOf, type PdfFile } from '../pdf/pdf-file.ts';
import { isReference, type PdfValue } from '../pdf/pdf-value.ts';

const mostNodes = 100_000;
const mostEntries = 300_000;

/** Reads all keys and values of a name tree or a number tree, in its order. Throws PdfDamage. */
export function readTree(
  file: PdfFile,
  root: PdfValue | undefined,
  list: '/Names' | '/Nums',
): readonly (readonly [PdfValue, PdfValue])[] {
  const entries: (readonly [PdfValue, PdfValue])[] = [];
  const seen = new Set<number>();
  const todo: PdfValue[] = [root ?? null];
  let nodes = 0;
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    nodes += 1;
    if (isReference(next) && seen.has(next.number)) throw new PdfDamage('A tree leads in a circle.');
    if (isReference(next)) seen.add(next.number);
    const node = dictionaryOf(file, next);
    if (node === null) continue;
    const own = listed(file, node.get(list));
    for (let at = 0; at + 1 < own.length; at += 2) entries.push([file.resolve(own[at]), own[at + 1] ?? null]);
    todo.push(...listed(file, node.get('/Kids')).toReversed());
    if (nodes > mostNodes || todo.length > mostNodes || entries.length > mostEntries)
      throw new PdfDamage('A tree is too large.');
  }
  return entries;
}
