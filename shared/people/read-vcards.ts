import type { PersonEntry } from './person-entry.ts';
import { cleaned } from './read-addresses.ts';

interface Property {
  readonly name: string;
  /** The parameters in capitals: `TYPE=WORK`, `PREF`. */
  readonly parameters: readonly string[];
  readonly value: string;
}

const start = /^BEGIN:VCARD[ \t]*$/im;
export const holdsVcard = (text: string) => start.test(text);

const encoder = new TextEncoder();

function decodeBytes(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    // Version 2.1 often names no charset: text that is not UTF-8 is Windows-1252 then.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function decodeQuotedPrintable(text: string, charset: string): string {
  const bytes: number[] = [];
  for (const [part, hex] of text.matchAll(/=([0-9A-F]{2})|[^=]+|=/gi))
    if (hex === undefined) for (const byte of encoder.encode(part)) bytes.push(byte);
    else bytes.push(Number.parseInt(hex, 16));
  return decodeBytes(Uint8Array.from(bytes), charset);
}

/** Finds the colon before the value, -1 for none. A quoted parameter may have a colon as well. */
function endOfHead(line: string): number {
  let isQuoted = false;
  for (const { 0: sign, index } of line.matchAll(/[":]/g)) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted) return index;
  }
  return -1;
}

const saysQuotedPrintable = (line: string) => /^[^:]*QUOTED-PRINTABLE[^:]*:/i.test(line);

/** Joins folded lines. The next line continues after a space, or in quoted-printable after an equals sign. */
function unfold(card: string): readonly string[] {
  const lines: string[] = [];
  // Version 2.1 folds at a space of the text; later versions add a space.
  const keep = /^VERSION:2\.1/im.test(card) ? 0 : 1;
  // Join the pieces once, at the end: adding each piece to a string would copy it thousands of times.
  let pieces: string[] = [];
  let isEncoded: boolean | null = null;
  let isSoft = false;
  for (const line of card.split(/\r\n|\r|\n/)) {
    if (isSoft) pieces.push(line);
    else if (/^[ \t]/.test(line) && pieces.length > 0) pieces.push(line.slice(keep));
    else {
      lines.push(pieces.join(''));
      pieces = [line];
      isEncoded = null;
    }
    if (isEncoded === null && line.includes(':')) isEncoded = saysQuotedPrintable(pieces.join(''));
    isSoft = isEncoded === true && line.endsWith('=');
    if (isSoft) pieces.push((pieces.pop() ?? '').slice(0, -1));
  }
  return [...lines, pieces.join('')];
}

function readProperty(line: string): Property | null {
  const end = endOfHead(line);
  const [first = '', ...given] = end < 0 ? [] : line.slice(0, end).split(';');
  const name = /^(?:[\w-]+\.)?([\w-]+)$/.exec(first)?.[1]?.toUpperCase();
  if (name === undefined) return null;
  const value = line.slice(end + 1);
  const parameters = given.map((parameter) => parameter.trim().toUpperCase());
  if (!parameters.some((parameter) => /^(?:ENCODING=)?QUOTED-PRINTABLE$/.test(parameter)))
    return { name, parameters, value };
  const charset = parameters.find((parameter) => parameter.startsWith('CHARSET='))?.slice(8) ?? 'utf-8';
  return { name, parameters, value: decodeQuotedPrintable(value, charset) };
}

const unescape = (text: string) =>
  text
    .replace(/\\(.)/gs, (_all, sign: string) => (/n/i.test(sign) ? ' ' : sign))
    .replace(/\s+/g, ' ')
    .trim();

/** Reads the name of `N`: family name; first name; further names; title; suffix. */
function spokenName(value: string): string {
  const ends: number[] = [];
  for (const { 0: sign, index } of value.matchAll(/\\[^]|;/g)) if (sign === ';' && ends.push(index) === 2) break;
  const [first = value.length, second = value.length] = ends;
  return [value.slice(first + 1, second), value.slice(0, first)].map(unescape).filter(Boolean).join(' ');
}

/** Tells whether a property is preferred. Tests one word at a time: a longer expression may take seconds. */
const isPreferred = ({ parameters }: Property) =>
  parameters.some(
    (parameter) =>
      parameter === 'PREF' || parameter === 'PREF=1' || (parameter.startsWith('TYPE=') && /\bPREF\b/.test(parameter)),
  );

function readCard(card: string): PersonEntry | null {
  const properties = unfold(card)
    .map(readProperty)
    .filter((property) => property !== null);
  const valueOf = (name: string) => properties.find((property) => property.name === name)?.value ?? '';
  const emails = properties.filter(({ name, value }) => name === 'EMAIL' && value.trim() !== '');
  const chosen = emails.find(isPreferred) ?? emails[0];
  const email = unescape(chosen?.value ?? '').replace(/^mailto:/i, '');
  const name = unescape(valueOf('FN')) || spokenName(valueOf('N'));
  return email === '' && name === '' ? null : { email, name: name === email ? '' : name, note: '' };
}

/**
 * Reads business cards of versions 2.1, 3 and 4, and returns the text around them. A person with several addresses is
 * one signee.
 */
export function readVcards(text: string): { readonly people: readonly PersonEntry[]; readonly around: string } {
  const [before = '', ...cards] = cleaned(text).split(new RegExp(start, 'gim'));
  const parted = cards.map((card) => card.split(/^END:VCARD[ \t]*$/im));
  return {
    people: parted.map(([inside = '']) => readCard(inside)).filter((person) => person !== null),
    around: [before, ...parted.map(([, ...after]) => after.join('\n'))].join('\n').trim(),
  };
}
