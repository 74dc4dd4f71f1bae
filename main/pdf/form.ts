import { PdfDamage } from './pdf-damage.ts';
import type { PdfFile } from './pdf-file.ts';
import { isDictionary, isList, isReference, isText, type PdfDictionary, type PdfValue } from './pdf-value.ts';

const mostNodes = 200_000;
const mostInPath = 32;

/** A field of the form, or a widget of one: a place where it is shown. */
export interface FormNode {
  /** Null: the node stands inside of another object. */
  readonly number: number | null;
  readonly dictionary: PdfDictionary;
  /** With the names of the fields above it. Unknown in an encrypted file. */
  readonly name: string;
  readonly isField: boolean;
  readonly type: PdfValue;
  readonly above: FormNode | null;
}

/** Text in the encoding of PDFs. Bytes above those of ASCII are read as Latin-1, of which it is nearly a copy. */
export function readText(value: PdfValue): string {
  if (!isText(value)) return '';
  const { bytes } = value;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString('utf8', 3);
  return bytes.toString('latin1');
}

interface Todo {
  readonly value: PdfValue;
  readonly above: FormNode | null;
  readonly depth: number;
}

/** All fields and widgets of the form. Throws PdfDamage if they lead in a circle or are too many. */
export function readForm(file: PdfFile): {
  readonly dictionary: PdfDictionary | null;
  readonly nodes: readonly FormNode[];
} {
  const dictionary = file.resolve(file.root.get('/AcroForm'));
  if (dictionary === null) return { dictionary: null, nodes: [] };
  if (!isDictionary(dictionary)) throw new PdfDamage('The form is none.');
  const nodes: FormNode[] = [];
  const seen = new Set<number>();
  const todo: Todo[] = listed(file, dictionary.get('/Fields')).map((value) => ({ value, above: null, depth: 0 }));
  for (let at = 0; at < todo.length; at += 1) {
    const { value, above, depth } = todo[at] ?? { value: null, above: null, depth: 0 };
    const number = isReference(value) ? value.number : null;
    const found = file.resolve(value);
    if (found === null) continue;
    if (number !== null && seen.has(number)) throw new PdfDamage('A field stands twice.');
    if (!isDictionary(found) || depth > mostInPath || at > mostNodes) throw new PdfDamage('A field is none.');
    if (number !== null) seen.add(number);
    const own = file.resolve(found.get('/T'));
    const isField = above === null || own !== null;
    const name = [above?.name ?? '', readText(own)].filter((one) => one !== '').join('.');
    const type = found.has('/FT') ? file.resolve(found.get('/FT')) : (above?.type ?? null);
    const node: FormNode = { number, dictionary: found, name, isField, type, above };
    nodes.push(node);
    for (const kid of listed(file, found.get('/Kids'))) todo.push({ value: kid, above: node, depth: depth + 1 });
  }
  return { dictionary, nodes };
}

/** The items of a list that may be missing. */
export function listed(file: PdfFile, value: PdfValue | undefined): readonly PdfValue[] {
  const found = file.resolve(value);
  if (found === null) return [];
  if (!isList(found)) throw new PdfDamage('A list is none.');
  return found;
}
