import { toAddress } from './people/address.ts';

/** The wishes that a mark may state in place of a person. `attachments`: people may attach files. */
const wishSlots = ['mode', 'law', 'authority', 'reminder', 'observer', 'right', 'attachments'] as const;
type WishSlot = (typeof wishSlots)[number];
/** What a mark wishes, in the words of the document. */
export type MarkWishes = Readonly<Partial<Record<WishSlot, string>>>;

/** A mark in the text of a document: here signs this person, or nobody in particular. Or it states wishes for signing. */
export interface TextMark {
  readonly email: string | null;
  /** The step, counted from 0. Null: the mark names none. */
  readonly order: number | null;
  /** It runs over the end of a line. Whether the service finds such a mark is not known. */
  readonly isBroken: boolean;
  readonly wishes?: MarkWishes;
}

const personSlots = ['email', 'order', 'place'] as const;
type Slot = (typeof personSlots)[number] | WishSlot;
const slots: readonly Slot[] = [...personSlots, ...wishSlots];
const isWish = (slot: string): slot is WishSlot => wishSlots.some((one) => one === slot);
type Part = { readonly is: 'text'; readonly text: string } | { readonly is: Slot };

/** A form of marks that can be looked for, as a connection file writes it: `#NAME#{email};{order}#`. */
export interface MarkForm {
  readonly parts: readonly Part[];
  /** The text before the first slot. */
  readonly head: string;
  readonly namesPerson: boolean;
  readonly allowsAttachments: boolean;
}

const LONGEST_FORM = 200;
/** Shorter beginnings stand in documents by chance. */
const SHORTEST_HEAD = 3;
const LONGEST_ADDRESS = 254;
const order = /^\d{1,3}$/;
const word = /^[\p{L}\d._-]{1,40}$/u;
const unusable = /[\s\p{C}{}]/u;

function readParts(form: string): readonly Part[] | null {
  const parts: Part[] = [];
  for (const [at, piece] of form.split(/\{([a-z]{1,20})\}/).entries()) {
    if (at % 2 === 0) {
      if (unusable.test(piece)) return null;
      if (piece !== '') parts.push({ is: 'text', text: piece });
      continue;
    }
    const slot = slots.find((one) => one === piece);
    // It stands for no text.
    if (slot === 'attachments') continue;
    if (slot === undefined || parts.some(({ is }) => is === slot)) return null;
    parts.push({ is: slot });
  }
  return parts;
}

/** Reads the form of a mark. Null: marks of such a form could not be told from other text. */
export function readMarkForm(form: string): MarkForm | null {
  const parts = form.length > LONGEST_FORM ? null : readParts(form);
  const [first] = parts ?? [];
  if (!parts || first?.is !== 'text' || first.text.length < SHORTEST_HEAD || parts.at(-1)?.is !== 'text') return null;
  const has = (slot: Slot) => form.includes(`{${slot}}`);
  if (has('order') && has('place')) return null;
  // A mark is for a person, or states wishes.
  if (wishSlots.some(has) && personSlots.some(has)) return null;
  // Between two slots stands a text, else nobody could tell where the first one ends.
  if (parts.some(({ is }, at) => is !== 'text' && parts[at + 1]?.is !== 'text')) return null;
  return { parts, head: first.text, namesPerson: has('email'), allowsAttachments: has('attachments') };
}

/** Reads the forms of a connection file. Those that cannot be used are left out. */
export const readMarkForms = (forms: readonly string[]): readonly MarkForm[] =>
  forms.map(readMarkForm).filter((form) => form !== null);

/** Writes the mark of a person, for a document. Null: no form names a person. */
export function writeMark(
  forms: readonly MarkForm[],
  { email, order: step }: { readonly email: string; readonly order: number },
): string | null {
  const form = forms.find(({ namesPerson }) => namesPerson);
  if (form === undefined) return null;
  const values: Readonly<Record<string, string>> = {
    email: toAddress(email),
    order: String(step),
    place: String(step + 1),
  };
  return form.parts.map((part) => (part.is === 'text' ? part.text : (values[part.is] ?? ''))).join('');
}

/** The values of the slots of a mark. */
interface Values {
  email: string | null;
  order: number | null;
  readonly wishes: Partial<Record<WishSlot, string>>;
}

interface Found extends Readonly<Values> {
  readonly from: number;
  readonly end: number;
}

/** Reads the value of a slot up to the text after it. */
function valueAt(text: string, at: number, after: string): string | null {
  const end = text.slice(at, at + LONGEST_ADDRESS + after.length).indexOf(after);
  return end <= 0 ? null : text.slice(at, at + end);
}

/** Keeps the value of a slot. False: no mark has such a value there. */
function keep(values: Values, slot: Slot, value: string, { head }: MarkForm): boolean {
  if (slot === 'email' || slot === 'observer') {
    // What is no address makes another text of it. A mark inside of it would be swallowed.
    if (!value.includes('@') || unusable.test(value) || value.includes(head)) return false;
    const address = toAddress(value);
    if (slot === 'email') values.email = address;
    else values.wishes[slot] = address;
    // Composing characters may make it longer.
    return address.length <= LONGEST_ADDRESS;
  }
  if (isWish(slot)) {
    values.wishes[slot] = value;
    return word.test(value);
  }
  const step = Number(value) - (slot === 'place' ? 1 : 0);
  values.order = step === -1 ? null : step;
  return order.test(value);
}

function matchAt(text: string, from: number, form: MarkForm): Found | null {
  const values: Values = { email: null, order: null, wishes: form.allowsAttachments ? { attachments: '' } : {} };
  let at = from;
  for (const [index, part] of form.parts.entries()) {
    if (part.is === 'text') {
      if (!text.startsWith(part.text, at)) return null;
      at += part.text.length;
      continue;
    }
    const next = form.parts[index + 1];
    const value = next?.is === 'text' ? valueAt(text, at, next.text) : null;
    if (value === null || !keep(values, part.is, value, form)) return null;
    at += value.length;
  }
  return { from, end: at, ...values };
}

function* allOf(text: string, form: MarkForm): Generator<Found> {
  for (let at = text.indexOf(form.head); at >= 0; at = text.indexOf(form.head, at + 1)) {
    const found = matchAt(text, at, form);
    if (found !== null) yield found;
  }
}

/** Characters that nobody sees. Word and PDF programs put them where a line may end. */
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const hyphens = /[\u2010\u2011]/g;

export interface MarksInText {
  readonly marks: TextMark[];
  readonly isAll: boolean;
}

/**
 * Finds the marks in texts. No mark runs from one text into the next one, but it may run over the end of a line. Takes
 * linear time, and ends after `most` marks: `isAll` says whether there were no more.
 */
export function findMarks(texts: Iterable<string>, forms: readonly MarkForm[], most: number): MarksInText {
  const marks: TextMark[] = [];
  for (const text of texts) {
    const lines = text
      .replace(invisible, '')
      .replace(hyphens, '-')
      .split(/[\n\v\r]/)
      .map((line) => line.trim());
    const ends = new Set<number>();
    let length = 0;
    for (const line of lines) ends.add((length += line.length));
    const joined = lines.join('');
    const found: Found[] = [];
    for (const form of forms)
      for (const one of allOf(joined, form)) {
        // A mark of a person begins as one of nobody: two for each, and a text made to annoy has far more.
        if (found.length > 2 * forms.length * most) return { marks, isAll: false };
        found.push(one);
      }
    // The form of a person begins as the form of nobody does: the longer one is meant.
    found.sort((one, other) => one.from - other.from || other.end - one.end);
    let after = 0;
    for (const { from, end, email, order: step, wishes } of found) {
      if (from < after) continue;
      if (marks.length >= most) return { marks, isAll: false };
      after = end;
      let isBroken = false;
      for (let at = from + 1; at < end; at += 1) isBroken ||= ends.has(at);
      const isPlain = Object.keys(wishes).length === 0;
      marks.push({ email, order: step, isBroken, ...(isPlain ? {} : { wishes }) });
    }
  }
  return { marks, isAll: true };
}
