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

/** `ambiguous`: more than one text could be it. Nothing is guessed: a wrong password would lock a service user out. */
type PasteProblem = 'empty' | 'no-username' | 'no-password' | 'ambiguous' | 'too-long';

type Found = { readonly value: string; readonly exact: boolean; readonly mark?: string } | 'none' | 'ambiguous';

/** Dots in the place of a password, or a line drawn across the page. */
const masked = /^[•●∙·*]{3,}$|^([-–—=_~#+])\1{2,}$/u;

/** The one value of a field. Words below a label are only believed where no value stands beside one. */
function theOne(entries: readonly Entry[], field: PastedField): Found {
  const all = entries.filter((entry) => entry.field === field && !masked.test(entry.value ?? ''));
  const firm = all.some(({ place, value }) => place !== 'below' && value !== null);
  const said = all.filter(({ place, value }) => !firm || place !== 'below' || !/\s/.test(value ?? ' '));
  const [first, ...others] = said;
  if (!first) return 'none';
  if (first.value === null || others.some(({ value }) => value !== first.value)) return 'ambiguous';
  const { value, place, mark } = first;
  return { value, exact: place === 'exact', ...(mark === undefined ? {} : { mark }) };
}

/** A page writes the same after each of its labels. What differs may be the beginning of a password. */
function sameMark(username: string | undefined, password: string | undefined): boolean {
  return username === undefined || password === undefined || username === password;
}

const marksOfPages = ['" "', "' '", '` `', '“ ”', '„ “', '„ ”', '« »', '‘ ’', '‚ ‘', '** **', '__ __'];

/** The marks around the text, whatever they are: quotes, emphasis, and a comma after them. */
function wrapping(text: string): { readonly marks: string; readonly inner: string } | null {
  for (const marks of marksOfPages) {
    const [open = '', close = ''] = marks.split(' ');
    const end = [`${close},`, `${close};`, close].find((ending) => text.endsWith(ending));
    if (end === undefined || !text.startsWith(open) || text.length < open.length + end.length) continue;
    return { marks, inner: trimInvisible(text.slice(open.length, -end.length)) };
  }
  return null;
}

/** A backslash or a quote between straight quotes: nobody can tell whether it is written as it is. */
function mayBeEscaped(inner: string, marks: string): boolean {
  return (marks === '" "' || marks === "' '") && (inner.includes('\\') || inner.includes(marks.slice(0, 1)));
}

/** Marks around both are the page's; around the password alone, they may be its own. */
function unwrap(username: string, password: string): { readonly username: string; readonly password: string } | null {
  const outer = wrapping(username);
  const around = wrapping(password);
  if (!outer) return around ? null : { username, password };
  if (around?.marks === outer.marks)
    return mayBeEscaped(around.inner, outer.marks) ? null : unwrap(outer.inner, around.inner);
  return around ? null : unwrap(outer.inner, password);
}

/** Blanks that are not the space key's and entities of markup: the page's or the password's own, nobody can tell. */
function isUncertain(text: string): boolean {
  return hasInvisible(text) || /[^\S ]|&(?:[a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/iu.test(text);
}

function isUsername(text: string): boolean {
  return /^[^\s,;:=|<>"“”„«»]+$/u.test(text) && !hasInvisible(text) && text.length <= lengths.identifier;
}

/** Nothing but the two: a user name, and below or beside it a password. */
function bareEntries(lines: readonly string[]): readonly Entry[] {
  const texts = lines.flatMap((line) => line.split('\t')).filter((text) => text !== '' && !isButton(text));
  const [username = '', password = ''] = texts.map(trimInvisible);
  if (texts.length !== 2 || !isUsername(wrapping(username)?.inner ?? username) || fieldOf(password)) return [];
  return [
    { field: 'username', value: username, place: 'beside' },
    { field: 'password', value: password, place: 'beside' },
  ];
}

const isCredential = ({ field }: Entry): boolean => field === 'username' || field === 'login' || field === 'password';

const tells = (entries: readonly Entry[]): boolean =>
  entries.some(({ field }) => field === 'password') &&
  entries.some(({ field }) => field === 'username' || field === 'login');

/** Cells of a row in plain text, "| a | b |"; none where the line is no such row. */
function cellsOf(line: string): readonly string[] {
  if (!line.startsWith('|') || !line.endsWith('|')) return [];
  const cells = line.slice(1, -1).split(/(?<!\\)\|/);
  return cells.length > 1 ? cells.map(trimInvisible) : [];
}

/** Rows of a table in plain text with their cells parted by tabs. */
function openTable(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => cellsOf(line).some(fieldOf))) return lines;
  return lines.map((line) => cellsOf(line).join('\t').replaceAll('\\|', '|') || line);
}

/** Null when there are texts, but none of them is called anything. */
function entriesOf(text: string): readonly Entry[] | null {
  const lines = (isHtml(text) ? htmlToText(text) : text).split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map(trimInvisible);
  const rows = openTable(lines);
  const readings = [entriesOfForm(text), entriesOfJson(text), entriesOfTable(rows) ?? entriesOfLines(rows)];
  // Labels with a colon, a tab or a line of their own are surer than a blank: beside them, no other reading counts.
  const pairs = readings.flat().some(isCredential) ? [] : entriesOfSpaceSeparatedPairs(rows);
  const reading = [...readings, pairs].find(tells) ?? readings.find((entries) => entries.length > 0);
  if (reading || rows.some(fieldOf)) return reading ?? [];
  const bare = bareEntries(lines);
  return bare.length > 0 || lines.filter((line) => line !== '').length < 2 ? bare : null;
}

const optional = (entries: readonly Entry[], field: PastedField): string | null => {
  const found = theOne(entries, field);
  return typeof found === 'object' && isUsername(found.value) ? found.value : null;
};

function failure(problem: PasteProblem): PastedCredentials {
  return { ok: false, problem };
}

/** Finds user name and password in whatever the admin page showed and a person copied. */
export function readPastedCredentials(text: string): PastedCredentials {
  if (text.length > lengths.paste) return failure('too-long');
  if (trimInvisible(text) === '') return failure('empty');
  const entries = entriesOf(text);
  if (!entries) return failure('ambiguous');
  const named = theOne(entries, 'username');
  const username = named === 'none' ? theOne(entries, 'login') : named;
  const password = theOne(entries, 'password');
  if (username === 'ambiguous' || password === 'ambiguous') return failure('ambiguous');
  if (username === 'none' || username.value === '') return failure('no-username');
  if (password === 'none' || password.value === '') return failure('no-password');
  if (!sameMark(username.mark, password.mark)) return failure('ambiguous');
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
