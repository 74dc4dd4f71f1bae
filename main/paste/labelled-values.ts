import { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { longestSecretBytes } from '../keychain/keychain-entry.ts';
import { trimInvisible } from './invisible-characters.ts';
import { fieldOf, isButton, longestLabel, type PastedField } from './labels.ts';

/**
 * A labelled value. `exact`: from a format that says where a value begins and ends. `beside`: on the label's line.
 * `below`: on the lines after it. A null value: there is one, but which text it is cannot be told.
 */
export interface Entry {
  readonly field: PastedField;
  readonly value: string | null;
  readonly place: 'exact' | 'beside' | 'below';
  /** What parts the value from its label, blanks aside: a colon, an arrow, so many ends of lines. */
  readonly mark?: string;
}

const isSet = (entry: Entry): boolean => entry.value !== '';

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

export function entriesOfJson(text: string): readonly Entry[] {
  const object = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  // Word processors bend the quotes of what is pasted into them.
  const json = parseJson(text) ?? parseJson(object) ?? parseJson(object.replace(/[“”„]/g, '"'));
  return entriesOfValue(json, 6);
}

const gap = /[^\S\t](?:=>|->|:=)\s|[^\S\t]+[:：=]\s|[:：=]|\t|[^\S\t][-–—|→]\s|[^\S\t]{2,}/g;
const emphasis = /^[\s>#-]*(\*\*|__|\*|`)\S/;

/** The value behind a label, without the other half of the emphasis that began before the label. */
function valueAfter(label: string, rest: string): string {
  const mark = emphasis.exec(label)?.[1];
  const value = trimInvisible(rest);
  if (mark === undefined || label.split(mark).length % 2 === 1 || !value.startsWith(mark)) return value;
  return trimInvisible(value.slice(mark.length));
}

/** One text out of what stood in one or several cells; null when there are several. */
function onlyCell(value: string): string | null {
  if (!value.includes('\t')) return value;
  const cells = value.split('\t').map(trimInvisible);
  const texts = cells.filter((cell) => cell !== '' && !isButton(cell));
  return texts.length > 1 ? null : (texts[0] ?? '');
}

function isLoose(separator: string): boolean {
  return separator !== '\t' && /^\s/.test(separator) && !/[=>:：]/.test(separator);
}

function tidy(field: PastedField, value: string, loose: boolean): string | null {
  const text = onlyCell(value);
  if (text === null || !/\s/.test(text)) return text;
  const [, before = '', last = ''] = /^(.*\S)\s+(\S+)$/.exec(text) ?? [];
  if (isButton(last) && field !== 'password') return before;
  return loose || isButton(last) ? null : text;
}

interface NextLabel {
  readonly field: PastedField;
  readonly start: number;
  readonly end: number;
  readonly mark: string;
}

/** Words of the longest label there is, and some that are left out of it. */
const mostWords = 12;

/** The first label inside the text that is followed by a colon or an equals sign. */
function nextLabel(text: string): NextLabel | null {
  const seen = text.slice(0, longestSecretBytes);
  const starts: number[] = [];
  for (const { index, 0: found, 1: mark } of seen.matchAll(/(?<=\s)(?=\S)|([:：=])/g)) {
    if (mark === undefined) {
      starts.push(index);
      continue;
    }
    for (const start of starts.slice(-mostWords)) {
      const field = fieldOf(text.slice(start, index));
      if (field) return { field, start, end: index + found.length, mark };
    }
  }
  return null;
}

/** User name and password on one line: "User: a, password: b". */
function twoOnOneLine(field: PastedField, value: string, mark: string): readonly Entry[] | null {
  const next = field === 'username' || field === 'login' ? nextLabel(value) : null;
  if (next?.field !== 'password') return null;
  const username = value.slice(0, next.start).replace(/(?:\s*[,;|·]|\s[/–-])?\s*$/, '');
  const password = trimInvisible(value.slice(next.end));
  return [
    { field, value: username, place: 'beside', mark },
    { field: 'password', value: nextLabel(password) ? null : password, place: 'beside', mark: next.mark },
  ];
}

/** What a line announces, and the value beside it; an empty value where the line is a label alone. */
function entriesOfLine(line: string): readonly Entry[] {
  for (const { index, 0: separator } of line.slice(0, longestLabel).matchAll(gap)) {
    const label = line.slice(0, index);
    const field = fieldOf(label);
    if (!field) continue;
    const value = valueAfter(label, line.slice(index + separator.length));
    const mark = separator.trim().replace(/[–—]/, '-');
    const two = twoOnOneLine(field, value, mark);
    return two ?? [{ field, value: tidy(field, value, isLoose(separator)), place: 'beside', mark }];
  }
  const alone = fieldOf(line);
  return alone ? [{ field: alone, value: '', place: 'below' }] : [];
}

function isHeader(fields: readonly (PastedField | null)[], separator: string): boolean {
  // A comma or a bar is found in sentences too: there, every cell has to be a label.
  if (separator !== '\t' && fields.includes(null)) return false;
  return fields.includes('password') && (fields.includes('username') || fields.includes('login'));
}

/** The rows below a row of labels. Null when there is no such row. */
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

function single(line: string): boolean {
  return line !== '' && !/\s/.test(line);
}

/** Several words and nothing else: said about the value rather than the value. */
const prose = /^\p{L}[\p{L}'’-]*[,;:]?(?: [\p{L}'’-]+[,;:]?)+[.!?:]*$/u;

/** The one value among the lines after a label; null when more than one could be it, or none seems to be. */
function valueBelow(lines: readonly string[]): string | null {
  const start = lines.findIndex((line) => line !== '');
  if (start < 0) return '';
  const length = lines.slice(start).indexOf('');
  const end = length < 0 ? lines.length : start + length;
  const first = lines[start] ?? '';
  if (prose.test(first.normalize('NFC'))) return null;
  if (end - start === 1) return single(first) || !lines.slice(end).some(single) ? first : null;
  const singles = lines.slice(start, end).filter(single);
  return singles.length === 1 && single(first) ? first : null;
}

export function entriesOfLines(lines: readonly string[]): readonly Entry[] {
  const read = lines.map(entriesOfLine);
  // For each line, the next one that announces something: the value of a label ends there.
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
