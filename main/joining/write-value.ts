import {
  isDictionary,
  isList,
  isReference,
  isStream,
  isText,
  type PdfDictionary,
  type PdfValue,
} from '../pdf/pdf-value.ts';
import { endOfWord } from '../pdf/words.ts';

const isRegular = Array.from({ length: 256 }, (_none, byte) => endOfWord(Buffer.from([byte]), 0) === 1);

/** Writes a name. Letters that would end it, or begin something else, become `#` and two digits. */
function nameOf(name: string): string {
  let written = '/';
  for (const letter of name.slice(1)) {
    const byte = letter.charCodeAt(0) & 0xff;
    const isPlain = isRegular[byte] === true && byte > 0x20 && byte < 0x7f && letter !== '#';
    written += isPlain ? letter : `#${byte.toString(16).padStart(2, '0')}`;
  }
  return written;
}

/** Writes a number without an exponent, which a PDF does not know. */
function numberOf(value: number): string {
  const short = String(value);
  if (!short.includes('e')) return short;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/\.?0+$/, '') : BigInt(Math.round(value)).toString();
}

const textOf = (bytes: Buffer): string =>
  `(${bytes.toString('latin1').replace(/[\\()\r]/g, (one) => (one === '\r' ? '\\r' : `\\${one}`))})`;

/** Writes a value as Latin-1. Its references must be those of the new document. */
export function writeValue(value: PdfValue): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return numberOf(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return nameOf(value);
  if (isReference(value)) return `${value.number} ${value.generation} R`;
  if (isText(value)) return value.isHex ? `<${value.bytes.toString('hex')}>` : textOf(value.bytes);
  if (isList(value)) return `[${value.map(writeValue).join(' ')}]`;
  if (isDictionary(value)) return writeDictionary(value);
  if (isStream(value)) throw new Error('A stream is an object of its own.');
  throw new Error('No such value.');
}

const writeDictionary = (dictionary: PdfDictionary): string =>
  `<<${[...dictionary].map(([name, value]) => `${nameOf(name)} ${writeValue(value)}`).join('')}>>`;
