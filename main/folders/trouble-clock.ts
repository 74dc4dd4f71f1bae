import type { WatchedFolder } from '../../preload/contract/folder.ts';

type Status = WatchedFolder['status'];

/** A person is called only after this time: a drive may be away for a moment, a virus scanner may hold a file. */
const TROUBLE_MS = 5 * 60_000;

const troubles: ReadonlySet<Status> = new Set(['unreachable', 'replaced', 'read-only', 'failed']);

/** Knows since when the folder itself, and not one of its files, is the reason that nothing is taken. */
export function createTroubleClock({
  now,
  monotonic,
}: {
  readonly now: () => number;
  readonly monotonic: () => number;
}) {
  let since: { readonly at: number; readonly monotonic: number } | null = null;
  return {
    note(status: Status): void {
      since = troubles.has(status) ? (since ?? { at: now(), monotonic: monotonic() }) : null;
    },
    /** The time at which the trouble began, when it has lasted long enough to call a person. */
    since(status: Status): number | null {
      if (since === null) return null;
      // A replaced folder calls at once: only a person can say which folder is meant.
      const isDue = status === 'replaced' || monotonic() - since.monotonic >= TROUBLE_MS;
      return isDue ? since.at : null;
    },
  };
}
