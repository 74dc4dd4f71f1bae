import { listed, readText } from '../pdf/form.ts';
import { PdfDamage } from '../pdf/pdf-damage.ts';
import { dictionaryOf, type PdfFile } from '../pdf/pdf-file.ts';
import {
  isDictionary,
  isList,
  isReference,
  isStream,
  isText,
  type PdfDictionary,
  type PdfStream,
  type PdfValue,
} from '../pdf/pdf-value.ts';
import { identity, type Matrix, times, toMatrix } from './matrix.ts';
import { openFont, type PdfFont } from './pdf-font.ts';
import { readOperators } from './pdf-operators.ts';
import type { Reading } from './reading.ts';
import { createTextLines, type TextLines } from './text-lines.ts';
import { unpackText } from './unpack-text.ts';

const deepest = 12;
/** A page costs this much at least, and a drawing in it: hostile ones lead to each other. */
const leastBytes = 256;
/** A gap of a fifth of a letter's height is a space. */
const gap = -200;
const mostSaved = 1_000;

export type FontCache = Map<number | PdfDictionary, PdfFont | null>;

interface Page {
  readonly file: PdfFile;
  readonly fonts: FontCache;
  readonly reading: Reading;
  readonly lines: TextLines;
  /** Codes of fonts that do not say which letters they are. */
  unread: number;
}

interface State {
  readonly place: Matrix;
  readonly font: PdfFont | null;
  readonly size: number;
  readonly leading: number;
}

/** Where the text of a drawing begins, and in how many others it is. */
interface Begin {
  readonly place: Matrix;
  readonly depth: number;
}

const numberOf = (value: PdfValue | undefined): number => (typeof value === 'number' ? value : 0);

function contentOf({ file, reading }: Page, stream: PdfStream): Buffer {
  const bytes = unpackText(file, stream);
  reading.spend(Math.max(leastBytes, bytes.length));
  return bytes;
}

/** Finds a font. Null: it cannot be read, so its text stays unread. */
function fontOf(page: Page, resources: PdfDictionary | null, name: PdfValue | undefined): PdfFont | null {
  const { file, fonts, reading } = page;
  const value = dictionaryOf(file, resources?.get('/Font'))?.get(typeof name === 'string' ? name : '');
  const dictionary = dictionaryOf(file, value);
  if (dictionary === null) return null;
  const key = isReference(value) ? value.number : dictionary;
  const cached = fonts.get(key);
  if (cached !== undefined) return cached;
  let font: PdfFont | null = null;
  try {
    font = openFont(file, dictionary, reading);
  } catch (error) {
    if (!(error instanceof PdfDamage)) throw error;
  }
  fonts.set(key, font);
  return font;
}

/** Runs the operators of a page, or of a drawing in it, and adds the text that they show. */
function runContent(
  page: Page,
  content: Buffer,
  resources: PdfDictionary | null,
  { place: begin, depth }: Begin,
): void {
  const saved: State[] = [];
  let state: State = { place: begin, font: null, size: 0, leading: 0 };
  let [line, at] = [identity, identity];
  let begun = { at, place: begin, spot: begin };
  const toLine = (x: number, y: number) => {
    line = times([1, 0, 0, 1, x, y], line);
    at = line;
  };

  /** The texts of one operator begin at one place. Its gaps are spaces. */
  function show(values: readonly PdfValue[]): void {
    const { font, size, place } = state;
    let text = '';
    for (const value of values) {
      if (typeof value === 'number' && value < gap) text += ' ';
      if (!isText(value)) continue;
      const found = font?.read(value.bytes) ?? { text: '', unread: value.bytes.length };
      text += found.text;
      page.unread += found.unread;
    }
    // What begins where the last text ended has the same object as its place.
    if (begun.at !== at || begun.place !== place) begun = { at, place, spot: times(at, place) };
    page.lines.show(text, begun.spot, size);
  }

  const operators = new Map<string, (operands: readonly PdfValue[]) => void>([
    ['q', () => void (saved.length < mostSaved && saved.push(state))],
    ['Q', () => void (state = saved.pop() ?? state)],
    ['cm', (operands) => void (state = { ...state, place: times(toMatrix(operands), state.place) })],
    [
      'BT',
      () => {
        line = [...identity];
        at = line;
      },
    ],
    ['Tf', ([name, size]) => void (state = { ...state, font: fontOf(page, resources, name), size: numberOf(size) })],
    ['TL', ([leading]) => void (state = { ...state, leading: numberOf(leading) })],
    ['Td', ([x, y]) => toLine(numberOf(x), numberOf(y))],
    [
      'TD',
      ([x, y]) => {
        state = { ...state, leading: -numberOf(y) };
        toLine(numberOf(x), numberOf(y));
      },
    ],
    ['T*', () => toLine(0, -state.leading)],
    [
      'Tm',
      (operands) => {
        line = toMatrix(operands);
        at = line;
      },
    ],
    ['Tj', show],
    ['TJ', ([list]) => show(isList(list) ? list : [])],
    [
      "'",
      (operands) => {
        toLine(0, -state.leading);
        show(operands);
      },
    ],
    [
      '"',
      (operands) => {
        toLine(0, -state.leading);
        show(operands.slice(2));
      },
    ],
    ['Do', ([name]) => runDrawing(page, resources, name, { place: state.place, depth })],
  ]);
  readOperators(content, (name, operands) => operators.get(name)?.(operands));
}

function runDrawing(page: Page, resources: PdfDictionary | null, name: PdfValue | undefined, begin: Begin): void {
  const { file } = page;
  const drawing = file.resolve(
    dictionaryOf(file, resources?.get('/XObject'))?.get(typeof name === 'string' ? name : ''),
  );
  if (!isStream(drawing) || file.resolve(drawing.dictionary.get('/Subtype')) !== '/Form') return;
  if (begin.depth >= deepest) throw new PdfDamage('Drawings lead too deep.');
  runForm(page, drawing, resources, begin);
}

/** Runs a drawing. One without fonts of its own has those of `resources`. */
function runForm(page: Page, form: PdfStream, resources: PdfDictionary | null, { place, depth }: Begin): void {
  const { file } = page;
  const content = contentOf(page, form);
  const matrix = file.resolve(form.dictionary.get('/Matrix'));
  const own = dictionaryOf(file, form.dictionary.get('/Resources')) ?? resources;
  runContent(page, content, own, {
    place: isList(matrix) ? times(toMatrix(matrix), place) : place,
    depth: depth + 1,
  });
}

/** Finds how an annotation, or the field of a form, looks on the page. Null: it has no drawing. */
function lookOf(file: PdfFile, annotation: PdfDictionary): PdfStream | null {
  const normal = file.resolve(dictionaryOf(file, annotation.get('/AP'))?.get('/N'));
  if (isStream(normal)) return normal;
  const state = file.resolve(annotation.get('/AS'));
  const shown = isDictionary(normal) && typeof state === 'string' ? file.resolve(normal.get(state)) : null;
  return isStream(shown) ? shown : null;
}

/** Reads what was typed into a field or a comment that has no drawing: programs draw it when they show it. */
function typedText({ file, reading }: Page, annotation: PdfDictionary): string {
  const isComment = file.resolve(annotation.get('/Subtype')) === '/FreeText';
  const field = annotation.has('/V') ? annotation : dictionaryOf(file, annotation.get('/Parent'));
  const text = readText(file.resolve(isComment ? annotation.get('/Contents') : field?.get('/V')));
  reading.spend(text.length);
  return text;
}

interface PageText {
  readonly text: string;
  /** How many of its letters nobody can tell. */
  readonly unread: number;
}

/**
 * Reads the text of a page, then the text of each annotation on it: comments, stamps and the fields of forms. Throws
 * PdfDamage or TooMuchText.
 */
export function* readPageTexts(
  file: PdfFile,
  dictionary: PdfDictionary,
  fonts: FontCache,
  reading: Reading,
): Generator<PageText> {
  const resources = dictionaryOf(file, dictionary.get('/Resources'));
  function read(run: (page: Page) => void): PageText {
    reading.spend(leastBytes);
    const page: Page = { file, fonts, reading, lines: createTextLines(), unread: 0 };
    run(page);
    return { text: page.lines.text(), unread: page.unread };
  }

  yield read((page) => {
    const contents = file.resolve(dictionary.get('/Contents'));
    const parts: Buffer[] = [];
    for (const one of isStream(contents) ? [contents] : listed(file, contents)) {
      const stream = file.resolve(one);
      if (isStream(stream)) parts.push(contentOf(page, stream), Buffer.from('\n'));
    }
    runContent(page, Buffer.concat(parts), resources, { place: identity, depth: 0 });
  });
  for (const one of listed(file, dictionary.get('/Annots')))
    yield read((page) => {
      const annotation = dictionaryOf(file, one);
      if (annotation === null) return;
      const look = lookOf(file, annotation);
      if (look === null) page.lines.show(typedText(page, annotation), identity, 0);
      else runForm(page, look, resources, { place: identity, depth: 0 });
    });
}
