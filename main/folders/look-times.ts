import type { WatchedFolder } from '../../preload/contract/folder.ts';
import type { Entry } from './folder-entries.ts';
import { isAside } from './folder-scan.ts';
import { setsAside } from './verdict.ts';

const RESCAN_MS = 5 * 60_000;
/** Where the system tells nothing, looking takes at most one part in so many of the time. */
const POLL_SHARE = 40;
const POLL_MS = 5_000;

interface LookTimesDeps {
  readonly monotonic: () => number;
  readonly quietMs: () => number;
  /** How long a file that cannot be sent rests before it is set aside. */
  readonly patienceMs: () => number;
}

/** When the whole folder, and when each of its files, is looked at again although nothing tells of it. */
export function createLookTimes({ monotonic, quietMs, patienceMs }: LookTimesDeps) {
  let nextFull = 0;

  return {
    isWholeDue: (): boolean => monotonic() >= nextFull,
    /** The whole folder was looked at, and it took so long. */
    lookedAtAll(tookMs: number, how: WatchedFolder['how']): void {
      const pollMs = Math.min(RESCAN_MS, Math.max(POLL_MS, tookMs * POLL_SHARE));
      nextFull = monotonic() + (how === 'events' ? RESCAN_MS : pollMs);
    },
    /** The folder is not there, or it refused something. */
    tryAgain(): void {
      nextFull = monotonic() + POLL_MS * 2;
    },
    beginPolling(): void {
      nextFull = Math.min(nextFull, monotonic() + POLL_MS);
    },
    dueOf({ file, verdict, isStable, since }: Entry): number {
      const soonest = monotonic() + POLL_MS;
      if (verdict === null || verdict.kind === 'ignored') return verdict === null ? 0 : Number.POSITIVE_INFINITY;
      if (!isStable) return since + quietMs();
      if (verdict.kind === 'writing' || verdict.kind === 'open') return soonest;
      // Its sidecar is tried again, which a virus scanner holds for a moment.
      if (verdict.kind === 'unreadable' && verdict.who !== '') return soonest;
      const isToBeSetAside = setsAside.has(verdict.kind) && !isAside(file.path);
      return isToBeSetAside ? Math.max(since + patienceMs(), soonest) : Number.POSITIVE_INFINITY;
    },
    /** The time of the next look, at the whole folder or at one of these files. */
    next(entries: Iterable<Entry>): number {
      let next = nextFull;
      for (const { dueAt } of entries) next = Math.min(next, dueAt);
      return next;
    },
  };
}
