import type { SignPlace } from '../../../preload/contract/sending.ts';
import { isSameName, isSameText } from '../document-name.ts';
import type { Decision, Moment, Seen } from '../fact.ts';
import type { Difference, DraftWords, Submission, Wish, WishSignee } from '../submission.ts';
import { askPerson, change } from './change.ts';
import { afterComparison, findMissing } from './next-step.ts';

/**
 * Compares the document with the choices before the start. The service's default mode is `timestamp`: if it ignored our
 * field, a qualified signature would become a simple one. So a missing mode counts as a difference.
 */
export function compare(submission: Submission, seen: Seen, moment: Moment): Decision {
  const wish = expectedNow(submission);
  const differences = [
    ...compareFields(wish, seen),
    ...compareWords(submission.draft, seen),
    ...compareSignees(wish, seen),
    ...compareObservers(submission, seen),
  ];
  if (differences.length === 0) return afterComparison(submission, moment);
  // If the app was killed during a start, that start may reach the service after our look. The person wanted it: done.
  const isWanted = submission.goal === 'send' && findMissing(submission) === null;
  // A look that came too early may have called a start vain, and people may have signed since.
  const hasBegun =
    seen.status === 'in-progress' ||
    (submission.vainCalls > 0 && (seen.status === 'signed' || seen.status === 'rejected'));
  if (isWanted && hasBegun && differences.every(({ what }) => what === 'status'))
    return change(
      submission,
      { stage: { kind: 'done', as: 'started' }, startedAt: moment.now, reason: null, attempts: 0 },
      moment,
    );
  return askPerson(submission, 'compare', { kind: 'differs', differences }, moment);
}

/** Compares the fields that the answer to the upload shows, before we add signees. */
export function compareFields({ file, mode, jurisdiction }: Wish, seen: Seen): readonly Difference[] {
  const found: Difference[] = [];
  if (seen.status !== 'draft') found.push({ what: 'status', wanted: 'draft', found: seen.status });
  if (seen.name !== null && !isSameName(seen.name, file.name))
    found.push({ what: 'name', wanted: file.name, found: seen.name });
  if (seen.mode !== mode) found.push({ what: 'mode', wanted: mode, found: seen.mode ?? '' });
  if (seen.jurisdiction !== jurisdiction)
    found.push({ what: 'jurisdiction', wanted: jurisdiction, found: seen.jurisdiction ?? '' });
  return found;
}

/** Returns how the document should be now: of a draft that a person completes, not all is done yet. */
function expectedNow({ draft, wish, signeesAdded }: Submission): Wish {
  // The people of its signature fields are on the draft, and were shown.
  return draft === undefined ? wish : { ...wish, scanPredefined: false, signees: wish.signees.slice(0, signeesAdded) };
}

/** Compares sender and comment of a draft, which others may have changed. A word that was there is shown, or removed. */
function compareWords(draft: DraftWords | undefined, seen: Seen): readonly Difference[] {
  if (draft === undefined) return [];
  return (['alias', 'comment'] as const).flatMap((what) => {
    const wanted = draft[what];
    const found = seen[what] ?? '';
    return isSameText(found, wanted) ? [] : [{ what, wanted, found }];
  });
}

/**
 * Compares the people in copy before the start. Nobody chooses any here: a document may name them itself, and others may
 * add them. What its fields ask for, and who stands on a draft that rested, a person saw before Send.
 */
function compareObservers({ draft, rested, goal, wish }: Submission, { observers = [] }: Seen): readonly Difference[] {
  if (goal !== 'send') return [];
  const isShown = rested || (wish.scanPredefined && wish.fieldsRead === true);
  const wanted = draft === undefined && !isShown ? [] : draft?.observers;
  const sorted = (all: readonly string[]) => [...new Set(all.map(plainAddress))].toSorted().join(', ');
  if (wanted === undefined || sorted(wanted) === sorted(observers)) return [];
  return [{ what: 'observers', wanted: wanted.join(', '), found: observers.join(', ') }];
}

/** Returns an address as a text that is equal in capitals and for composed letters. */
export const plainAddress = (email: string): string => email.normalize('NFC').toLowerCase();

export function isSameAddress(one: string | undefined, other: string): boolean {
  return one !== undefined && plainAddress(one) === plainAddress(other);
}

/** Tells whether everybody in the document is in the list of the person. */
export const namesAll = ({ signees }: Wish, seen: Seen): boolean =>
  seen.signees.every(({ email }) => signees.some((one) => isSameAddress(email, one.email)));

/** Counts the first signees of the list that the document has, knowing that the first `added` of them were added. */
export function countSigneesThere({ signees }: Wish, seen: Seen, added = 0): number {
  const left = seen.signees.map(({ email }) => (email === undefined ? null : plainAddress(email)));
  const take = (email: string) => {
    const at = left.indexOf(plainAddress(email));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  for (const { email } of signees.slice(0, added)) take(email);
  const missing = signees.slice(added).findIndex(({ email }) => !take(email));
  return missing < 0 ? signees.length : added + missing;
}

function compareSignees({ signees: wanted, scanPredefined }: Wish, seen: Seen): readonly Difference[] {
  const left = [...seen.signees];
  const missing: WishSignee[] = [];
  const pairs: Pair[] = [];
  const misplaced: Misplaced[] = [];
  for (const one of wanted) {
    const at = left.findIndex(({ email }) => isSameAddress(email, one.email));
    if (at < 0) {
      missing.push(one);
      continue;
    }
    const [same] = left.splice(at, 1);
    if (one.order !== undefined) pairs.push({ wanted: one.order, found: same?.order });
    if (one.place !== undefined && !isSamePlace(one.place, same?.place))
      misplaced.push({ wanted: one.place, found: same?.place });
  }
  // A record without an address may be any of the missing signees.
  const nameless = left.filter(({ email }) => email === undefined).length;
  const strangers = left.filter(({ email }) => email !== undefined);
  // A person who named nobody wants whom the signature fields name, but nobody twice, and nobody without an address.
  const isOnce = new Set(strangers.map(({ email = '' }) => plainAddress(email))).size === strangers.length;
  const byFields = wanted.length === 0 && scanPredefined;
  const isAsFields = isOnce && strangers.length > 0 && nameless === 0;
  const complete = byFields ? isAsFields : strangers.length === 0 && missing.length === nameless;
  const found: Difference[] = [];
  if (!complete) {
    const addresses = (list: readonly { readonly email?: string }[]) =>
      list.map(({ email }) => email ?? '?').join(', ');
    found.push({ what: 'signees', wanted: addresses(wanted), found: addresses(seen.signees) });
  }
  // The service adds the people of signature fields itself, so only an order that it shows is ours.
  const isShown = pairs.every((pair) => pair.found !== undefined);
  const isOrdered = new Set(pairs.map((pair) => pair.wanted)).size > 1;
  const isUnknown = scanPredefined && isOrdered && !isShown;
  if (isUnknown || !isSameSequence(pairs)) {
    const numbers = (which: 'wanted' | 'found') => pairs.map((pair) => pair[which] ?? '?').join(', ');
    found.push({ what: 'order', wanted: numbers('wanted'), found: numbers('found') });
  }
  if (misplaced.length > 0) {
    const places = (which: 'wanted' | 'found') =>
      misplaced.flatMap((one) => one[which] ?? []).map(({ page, x, y }) => `${page}: ${x}, ${y}`);
    found.push({ what: 'place', wanted: places('wanted').join('; '), found: places('found').join('; ') });
  }
  return found;
}

/** A service that does not know places drops them without a word, and another one may round them. */
const isSamePlace = (wanted: SignPlace, found: SignPlace | undefined): boolean =>
  found?.page === wanted.page &&
  (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(found[side] - wanted[side]) <= 1);

/** A signee whose signature would stand elsewhere than chosen. */
interface Misplaced {
  readonly wanted: SignPlace;
  readonly found: SignPlace | undefined;
}

/** The order of one signee as chosen, and as the service shows it. */
interface Pair {
  readonly wanted: number;
  readonly found: number | undefined;
}

/** Compares only the sequence. The service numbers groups by their place, not by our numbers. */
function isSameSequence(pairs: readonly Pair[]): boolean {
  const shown = pairs.flatMap(({ wanted, found }) => (found === undefined ? [] : [{ wanted, found }]));
  const sorted = shown.toSorted((a, b) => a.wanted - b.wanted);
  return sorted.every((pair, at) => {
    const before = sorted[at - 1];
    return before === undefined || Math.sign(pair.wanted - before.wanted) === Math.sign(pair.found - before.found);
  });
}
