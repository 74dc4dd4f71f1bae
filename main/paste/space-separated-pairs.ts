import type { Entry } from './labelled-values.ts';
import { fieldOf, longestLabel } from './labels.ts';

const minPasswordLength = 8;

/** A label, one space, and a value without spaces. */
const pair = /^(.*\S)[^\S\t](\S+)$/;

/** An ordinary word, which may follow a label in a sentence: "Password forgotten?", "Password-protected", "E-Mail". */
const word = /^\p{Lu}?[\p{Ll}\p{M}'’-]*(?:-\p{Lu}[\p{Ll}\p{M}]*)*[.,;:!?…]*$|^\p{Lu}+[.,;:!?…]*$/u;

function looksLikePassword(value: string): boolean {
  return value.length >= minPasswordLength && !word.test(value.normalize('NFC'));
}

function entryOf(line: string): Entry | null {
  const space = Math.max(line.lastIndexOf(' '), line.lastIndexOf('\u00a0'));
  if (space < 0 || space > longestLabel) return null;
  const [, label = '', value = ''] = pair.exec(line) ?? [];
  const field = label === '' ? null : fieldOf(label);
  const isOurs = field === 'username' || field === 'login' || (field === 'password' && looksLikePassword(value));
  // If the whole line is a label, such as "Username service", its last word is no value.
  return isOurs && !fieldOf(line) ? { field, value, place: 'beside', mark: ' ' } : null;
}

/**
 * Reads "Username anna-service" and "Password s3cret…". A sentence may begin with the same words, so we need both lines
 * and a password that is no ordinary word.
 */
export function entriesOfSpaceSeparatedPairs(lines: readonly string[]): readonly Entry[] {
  const entries = lines.map(entryOf).filter((entry) => entry !== null);
  const has = (...fields: readonly string[]) => entries.some(({ field }) => fields.includes(field));
  return has('password') && has('username', 'login') ? entries : [];
}
