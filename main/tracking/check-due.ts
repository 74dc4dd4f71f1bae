/**
 * The longest time between two checks of a connection where nothing is open. Documents that were made elsewhere appear
 * only by a check, so checks never end: what is signed stays for 14 days, and a person can check at any time.
 */
export const IDLE_MS = 4 * 60 * 60_000;

export interface CheckNeed {
  /** The last check that showed the list. Null: there was none. */
  readonly checkedAt: number | null;
  /** A submission, a draft, a document that people sign or a missing copy: something may change soon. */
  readonly isOpen: boolean;
  /** The person has the list of this connection before them. */
  readonly isLookedAt: boolean;
}

/** Tells whether a check is worth its request, once the service allows one. */
export function isCheckDue({ checkedAt, isOpen, isLookedAt }: CheckNeed, now: number): boolean {
  // A check of the future: the clock was set back, and nobody knows how long ago it was.
  if (isOpen || isLookedAt || checkedAt === null || checkedAt > now) return true;
  return now - checkedAt >= IDLE_MS;
}
