import { lengths } from '../../preload/contract/limits.ts';
import { longestSecretBytes } from '../keychain/keychain-entry.ts';
import { Secret } from '../signing/secret.ts';
import { htmlToText, isHtml } from './html-to-text.ts';
import { hasInvisible, trimInvisible } from './invisible-characters.ts';
import { type Entry, entriesOfForm, entriesOfJson, entriesOfLines, entriesOfTable } from './labelled-values.ts';
import { fieldOf, isButton, type PastedField } from './labels.ts';
import { entriesOfSpaceSeparatedPairs } from './space-separated-pairs.ts';

export type PastedCredentials =
  | {
      readonly ok: true;
      readonly username: string;
      readonly password: Secret;
      readonly accountId: string | null;
      readonly creatorEmail: string | null;
      readonly state: string | null;
    }
  | { readonly ok: false; readonly problem: PasteProblem };

/** `ambiguous`: several texts could be the value. We never guess: wrong passwords would lock the service user. */
type PasteProblem = 'empty' | 'no-username' | 'no-password' | 'ambiguous' | 'too-long';

type Found = { readonly value: string; readonly exact: boolean; readonly mark?: string } | 'none' | 'ambiguous';

/** Dots that hide a password, or a line of dashes across the page. */
const masked = /^[•●∙·*]{3,}$|^([-–—=_~#+])\1{2,}$/u;

/** Finds the only value of a field. Several words below a label count only if no label has a value beside it. */
function onlyValueOf(entries: readonly Entry[], field: PastedField): Found {
  const all = entries.filter((entry) => entry.field === field && !masked.test(entry.value ?? ''));
  const hasFirm = all.some(({ place, value }) => place !== 'below' && value !== null);
  const candidates = all.filter(({ place, value }) => !hasFirm || place !== 'below' || !/\s/.test(value ?? ' '));
  const [first, ...others] = candidates;
  if (!first) return 'none';
  if (first.value === null || others.some(({ value }) => value !== first.value)) return 'ambiguous';
  const { value, place, mark } = first;
  return { value, exact: place === 'exact', ...(mark === undefined ? {} : { mark }) };
}

/** Tells whether both separators are the same. A page uses one after every label, so another may begin the password. */
function haveSameMark(username: string | undefined, password: string | undefined): boolean {
  return username === undefined || password === undefined || username === password;
}

const marksOfPages = ['" "', "' '", '` `', '“ ”', '„ “', '„ ”', '« »', '‘ ’', '‚ ‘', '** **', '__ __'];

/** Finds quotes or emphasis around the text, with a comma or semicolon after them. */
function findMarks(text: string): { readonly marks: string; readonly inner: string } | null {
  for (const marks of marksOfPages) {
    const [open = '', close = ''] = marks.split(' ');
    const end = [`${close},`, `${close};`, close].find((ending) => text.endsWith(ending));
    if (end === undefined || !text.startsWith(open) || text.length < open.length + end.length) continue;
    return { marks, inner: trimInvisible(text.slice(open.length, -end.length)) };
  }
  return null;
}

/** Tells whether straight quotes contain a backslash or quote: it may be an escape or a part of the password. */
function mayBeEscaped(inner: string, marks: string): boolean {
  return (marks === '" "' || marks === "' '") && (inner.includes('\\') || inner.includes(marks.slice(0, 1)));
}

/** Removes marks around both values. Null when only the password has marks: they may be a part of it. */
function unwrap(username: string, password: string): { readonly username: string; readonly password: string } | null {
  const outer = findMarks(username);
  const around = findMarks(password);
  if (!outer) return around ? null : { username, password };
  if (around?.marks === outer.marks)
    return mayBeEscaped(around.inner, outer.marks) ? null : unwrap(outer.inner, around.inner);
  return around ? null : unwrap(outer.inner, password);
}

/** Finds unusual spaces and HTML entities: they may come from the page or belong to the password. */
function isUncertain(text: string): boolean {
  return hasInvisible(text) || /[^\S ]|&(?:[a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/iu.test(text);
}

function isUsername(text: string): boolean {
  return /^[^\s,;:=|<>"“”„«»]+$/u.test(text) && !hasInvisible(text) && text.length <= lengths.identifier;
}

/** Reads a text without labels: only a user name, and a password below or beside it. */
function bareEntries(lines: readonly string[]): readonly Entry[] {
  const texts = lines.flatMap((line) => line.split('\t')).filter((text) => text !== '' && !isButton(text));
  const [username = '', password = ''] = texts.map(trimInvisible);
  if (texts.length !== 2 || !isUsername(findMarks(username)?.inner ?? username) || fieldOf(password)) return [];
  return [
    { field: 'username', value: username, place: 'beside' },
    { field: 'password', value: password, place: 'beside' },
  ];
}

const isCredential = ({ field }: Entry): boolean => field === 'username' || field === 'login' || field === 'password';

const hasBothCredentials = (entries: readonly Entry[]): boolean =>
  entries.some(({ field }) => field === 'password') &&
  entries.some(({ field }) => field === 'username' || field === 'login');

/** Returns the cells of a row in plain text, "| a | b |". Empty when the line is no such row. */
function cellsOf(line: string): readonly string[] {
  if (!line.startsWith('|') || !line.endsWith('|')) return [];
  const cells = line.slice(1, -1).split(/(?<!\\)\|/);
  return cells.length > 1 ? cells.map(trimInvisible) : [];
}

/** Replaces the bars of a table in plain text by tabs. */
function barsToTabs(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => cellsOf(line).some(fieldOf))) return lines;
  return lines.map((line) => cellsOf(line).join('\t').replaceAll('\\|', '|') || line);
}

/** Returns the entries of a text. Null when there are several lines, but no labels. */
function entriesOf(text: string): readonly Entry[] | null {
  const lines = (isHtml(text) ? htmlToText(text) : text).split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map(trimInvisible);
  const rows = barsToTabs(lines);
  const attempts = [entriesOfForm(text), entriesOfJson(text), entriesOfTable(rows) ?? entriesOfLines(rows)];
  // A space separates less reliably than a colon, a tab or a line break. Use it only when those found nothing.
  const pairs = attempts.flat().some(isCredential) ? [] : entriesOfSpaceSeparatedPairs(rows);
  const best = [...attempts, pairs].find(hasBothCredentials) ?? attempts.find((entries) => entries.length > 0);
  if (best || rows.some(fieldOf)) return best ?? [];
  const bare = bareEntries(lines);
  return bare.length > 0 || lines.filter((line) => line !== '').length < 2 ? bare : null;
}

const optional = (entries: readonly Entry[], field: PastedField): string | null => {
  const found = onlyValueOf(entries, field);
  return typeof found === 'object' && isUsername(found.value) ? found.value : null;
};

function failure(problem: PasteProblem): PastedCredentials {
  return { ok: false, problem };
}

/** Finds user name and password in a text that a person copied from the admin page. */
export function readPastedCredentials(text: string): PastedCredentials {
  if (text.length > lengths.paste) return failure('too-long');
  if (trimInvisible(text) === '') return failure('empty');
  const entries = entriesOf(text);
  if (!entries) return failure('ambiguous');
  const named = onlyValueOf(entries, 'username');
  const username = named === 'none' ? onlyValueOf(entries, 'login') : named;
  const password = onlyValueOf(entries, 'password');
  if (username === 'ambiguous' || password === 'ambiguous') return failure('ambiguous');
  if (username === 'none' || username.value === '') return failure('no-username');
  if (password === 'none' || password.value === '') return failure('no-password');
  if (!haveSameMark(username.mark, password.mark)) return failure('ambiguous');
  const { exact } = password;
  const both = { username: username.value, password: password.value };
  const bare = exact ? both : unwrap(both.username, both.password);
  if (bare?.password === '') return failure('no-password');
  if (!bare || !isUsername(bare.username) || (!exact && isUncertain(bare.password))) return failure('ambiguous');
  if (Buffer.byteLength(bare.password) > longestSecretBytes) return failure('too-long');
  return {
    ok: true,
    username: bare.username,
    password: new Secret(bare.password),
    accountId: optional(entries, 'account-id'),
    creatorEmail: optional(entries, 'email'),
    state: optional(entries, 'state'),
  };
}
