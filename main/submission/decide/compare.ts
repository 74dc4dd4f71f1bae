import { wireName } from '../../signing/multipart.ts';
import type { Decision, Moment, Seen } from '../fact.ts';
import type { Difference, Submission, Wish, WishSignee } from '../submission.ts';
import { changed, needsYou } from './change.ts';
import { prepared } from './next-step.ts';

/**
 * The read-back before the start. The default mode is `timestamp`: a field the service ignored would turn a qualified
 * signature into a simple one, so a mode that is not shown counts as a difference.
 */
export function compare(submission: Submission, seen: Seen, moment: Moment): Decision {
  const differences = [...differencesOfFields(submission.wish, seen), ...differencesOfSignees(submission.wish, seen)];
  if (differences.length === 0) return prepared(submission, moment);
  // A start of a process that ended may arrive after its document was looked at: it did what was asked for.
  if (submission.goal === 'send' && seen.status === 'in-progress' && differences.every(({ what }) => what === 'status'))
    return changed(
      submission,
      { stage: { kind: 'done', as: 'started' }, startedAt: moment.now, reason: null, attempts: 0 },
      moment,
    );
  return needsYou(submission, 'compare', { kind: 'differs', differences }, moment);
}

/** What the answer to the upload shows already, before anybody is added. */
export function differencesOfFields({ file, mode, jurisdiction }: Wish, seen: Seen): readonly Difference[] {
  const found: Difference[] = [];
  if (seen.status !== 'draft') found.push({ what: 'status', wanted: 'draft', found: seen.status });
  if (seen.name !== null && !sameName(seen.name, file.name))
    found.push({ what: 'name', wanted: file.name, found: seen.name });
  if (seen.mode !== mode) found.push({ what: 'mode', wanted: mode, found: seen.mode ?? '' });
  if (seen.jurisdiction !== jurisdiction)
    found.push({ what: 'jurisdiction', wanted: jurisdiction, found: seen.jurisdiction ?? '' });
  return found;
}

export function sameName(one: string, other: string): boolean {
  // The upload escapes some characters of a name; some servers keep the escapes, others undo them.
  return wireName(one) === wireName(other);
}

export function sameAddress(one: string | undefined, other: string): boolean {
  return one !== undefined && one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();
}

function differencesOfSignees({ signees: wanted, scanPredefined }: Wish, seen: Seen): readonly Difference[] {
  const left = [...seen.signees];
  const missing: WishSignee[] = [];
  const pairs: { readonly wanted: number; readonly found: number }[] = [];
  for (const one of wanted) {
    const at = left.findIndex(({ email }) => sameAddress(email, one.email));
    if (at < 0) {
      missing.push(one);
      continue;
    }
    const [same] = left.splice(at, 1);
    if (one.order !== undefined && same?.order !== undefined) pairs.push({ wanted: one.order, found: same.order });
  }
  // A record without an address may be anybody: as many as are missing may be they.
  const nameless = left.filter(({ email }) => email === undefined).length;
  const strangers = left.filter(({ email }) => email !== undefined);
  const complete =
    missing.length <= nameless && (scanPredefined || (strangers.length === 0 && missing.length === nameless));
  const found: Difference[] = [];
  if (!complete) {
    const addresses = (list: readonly { readonly email?: string }[]) =>
      list.map(({ email }) => email ?? '?').join(', ');
    found.push({ what: 'signees', wanted: addresses(wanted), found: addresses(seen.signees) });
  }
  if (!sameSequence(pairs)) {
    const numbers = (which: 'wanted' | 'found') => pairs.map((pair) => pair[which]).join(', ');
    found.push({ what: 'order', wanted: numbers('wanted'), found: numbers('found') });
  }
  return found;
}

/** Groups are numbered by their place, which need not be the number that was asked for: only the sequence counts. */
function sameSequence(pairs: readonly { readonly wanted: number; readonly found: number }[]): boolean {
  const sorted = pairs.toSorted((a, b) => a.wanted - b.wanted);
  return sorted.every((pair, at) => {
    const before = sorted[at - 1];
    return before === undefined || Math.sign(pair.wanted - before.wanted) === Math.sign(pair.found - before.found);
  });
}
