import type { WatchedFolder } from '../../preload/contract/folder.ts';

type Status = WatchedFolder['status'];

/** A drive that is away for a moment, or a file that a virus scanner holds, calls nobody. */
const TROUBLE_MS = 5 * 60_000;

const troubles: ReadonlySet<Status> = new Set(['unreachable', 'replaced', 'read-only', 'failed']);

/** Since when a folder takes nothing because of itself. */
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
      // Only a person can say that another folder is meant.
      const isDue = status === 'replaced' || monotonic() - since.monotonic >= TROUBLE_MS;
      return isDue ? since.at : null;
    },
  };
}
