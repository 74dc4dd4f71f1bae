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

/** ASCII throughout, and no domain that a check would turn into another one: `xn--` is Punycode, and `0x7f` a number. */
const plain = /^[\x21-\x7e]+@(?:(?!xn--)[a-z\d-]+\.)+(?!xn--)[a-z][a-z\d-]*$/i;

/** Mail programs make no difference between large and small letters, and nearly no service does. */
function mailbox(email: string): string {
  const text = email.trim();
  // Checking a domain takes long, and would not change these.
  return (plain.test(text) ? text : (checkAddress(text).same ?? text)).toLowerCase();
}

/** Nobody can tell whether the hyphen at the end of a line belongs to the address. */
const withoutHyphens = (box: string): string => box.replaceAll('-', '');

/** One mailbox, in the spelling of a document or of a person. */
interface Spelled {
  readonly email: string;
  readonly box: string;
  readonly hyphenless: string;
}

function spell(email: string): Spelled {
  const box = mailbox(email);
  return { email, box, hyphenless: withoutHyphens(box) };
}

interface NamedMarks {
  /** The number of marks that name nobody, and state no wishes either. */
  readonly blank: number;
  readonly all: readonly (Spelled & { readonly isBroken: boolean })[];
  readonly boxes: ReadonlySet<string>;
  /** Of the broken ones. */
  readonly hyphenless: ReadonlySet<string>;
}

/** The marks of a document stay the same, while its people are compared with them again and again. */
const known = new WeakMap<readonly TextMark[], NamedMarks>();

function namedIn(marks: readonly TextMark[]): NamedMarks {
  const before = known.get(marks);
  if (before !== undefined) return before;
  const all = marks.flatMap(({ email, isBroken }) => (email === null ? [] : [{ ...spell(email), isBroken }]));
  const broken = all.filter(({ isBroken }) => isBroken);
  const named = {
    blank: marks.filter(({ email, wishes }) => email === null && wishes === undefined).length,
    all,
    boxes: new Set(all.map(({ box }) => box)),
    hyphenless: new Set(broken.map(({ hyphenless }) => hyphenless)),
  };
  known.set(marks, named);
  return named;
}

function firstOf<Value>(entries: Iterable<readonly [string, Value]>): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  for (const [key, value] of entries) if (!found.has(key)) found.set(key, value);
  return found;
}

/**
 * Compares the marks of a document with the people who are chosen. `isWhole`: all of its text was read. Takes linear
 * time: a document made to annoy has thousands of marks.
 */
export function compareMarks(
  { marks, isWhole }: { readonly marks: readonly TextMark[]; readonly isWhole: boolean },
  people: readonly string[],
): MarkFindings {
  const named = namedIn(marks);
  const chosen = people.map(spell);
  const byBox = firstOf(chosen.map((one) => [one.box, one]));
  const byHyphenless = firstOf(chosen.map((one) => [one.hyphenless, one]));
  const strangers = new Map<string, string>();
  const counts = new Map<string, { readonly shown: string; count: number }>();
  for (const mark of named.all) {
    const person = mark.isBroken ? byHyphenless.get(mark.hyphenless) : byBox.get(mark.box);
    if (person === undefined && !strangers.has(mark.box)) strangers.set(mark.box, mark.email);
    const { box, email } = person ?? mark;
    const counted = counts.get(box);
    if (counted === undefined) counts.set(box, { shown: email, count: 1 });
    else counted.count += 1;
  }
  const without = chosen
    .filter(({ box, hyphenless }) => !named.boxes.has(box) && !named.hyphenless.has(hyphenless))
    .map(({ email }) => email);
  const isNeeded = isWhole && without.length < people.length && named.blank < without.length;
  return {
    strangers: [...strangers.values()],
    without: isNeeded ? without : [],
    twice: [...counts.values()].filter(({ count }) => count > 1).map(({ shown }) => shown),
  };
}
