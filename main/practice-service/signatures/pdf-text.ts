/** A PDF that the practice service cannot add a signature to. */
export class UnsignablePdf extends Error {}

const blank = '\\0\\t\\n\\f\\r ';
const delimiter = '()<>[\\]{}/%';
const blanks = new RegExp(`[${blank}]*`, 'y');
const word = new RegExp(`/?[^${blank}${delimiter}]*`, 'y');
const reference = new RegExp(`(\\d{1,10})[${blank}]+(\\d{1,5})[${blank}]+R(?![^${blank}${delimiter}])`, 'y');
const deepest = 64;

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

export function skipBlanks(text: string, from: number): number {
  let at = endOf(blanks, text, from);
  while (text[at] === '%') {
    while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
    at = endOf(blanks, text, at);
  }
  return at;
}

function endOfString(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new UnsignablePdf('A string does not end.');
}

/** Finds the end of the value that begins at `from`. */
export function endOfValue(text: string, from: number, depth = 0): number {
  if (depth > deepest) throw new UnsignablePdf('A value is too deep.');
  if (text[from] === '(') return endOfString(text, from);
  const closing = text.startsWith('<<', from) ? '>>' : text[from] === '[' ? ']' : null;
  if (closing !== null) {
    let at = skipBlanks(text, from + closing.length);
    while (!text.startsWith(closing, at)) at = skipBlanks(text, endOfValue(text, at, depth + 1));
    return at + closing.length;
  }
  const end = text[from] === '<' ? text.indexOf('>', from) + 1 : endOf(reference, text, from);
  const last = end > from ? end : endOf(word, text, from);
  if (last <= from) throw new UnsignablePdf('There is no value where one should be.');
  return last;
}

/** The values of a dictionary by their names, each as it is written. */
export type PdfEntries = ReadonlyMap<string, string>;

export function entriesOf(text: string): PdfEntries {
  let at = skipBlanks(text, 0);
  if (!text.startsWith('<<', at)) throw new UnsignablePdf('There is no dictionary.');
  const found = new Map<string, string>();
  for (at = skipBlanks(text, at + 2); !text.startsWith('>>', at); at = skipBlanks(text, at)) {
    const endOfName = endOfValue(text, at);
    const value = skipBlanks(text, endOfName);
    const end = endOfValue(text, value);
    found.set(text.slice(at, endOfName), text.slice(value, end));
    at = end;
  }
  return found;
}

export const isDictionary = (text: string): boolean => text.startsWith('<<', skipBlanks(text, 0));
export const isList = (text: string | undefined): text is string => text?.trimStart().startsWith('[') === true;

/** The values of a list, each as it is written. */
export function itemsOf(text: string): readonly string[] {
  const items: string[] = [];
  let at = skipBlanks(text, 0);
  if (text[at] !== '[') throw new UnsignablePdf('There is no list.');
  for (at = skipBlanks(text, at + 1); text[at] !== ']'; at = skipBlanks(text, at)) {
    const end = endOfValue(text, at);
    items.push(text.slice(at, end));
    at = end;
  }
  return items;
}

export interface ObjectName {
  readonly number: number;
  readonly generation: number;
}

/** The object that `5 0 R` means. Null: it is no reference. */
export function referenceOf(text: string | undefined): ObjectName | null {
  reference.lastIndex = 0;
  const found = reference.exec(text ?? '');
  return found === null ? null : { number: Number(found[1]), generation: Number(found[2]) };
}

export function wholeNumber(text: string | undefined): number {
  if (text === undefined || !/^\d{1,10}$/.test(text)) throw new UnsignablePdf('There is no number.');
  return Number(text);
}

export const dictionary = (entries: PdfEntries): string =>
  `<< ${[...entries].map(([name, value]) => `${name} ${value}`).join(' ')} >>`;

/** The dictionary with these entries instead of its own, and all others. */
export const withEntries = (entries: PdfEntries, changed: Readonly<Record<string, string>>): string =>
  dictionary(new Map([...entries, ...Object.entries(changed)]));

export const withItem = (list: string | undefined, item: string): string =>
  list === undefined ? `[${item}]` : `[${[...itemsOf(list), item].join(' ')}]`;

export const pdfText = (text: string): string =>
  `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
