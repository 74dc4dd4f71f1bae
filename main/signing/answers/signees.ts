import { z } from 'zod';
import { type Fields, recordOf } from './fields.ts';

/** The readable facts about a signee. The shape of the service's record is not documented. */
export interface Signee {
  /** The person's id for operations. It becomes part of an address. */
  readonly id?: string;
  readonly email?: string;
  readonly name?: string;
  readonly language?: string;
  /** The record's `signOrder`, or else the position of its group. */
  readonly order?: number;
  readonly status?: string;
  /** The time of this person's signature or rejection, in milliseconds. */
  readonly decidedAt?: number;
  readonly reason?: string;
  /** The time at which this person opened the document, in milliseconds. */
  readonly viewedAt?: number;
  readonly place?: PlaceOnPage;
}

const placeOnPage = z
  .object({ page: z.int(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .readonly();
/** A rectangle on a page, as the service counts. */
export type PlaceOnPage = z.infer<typeof placeOnPage>;

/** Four times the participants a document may have. A larger answer is cut. */
const MAX_SIGNEES = 2_000;
const MAX_DEPTH = 6;
const MAX_REASON = 2_000;

/** Reads both fields, in any shape, and merges them into one list of people. */
export function readSignees(signees: unknown, ordered: unknown): readonly Signee[] {
  const people = collect(signees);
  const sequence = collect(ordered);
  if (people.length === 0) return sequence;
  const unmatched = new Map<string, Signee[]>();
  for (const one of sequence) {
    const key = one.email?.toLowerCase();
    if (key !== undefined) unmatched.set(key, [...(unmatched.get(key) ?? []), one]);
  }
  const merged = people.map((one) => {
    const same = unmatched.get(one.email?.toLowerCase() ?? '')?.shift();
    if (same === undefined) return one;
    return { ...same, ...one };
  });
  return [...merged, ...[...unmatched.values()].flat()].slice(0, MAX_SIGNEES);
}

function collect(value: unknown): readonly Signee[] {
  const found: Signee[] = [];
  gather(value, undefined, 0, found);
  return found;
}

function gather(value: unknown, order: number | undefined, depth: number, found: Signee[]): void {
  if (depth > MAX_DEPTH || found.length >= MAX_SIGNEES || value === null || value === undefined) return;
  if (Array.isArray(value)) {
    const grouped = depth === 0 && value.some(isGroup);
    for (const [position, one] of value.entries()) gather(one, grouped ? position : order, depth + 1, found);
    return;
  }
  const fields = recordOf(value);
  if (fields === null) {
    found.push({ ...fromText(value), ...(order === undefined ? {} : { order }) });
    return;
  }
  const own = numberOf(fields) ?? order;
  if (!isGroup(value)) {
    const person = fromFields(fields);
    found.push({ ...person, ...(own === undefined ? {} : { order: own }) });
    return;
  }
  for (const [key, one] of Object.entries(fields)) {
    if (typeof one === 'object') gather(one, /^\d{1,6}$/.test(key) ? Number(key) : own, depth + 1, found);
  }
}

/** Tells whether a value is a list of people, or a record that has such lists and is no person itself. */
function isGroup(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  const fields = recordOf(value);
  if (fields === null || addressIn(fields) !== undefined) return false;
  const entries = Object.entries(fields);
  return entries.some(([key, one]) => Array.isArray(one) || (/^\d+$/.test(key) && typeof one === 'object'));
}

function fromText(value: unknown): Signee {
  if (typeof value !== 'string') return {};
  const text = value.trim().slice(0, 1_000);
  if (isAddress(text)) return { email: text };
  const bracket = text.indexOf('<');
  const email = text.slice(bracket + 1, -1);
  const name = withoutQuotes(text.slice(0, Math.max(0, bracket)).trim());
  if (bracket < 0 || !text.endsWith('>') || !isAddress(email) || /[">]/.test(name)) return {};
  return name === '' ? { email } : { email, name };
}

function withoutQuotes(text: string): string {
  const start = text.startsWith('"') ? 1 : 0;
  return text.slice(start, text.length > start && text.endsWith('"') ? -1 : undefined).trim();
}

function fromFields(fields: Fields): Omit<Signee, 'order'> {
  // The record with the status may hold the person in an inner record.
  const inner = Object.values(fields).map(recordOf);
  const all = [fields, ...inner.filter((one) => one !== null)];
  const first = (find: (one: Fields) => string | undefined) => all.map(find).find((one) => one !== undefined);
  const email = first(addressIn);
  const name = first(nameIn);
  const status = first((one) => textAt(one, /^sign(?:ee)?_?status$/i) ?? textAt(one, /status$|^state$/i));
  const at = (key: RegExp) => Date.parse(first((one) => textAt(one, key)) ?? '');
  const [decidedAt, completedAt, viewedAt] = [
    at(/^(?:sign(?:ed|ing|ature)?|reject(?:ed|ion)?|decided)_?(?:time|at|date)$/i),
    at(/^complet(?:ed|ion)_?(?:time|at|date)$/i),
    at(/^(?:view(?:ed)?|open(?:ed)?)_?(?:time|at|date)$/i),
  ];
  const endedAt = Number.isNaN(decidedAt) ? completedAt : decidedAt;
  // `comment` is the note that the sender wrote to this person. The person may write one, too, and not only when rejecting.
  const said = /^(?:reject|declin|refus)/i.test(status ?? '')
    ? /reason$|^(?:reject\w*|signee_?)comment$/i
    : /reason$|^reject\w*comment$/i;
  const reason = first((one) => textAt(one, said));
  const id = first((one) => textAt(one, /^(?:signee|observer)_?id$/i, isPlainId));
  const place = placeIn(fields);
  const language = first((one) => textAt(one, /^lang(?:uage)?$/i));
  return {
    ...(id === undefined ? {} : { id }),
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name }),
    ...(language === undefined ? {} : { language }),
    ...(status === undefined ? {} : { status }),
    ...(Number.isNaN(endedAt) ? {} : { decidedAt: endedAt }),
    ...(Number.isNaN(viewedAt) ? {} : { viewedAt }),
    ...(reason === undefined ? {} : { reason: reason.slice(0, MAX_REASON) }),
    ...(place === undefined ? {} : { place }),
  };
}

function placeIn(fields: Fields): PlaceOnPage | undefined {
  const { pageNumber: page, x, y, width, height } = recordOf(fields['autographPosition']) ?? {};
  return placeOnPage.safeParse({ page, x, y, width, height }).data;
}

function addressIn(fields: Fields): string | undefined {
  const named = textAt(fields, /mail/i, isAddress);
  return named ?? textAt(fields, /^/, isAddress);
}

function nameIn(fields: Fields): string | undefined {
  const whole = textAt(fields, /^(?:display|full)?_?name$/i);
  if (whole !== undefined) return whole;
  const parts = [textAt(fields, /^first_?name$/i), textAt(fields, /^last_?name$/i)].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? undefined : parts.join(' ');
}

function numberOf(fields: Fields): number | undefined {
  const found = Object.entries(fields).find(
    ([key, value]) => /^(?:sign_?)?order$/i.test(key) && Number.isInteger(value),
  );
  return typeof found?.[1] === 'number' ? found[1] : undefined;
}

function textAt(fields: Fields, key: RegExp, fits: (text: string) => boolean = () => true): string | undefined {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' && value.trim() !== '' && key.test(name) && fits(value.trim())) return value.trim();
  }
  return undefined;
}

/** Tells whether an id is safe as a part of an address, because it cannot lead to another one. */
const isPlainId = (text: string): boolean => /^[\w-]{1,100}$/.test(text);

function isAddress(text: string): boolean {
  return text.length <= 320 && /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text);
}
