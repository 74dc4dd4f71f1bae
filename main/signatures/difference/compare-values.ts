import { type ChangeKind, harmlessChanges } from '../../../preload/contract/signature-report.ts';
import { PdfDamage } from '../../pdf/pdf-damage.ts';
import type { PdfFile } from '../../pdf/pdf-file.ts';
import {
  isDictionary,
  isList,
  isReference,
  isStream,
  isText,
  type PdfReference,
  type PdfStream,
  type PdfValue,
} from '../../pdf/pdf-value.ts';
import { unpack } from '../../pdf/unpack.ts';
import type { Changes } from './changes.ts';
import { nowhere, type Spot } from './spots.ts';

/** Pairs of objects. A document has a few paths to each; more is told as a change. */
const mostPairs = 3_000_000;

/** References have smaller numbers: others lead nowhere. */
const mostNumber = 2 ** 26;

interface Pair {
  readonly before: PdfValue;
  readonly after: PdfValue;
  readonly kind: ChangeKind;
  readonly spot: Spot;
}

export interface Compared {
  readonly before: PdfFile;
  readonly after: PdfFile;
  /** Both are revisions of the same bytes: what stands at one place is the same. */
  readonly isSameFile: boolean;
  readonly changes: Changes;
}

/**
 * Objects that have an own comparison, such as pages, by a token that is the same in both files. Where a kind stops at
 * them, equal tokens count as equal.
 */
export interface Stops {
  readonly before: ReadonlyMap<number, string>;
  readonly after: ReadonlyMap<number, string>;
}

/** Contents and what they draw with never lead to a page or a field, so they never stop at one. */
const neverStops: ReadonlySet<ChangeKind> = new Set(['page-content', 'page-resources', 'appearance', 'form-fonts']);

/**
 * Compares values and all that they lead to, each pair of objects once for each kind: an object that is reached on
 * several paths is judged on every one of them.
 */
export function createComparison({ before, after, isSameFile, changes }: Compared, stops: Stops) {
  const todo: Pair[] = [];
  const seen = new Map<string, Set<number>>();
  let pairs = 0;

  /** False: this pair of objects was looked at already for this kind. Values inside of others are looked at each time. */
  function isNew({ before: one, after: other, kind }: Pair): boolean {
    if (!isReference(one) || !isReference(other)) return true;
    if (one.generation !== 0 || other.generation !== 0)
      return seenOnce(`${one.generation} ${other.generation} ${kind}`, one, other);
    return seenOnce(kind, one, other);
  }

  function seenOnce(group: string, one: PdfReference, other: PdfReference): boolean {
    const set = seen.get(group) ?? new Set<number>();
    seen.set(group, set);
    // A small number needs no memory of its own, and most objects keep their number.
    const key = one.number === other.number ? -one.number - 1 : one.number * mostNumber + other.number;
    if (set.has(key)) return false;
    pairs += 1;
    if (pairs > mostPairs) {
      changes.add('too-many');
      return false;
    }
    set.add(key);
    return true;
  }

  function stopsAt({ before: one, after: other, kind, spot }: Pair): boolean {
    if (neverStops.has(kind)) return false;
    const token = isReference(one) ? stops.before.get(one.number) : undefined;
    const otherToken = isReference(other) ? stops.after.get(other.number) : undefined;
    if (token === undefined && otherToken === undefined) return false;
    if (token !== otherToken) changes.add(kind, spot);
    return true;
  }

  function push(one: PdfValue | undefined, other: PdfValue | undefined, { kind, spot }: Pair): void {
    todo.push({ before: one ?? null, after: other ?? null, kind, spot });
  }

  function compareLists(one: readonly PdfValue[], other: readonly PdfValue[], pair: Pair): void {
    if (one.length !== other.length) changes.add(pair.kind, pair.spot);
    else for (const [at, value] of one.entries()) push(value, other[at], pair);
  }

  function compareNames(one: ReadonlyMap<string, PdfValue>, other: ReadonlyMap<string, PdfValue>, pair: Pair): void {
    const names = one === other ? one.keys() : new Set([...one.keys(), ...other.keys()]);
    for (const name of names) push(one.get(name), other.get(name), pair);
  }

  function compareStreams(one: PdfStream, other: PdfStream, given: Pair): void {
    // What an annotation draws leads to no field.
    const pair: Pair = given.kind === 'annotation' ? { ...given, kind: 'appearance' } : given;
    const [plain, otherPlain] = isSameFile ? [null, null] : [unpackIn(before, one), unpackIn(after, other)];
    if (plain === null || otherPlain === null) {
      compareNames(one.dictionary, other.dictionary, pair);
      // What begins at one place and has one length is the same.
      const isSame = isSameFile && one.begin === other.begin;
      if (!isSame && !before.packed(one).equals(after.packed(other))) changes.add(pair.kind, pair.spot);
      return;
    }
    const rest = ({ dictionary }: PdfStream) => new Map([...dictionary].filter(([name]) => !packing.includes(name)));
    compareNames(rest(one), rest(other), pair);
    if (!plain.equals(otherPlain)) changes.add(pair.kind, pair.spot);
  }

  function compare(pair: Pair): void {
    if (stopsAt(pair) || !isNew(pair)) return;
    const [one, other] = [before.resolve(pair.before), after.resolve(pair.after)];
    if (isStream(one) && isStream(other)) compareStreams(one, other, pair);
    else if (isDictionary(one) && isDictionary(other)) compareNames(one, other, pair);
    else if (isList(one) && isList(other)) compareLists(one, other, pair);
    else if (isText(one) && isText(other)) {
      if (!one.bytes.equals(other.bytes)) changes.add(pair.kind, pair.spot);
    } else if (one !== other || (typeof one === 'object' && one !== null)) changes.add(pair.kind, pair.spot);
  }

  return {
    compare(one: PdfValue | undefined, other: PdfValue | undefined, kind: ChangeKind, spot: Spot = nowhere): void {
      todo.push({ before: one ?? null, after: other ?? null, kind, spot });
      for (let pair = todo.pop(); pair !== undefined; pair = todo.pop()) {
        const { kind: of } = pair;
        try {
          compare(pair);
        } catch (error) {
          if (!(error instanceof PdfDamage)) throw error;
          const isHarmless = harmlessChanges.some((harmless) => harmless === of);
          changes.add(isHarmless ? of : 'unreadable-part', pair.spot);
        }
      }
    },
  };
}

export type Comparison = ReturnType<typeof createComparison>;

const packing: readonly string[] = ['/Length', '/Filter', '/DecodeParms'];

/** Null: it is packed in another way, as images of cameras are. */
function unpackIn(file: PdfFile, stream: PdfStream): Buffer | null {
  try {
    return unpack(file.packed(stream), stream.dictionary, file.resolve);
  } catch (error) {
    if (error instanceof PdfDamage) return null;
    throw error;
  }
}
