import { dictionaryOf, type PdfFile } from '../pdf/pdf-file.ts';
import { isDictionary, isList, isStream, type PdfDictionary, type PdfValue, wholeNumber } from '../pdf/pdf-value.ts';
import { otherLetter, textOfGlyph } from './glyph-names.ts';
import type { Reading } from './reading.ts';
import { readUnicodeTable, type UnicodeTable } from './unicode-table.ts';
import { unpackText } from './unpack-text.ts';

export interface PdfFont {
  /** `unread`: the codes of which nobody can tell, because the font has no table. */
  read(bytes: Buffer): { readonly text: string; readonly unread: number };
}

type TextOf = (code: number) => string | null;

const nothing: TextOf = () => null;
const ascii: TextOf = (code) => (code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : otherLetter);

/** Of the codes above those of ASCII, these are letters of western languages. */
const western: TextOf = (code) => (code >= 0xa0 ? String.fromCharCode(code) : ascii(code));
const encodings: ReadonlyMap<PdfValue, TextOf> = new Map<PdfValue, TextOf>([
  ['/WinAnsiEncoding', western],
  ['/MacRomanEncoding', ascii],
  ['/StandardEncoding', ascii],
]);

/** The fonts that every program has. The last two have pictures only. */
const known = /^\/(?:Helvetica|Times|Courier|Arial|TimesNewRoman)(?:[-,](?:Roman|Bold|Italic|Oblique)*)?$/;
const pictures: ReadonlySet<PdfValue> = new Set(['/Symbol', '/ZapfDingbats']);
const isPlainFlag = 32;

function ownEncoding(file: PdfFile, font: PdfDictionary): TextOf {
  const name = file.resolve(font.get('/BaseFont'));
  if (pictures.has(name)) return () => otherLetter;
  if (typeof name === 'string' && known.test(name)) return ascii;
  const descriptor = dictionaryOf(file, font.get('/FontDescriptor'));
  const flags = wholeNumber(file.resolve(descriptor?.get('/Flags'))) ?? 0;
  return Math.floor(flags / isPlainFlag) % 2 === 1 ? ascii : nothing;
}

/** Reads the names that stand for single codes. */
function differencesIn(file: PdfFile, encoding: PdfDictionary): ReadonlyMap<number, string | null> {
  const found = new Map<number, string | null>();
  const list = file.resolve(encoding.get('/Differences'));
  let code = 0;
  for (const item of isList(list) ? list : []) {
    const value = file.resolve(item);
    if (typeof value === 'number') code = value;
    else if (typeof value === 'string') {
      if (code < 256) found.set(code, textOfGlyph(value.slice(1)));
      code += 1;
    }
  }
  return found;
}

function encodingOf(file: PdfFile, font: PdfDictionary): TextOf {
  const encoding = file.resolve(font.get('/Encoding'));
  const named = encodings.get(encoding);
  if (named !== undefined) return named;
  if (!isDictionary(encoding)) return ownEncoding(file, font);
  const base = encodings.get(file.resolve(encoding.get('/BaseEncoding'))) ?? ownEncoding(file, font);
  const differences = differencesIn(file, encoding);
  return (code) => (differences.has(code) ? (differences.get(code) ?? null) : base(code));
}

function tableOf(file: PdfFile, font: PdfDictionary, reading: Reading): UnicodeTable | null {
  const value = file.resolve(font.get('/ToUnicode'));
  if (value === '/Identity-H' || value === '/Identity-V')
    return { codeBytes: 2, textOf: (code) => String.fromCharCode(code) };
  if (!isStream(value)) return null;
  const bytes = unpackText(file, value);
  reading.spend(bytes.length);
  return readUnicodeTable(bytes, reading.spend);
}

/** Opens a font. Throws PdfDamage. */
export function openFont(file: PdfFile, font: PdfDictionary, reading: Reading): PdfFont {
  const table = tableOf(file, font, reading);
  const isComposite = file.resolve(font.get('/Subtype')) === '/Type0';
  const encoding = isComposite ? nothing : encodingOf(file, font);
  const codeBytes = isComposite ? (table?.codeBytes ?? 2) : 1;
  return {
    read(bytes) {
      let text = '';
      let unread = 0;
      for (let at = 0; at + codeBytes <= bytes.length; at += codeBytes) {
        const code = bytes.readUIntBE(at, Math.min(codeBytes, 4));
        const found = table?.textOf(code) ?? encoding(code);
        if (found === null) unread += 1;
        text += found ?? otherLetter;
      }
      return { text, unread };
    },
  };
}
