import type { Entry } from './labelled-values.ts';
import { fieldOf, longestLabel } from './labels.ts';

const shortestPassword = 8;

/** A label, one blank and a value without blanks. */
const pair = /^(.*\S)[^\S\t](\S+)$/;

/** A word, as it follows a label in a sentence: "Password forgotten?", "Password-protected", "E-Mail". */
const word = /^\p{Lu}?[\p{Ll}\p{M}'’-]*(?:-\p{Lu}[\p{Ll}\p{M}]*)*[.,;:!?…]*$|^\p{Lu}+[.,;:!?…]*$/u;

function isPassword(value: string): boolean {
  return value.length >= shortestPassword && !word.test(value.normalize('NFC'));
}

function entryOf(line: string): Entry | null {
  const blank = Math.max(line.lastIndexOf(' '), line.lastIndexOf('\u00a0'));
  if (blank < 0 || blank > longestLabel) return null;
  const [, label = '', value = ''] = pair.exec(line) ?? [];
  const field = label === '' ? null : fieldOf(label);
  const isOurs = field === 'username' || field === 'login' || (field === 'password' && isPassword(value));
  // A value that is itself a word of labels makes the line a longer label: "Username service".
  return isOurs && !fieldOf(line) ? { field, value, place: 'beside', mark: ' ' } : null;
}

/**
 * "Username anna-service" above "Password s3cret…". A sentence may begin with the same words, so both lines have to be
 * there, and the password must be none that a sentence could hold.
 */
export function entriesOfSpaceSeparatedPairs(lines: readonly string[]): readonly Entry[] {
  const entries = lines.map(entryOf).filter((entry) => entry !== null);
  const has = (...fields: readonly string[]) => entries.some(({ field }) => fields.includes(field));
  return has('password') && has('username', 'login') ? entries : [];
}
