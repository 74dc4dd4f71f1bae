import { limits } from '../../preload/contract/limits.ts';
import { isOver } from '../../shared/signee-state.ts';

/** The moments of a document as far as we know them, in milliseconds. */
export interface DocumentMoments {
  readonly status: string;
  /** The check that first showed this status. */
  readonly since: number;
  /** The last check that still showed another status. Null: we have never seen another one. */
  readonly notBefore: number | null;
  /** The times as the service reported them. */
  readonly created: number | null;
  readonly started: number | null;
  readonly completed: number | null;
  /** The people as the last look showed them. */
  readonly signees?: readonly { readonly status: string | null }[] | null;
  /** The status of the signing as the last list showed it. */
  readonly signStatus?: string | null;
}

/** The next automatic step of the service with the document, and its time. */
export interface Due {
  readonly what: 'deleted' | 'withdrawn';
  readonly at: number;
  /**
   * `exact`: counted from a moment the service reported, which was the last change. `earliest`: it can happen from then on.
   * `latest`: we saw the status late, so it happens then or sooner.
   */
  readonly bound: 'exact' | 'earliest' | 'latest';
}

const { draft, 'in-progress': running, finished } = limits.lifecycleMs;

const rules: Readonly<
  Record<string, { what: Due['what']; afterMs: number; reported: 'created' | 'started' | 'completed' | null }>
> = {
  draft: { what: 'deleted', afterMs: draft, reported: 'created' },
  'in-progress': { what: 'withdrawn', afterMs: running, reported: 'started' },
  signed: { what: 'deleted', afterMs: finished, reported: 'completed' },
  rejected: { what: 'deleted', afterMs: finished, reported: 'completed' },
  // The service reports no moment of a withdrawal.
  withdrawn: { what: 'deleted', afterMs: finished, reported: null },
};

const ruleOf = ({ status }: DocumentMoments) => (Object.hasOwn(rules, status) ? rules[status] : undefined);

/** Returns the beginning of the status as the service reported it. */
function reportedOf(moments: DocumentMoments): number | null {
  const field = ruleOf(moments)?.reported ?? null;
  const reported = field === null ? null : moments[field];
  // A reported moment after the first look at the status is wrong: a clock differs, or the field means something else.
  return reported !== null && reported <= moments.since ? reported : null;
}

/** Returns when the status began: reported, or seen to change between two checks. Null: older than our first look. */
export const beganAt = (moments: DocumentMoments): number | null =>
  reportedOf(moments) ?? (moments.notBefore === null ? null : moments.since);

/** Tells whether the document was signed, rejected or withdrawn. */
export const hasEnded = isOver;

/** Returns the time of the last check that showed another status. Null: unknown, as the clock was set back since it. */
const lastCheckBefore = ({ since, notBefore }: Pick<DocumentMoments, 'since' | 'notBefore'>): number | null =>
  notBefore !== null && notBefore <= since ? notBefore : null;

/** A check that noticed the end later than this after the one before does not tell when it was. */
const CLOSELY_MS = 60 * 60_000;

/**
 * Returns when the document was signed, rejected or withdrawn: reported, or noticed soon after it. Null: it has not ended,
 * or nobody knows when, for example because the app was off.
 */
export function endedAt({ status, since, notBefore, completed }: DocumentMoments): number | null {
  if (!hasEnded(status)) return null;
  const before = lastCheckBefore({ since, notBefore });
  const isClose = before !== null && since - before <= CLOSELY_MS;
  return completed ?? (isClose ? since : null);
}

/** Tells whether the last change of the status is known. A signature may count as one and begin the period anew. */
function isLastChange({ status, signees, signStatus = null }: DocumentMoments): boolean {
  if (status !== 'in-progress') return true;
  const known = (signees ?? []).map((signee) => signee.status);
  // Either may be older than the other: one that tells of a signature is enough.
  if (signStatus === 'in-progress' || known.includes('signed')) return false;
  return signStatus === 'pending' || (known.length > 0 && !known.includes(null));
}

/**
 * Returns the deadline, counted from the last change of the status. Null: the service says nothing about this status.
 */
export function dueOf(moments: DocumentMoments): Due | null {
  const rule = ruleOf(moments);
  if (rule === undefined) return null;
  const { what, afterMs } = rule;
  const reported = reportedOf(moments);
  if (reported !== null) return { what, at: reported + afterMs, bound: isLastChange(moments) ? 'exact' : 'earliest' };
  const before = lastCheckBefore(moments);
  if (before !== null) return { what, at: before + afterMs, bound: 'earliest' };
  return { what, at: moments.since + afterMs, bound: 'latest' };
}
