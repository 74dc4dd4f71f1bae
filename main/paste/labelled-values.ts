import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { longestSecretBytes } from '../keychain/keychain-entry.ts';
import { trimInvisible } from './invisible-characters.ts';
import { fieldOf, isButton, longestLabel, type PastedField } from './labels.ts';

/**
 * A labelled value. `exact`: from a format that marks where a value begins and ends. `beside`: on the label's line.
 * `below`: on the lines after the label. A null value is ambiguous: several texts could be the value.
 */
export interface Entry {
  readonly field: PastedField;
  readonly value: string | null;
  readonly place: 'exact' | 'beside' | 'below';
  /** The separator between label and value, without spaces: a colon, an arrow, or line breaks. */
  readonly mark?: string;
}

const isSet = (entry: Entry): boolean => entry.value !== '';

/** Reads a URL-encoded form, or the query of an address. */
export function entriesOfForm(text: string): readonly Entry[] {
  const form = text.trim().replace(/^https?:\/\/[^\s?#]*[?#]/, '');
  if (/\s/.test(form) || !form.includes('&')) return [];
  if (!form.split('&').every((pair) => /^[a-z_][\w.-]*=[^=]*$/i.test(pair))) return [];
  return [...new URLSearchParams(form)].flatMap(([key, value]) => {
    const field = fieldOf(key);
    return field ? [{ field, value, place: 'exact' as const }] : [];
  });
}

const objectOrList = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]);

function entriesOfValue(json: unknown, depth: number): readonly Entry[] {
  const parsed = objectOrList.safeParse(json);
  if (!parsed.success || depth === 0) return [];
  return Object.entries(parsed.data).flatMap(([key, value]): readonly Entry[] => {
    if (typeof value !== 'string') return entriesOfValue(value, depth - 1);
    const field = fieldOf(key);
    return field ? [{ field, value, place: 'exact' }] : [];
  });
}

/** Reads JSON, also with other text around it. */
export function entriesOfJson(text: string): readonly Entry[] {
  const object = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  // Word processors replace straight quotes by curly ones.
  const json = parseJson(text) ?? parseJson(object) ?? parseJson(object.replace(/[“”„]/g, '"'));
  return entriesOfValue(json, 6);
}

const separators = /[^\S\t](?:=>|->|:=)\s|[^\S\t]+[:：=]\s|[:：=]|\t|[^\S\t][-–—|→]\s|[^\S\t]{2,}/g;
const emphasis = /^[\s>#-]*(\*\*|__|\*|`)\S/;

/** Returns the value after a label. Removes the closing mark when an emphasis such as ** began before the label. */
function valueAfter(label: string, rest: string): string {
  const mark = emphasis.exec(label)?.[1];
  const value = trimInvisible(rest);
  if (mark === undefined || label.split(mark).length % 2 === 1 || !value.startsWith(mark)) return value;
  return trimInvisible(value.slice(mark.length));
}

/** Returns the only text in the cells, ignoring buttons. Null when there are several texts. */
function onlyCell(value: string): string | null {
  if (!value.includes('\t')) return value;
  const cells = value.split('\t').map(trimInvisible);
  const texts = cells.filter((cell) => cell !== '' && !isButton(cell));
  return texts.length > 1 ? null : (texts[0] ?? '');
}

function isWeakSeparator(separator: string): boolean {
  return separator !== '\t' && /^\s/.test(separator) && !/[=>:：]/.test(separator);
}

function cleanValue(field: PastedField, value: string, isWeak: boolean): string | null {
  const text = onlyCell(value);
  if (text === null || !/\s/.test(text)) return text;
  const [, before = '', last = ''] = /^(.*\S)\s+(\S+)$/.exec(text) ?? [];
  if (isButton(last) && field !== 'password') return before;
  return isWeak || isButton(last) ? null : text;
}

interface NextLabel {
  readonly field: PastedField;
  readonly start: number;
  readonly end: number;
  readonly mark: string;
}

const maxLabelWords = 12;

/** Finds the first label inside the text that a colon or an equals sign follows. */
function findNextLabel(text: string): NextLabel | null {
  const seen = text.slice(0, longestSecretBytes);
  const starts: number[] = [];
  for (const { index, 0: found, 1: mark } of seen.matchAll(/(?<=\s)(?=\S)|([:：=])/g)) {
    if (mark === undefined) {
      starts.push(index);
      continue;
    }
    for (const start of starts.slice(-maxLabelWords)) {
      const field = fieldOf(text.slice(start, index));
      if (field) return { field, start, end: index + found.length, mark };
    }
  }
  return null;
}

/** Reads user name and password from one line: "User: a, password: b". */
function twoOnOneLine(field: PastedField, value: string, mark: string): readonly Entry[] | null {
  const next = field === 'username' || field === 'login' ? findNextLabel(value) : null;
  if (next?.field !== 'password') return null;
  const username = value.slice(0, next.start).replace(/(?:\s*[,;|·]|\s[/–-])?\s*$/, '');
  const password = trimInvisible(value.slice(next.end));
  return [
    { field, value: username, place: 'beside', mark },
    { field: 'password', value: findNextLabel(password) ? null : password, place: 'beside', mark: next.mark },
  ];
}

/** Reads the label of a line and the value beside it. The value is empty when the line is only a label. */
function entriesOfLine(line: string): readonly Entry[] {
  for (const { index, 0: separator } of line.slice(0, longestLabel).matchAll(separators)) {
    const label = line.slice(0, index);
    const field = fieldOf(label);
    if (!field) continue;
    const value = valueAfter(label, line.slice(index + separator.length));
    const mark = separator.trim().replace(/[–—]/, '-');
    const two = twoOnOneLine(field, value, mark);
    return two ?? [{ field, value: cleanValue(field, value, isWeakSeparator(separator)), place: 'beside', mark }];
  }
  const alone = fieldOf(line);
  return alone ? [{ field: alone, value: '', place: 'below' }] : [];
}

function isHeader(fields: readonly (PastedField | null)[], separator: string): boolean {
  // Sentences have commas and bars too. With these separators, every cell must be a label.
  if (separator !== '\t' && fields.includes(null)) return false;
  return fields.includes('password') && (fields.includes('username') || fields.includes('login'));
}

/** Reads a table: the rows below a row of labels. Null when no row consists of labels. */
export function entriesOfTable(lines: readonly string[]): readonly Entry[] | null {
  const full = lines.filter((line) => line !== '' && !/^[\s|:+=-]+$/.test(line));
  for (const [at, line] of full.entries())
    for (const separator of ['\t', '|', ';', ',']) {
      if (!line.includes(separator)) continue;
      const fields = line.split(separator).map(fieldOf);
      if (!isHeader(fields, separator)) continue;
      const end = full.findIndex((row, index) => index > at && !row.includes(separator));
      return full.slice(at + 1, end < 0 ? full.length : end).flatMap((row) => {
        const cells = row.split(separator).map(trimInvisible);
        const value = (column: number) => (cells.length === fields.length ? (cells[column] ?? '') : null);
        return fields.flatMap((field, column): readonly Entry[] =>
          field ? [{ field, value: value(column), place: 'beside' }] : [],
        );
      });
    }
  return null;
}

function isOneWord(line: string): boolean {
  return line !== '' && !/\s/.test(line);
}

/** The form of a remark about the value: several words and nothing else. */
const prose = /^\p{L}[\p{L}'’-]*[,;:]?(?: [\p{L}'’-]+[,;:]?)+[.!?:]*$/u;

/** Finds the value among the lines after a label. Null when several lines, or none, could be the value. */
function valueBelow(lines: readonly string[]): string | null {
  const start = lines.findIndex((line) => line !== '');
  if (start < 0) return '';
  const length = lines.slice(start).indexOf('');
  const end = length < 0 ? lines.length : start + length;
  const first = lines[start] ?? '';
  if (prose.test(first.normalize('NFC'))) return null;
  if (end - start === 1) return isOneWord(first) || !lines.slice(end).some(isOneWord) ? first : null;
  const oneWordLines = lines.slice(start, end).filter(isOneWord);
  return oneWordLines.length === 1 && isOneWord(first) ? first : null;
}

export function entriesOfLines(lines: readonly string[]): readonly Entry[] {
  const read = lines.map(entriesOfLine);
  // For each line, the next line with a label: the value of the label before ends there.
  const next: number[] = [];
  for (let at = read.length - 1, end = read.length; at >= 0; at -= 1) {
    next[at] = end;
    if (read[at]?.length !== 0) end = at;
  }
  return read
    .flatMap((entries, at) =>
      entries.map((entry): Entry => {
        if (isSet(entry)) return entry;
        const below = lines.slice(at + 1, next[at]).filter((line) => !isButton(line));
        const value = valueBelow(below);
        const mark = '\n'.repeat(1 + below.findIndex((line) => line !== ''));
        return { ...entry, value: value === null ? null : onlyCell(value), place: 'below', mark };
      }),
    )
    .filter(isSet);
}
