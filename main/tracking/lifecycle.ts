import { limits } from '../../preload/contract/limits.ts';

/** The moments of a document as far as we know them, in milliseconds. */
export interface DocumentMoments {
  readonly status: string;
  /** The check that first showed this status. */
  readonly since: number;
  /** The last check that still showed another status. Null: we have never seen another one. */
  readonly notBefore: number | null;
  /** As the service reported them. */
  readonly created: number | null;
  readonly started: number | null;
  readonly completed: number | null;
}

/** What the service does with the document by itself, and when. */
export interface Due {
  readonly what: 'deleted' | 'withdrawn';
  readonly at: number;
  /**
   * `exact`: counted from a moment the service reported. `earliest`: it can happen from then on. `latest`: we saw the
   * status late, so it happens then or sooner.
   */
  readonly bound: 'exact' | 'earliest' | 'latest';
}

const { draft, 'in-progress': running, finished } = limits.lifecycleMs;

const rules: Readonly<Record<string, { what: Due['what']; afterMs: number; reported: keyof DocumentMoments | null }>> =
  {
    draft: { what: 'deleted', afterMs: draft, reported: 'created' },
    'in-progress': { what: 'withdrawn', afterMs: running, reported: 'started' },
    signed: { what: 'deleted', afterMs: finished, reported: 'completed' },
    rejected: { what: 'deleted', afterMs: finished, reported: 'completed' },
    // The service reports no moment of a withdrawal.
    withdrawn: { what: 'deleted', afterMs: finished, reported: null },
  };

/** Counted from the last change of the status. Null: the service says nothing about this status. */
export function dueOf(moments: DocumentMoments): Due | null {
  const rule = Object.hasOwn(rules, moments.status) ? rules[moments.status] : undefined;
  if (rule === undefined) return null;
  const { what, afterMs } = rule;
  const reported = rule.reported === null ? null : moments[rule.reported];
  // A reported moment after the first look at the status is wrong: a clock differs, or the field means something else.
  if (typeof reported === 'number' && reported <= moments.since)
    return { what, at: reported + afterMs, bound: 'exact' };
  if (moments.notBefore !== null) return { what, at: moments.notBefore + afterMs, bound: 'earliest' };
  return { what, at: moments.since + afterMs, bound: 'latest' };
}
