import { checkAddress } from './people/address.ts';
import type { TextMark } from './text-marks.ts';

/** What a person should know of the marks in a document before it is sent to the people who are chosen. */
export interface MarkFindings {
  /** Addresses that marks name, of nobody who is chosen. */
  readonly strangers: readonly string[];
  /** Chosen people whom no mark names, while marks name others. */
  readonly without: readonly string[];
  /** Addresses that several marks name. */
  readonly twice: readonly string[];
}

/** Mail programs make no difference between large and small letters, and nearly no service does. */
const mailbox = (email: string): string => (checkAddress(email).same ?? email.trim()).toLowerCase();

/** Nobody can tell whether the hyphen at the end of a line belongs to the address. */
const withoutHyphens = (email: string): string => mailbox(email).replaceAll('-', '');

function isOf({ email, isBroken }: TextMark, person: string): boolean {
  if (email === null) return false;
  return mailbox(email) === mailbox(person) || (isBroken && withoutHyphens(email) === withoutHyphens(person));
}

/** Compares the marks of a document with the people who are chosen. `isWhole`: all of its text was read. */
export function compareMarks(
  { marks, isWhole }: { readonly marks: readonly TextMark[]; readonly isWhole: boolean },
  people: readonly string[],
): MarkFindings {
  const named = marks.filter(({ email }) => email !== null);
  const strangers = new Map<string, string>();
  const counts = new Map<string, { readonly shown: string; count: number }>();
  for (const mark of named) {
    const { email } = mark;
    if (email === null) continue;
    const person = people.find((one) => isOf(mark, one));
    if (person === undefined) strangers.set(mailbox(email), strangers.get(mailbox(email)) ?? email);
    const shown = person ?? email;
    const known = counts.get(mailbox(shown)) ?? { shown, count: 0 };
    known.count += 1;
    counts.set(mailbox(shown), known);
  }
  const without = people.filter((person) => !named.some((mark) => isOf(mark, person)));
  const isNeeded = isWhole && without.length < people.length && marks.length - named.length < without.length;
  return {
    strangers: [...strangers.values()],
    without: isNeeded ? without : [],
    twice: [...counts.values()].filter(({ count }) => count > 1).map(({ shown }) => shown),
  };
}
