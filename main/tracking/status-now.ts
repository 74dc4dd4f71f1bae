import type { Stage } from '../submission/submission.ts';
import { hasEnded } from './lifecycle.ts';

/** The end to which this app brought a document. */
interface Done {
  /** The end of its submission. Null: it is still under way. */
  readonly end: Extract<Stage, { readonly kind: 'done' }>['as'] | null;
  /** A check has seen the document signed, rejected or withdrawn. */
  readonly finished: boolean;
}

/** The document as a check saw it last. */
interface Seen {
  readonly status: string;
  readonly gone: boolean;
}

/** Returns the status to which this app brought the document. Null: none, or it does not stand any more. */
function ownStatus({ end, finished }: Done): string | null {
  if (end === 'started') return finished ? null : 'in-progress';
  return end === 'draft' || end === 'withdrawn' ? end : null;
}

/**
 * Returns the status that a document has now: what a check saw, or what this app did since. One that was deleted keeps
 * its end, if it had one. Null: unknown, or there is no document.
 */
export function statusNow(done: Done | null, seen: Seen | null): string | null {
  const own = done === null ? null : ownStatus(done);
  if (seen === null) return own;
  // A list read before the start still shows a draft, and one read before a withdrawal still shows the signing.
  const isBehind = own === 'withdrawn' ? !hasEnded(seen.status) : own === 'in-progress' && seen.status === 'draft';
  const status = isBehind && own !== null ? own : seen.status;
  const isGone = seen.gone || done?.end === 'deleted' || done?.end === 'cancelled';
  return isGone && !hasEnded(status) ? 'deleted' : status;
}
