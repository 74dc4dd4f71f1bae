import type { WatchedFolder } from '../../preload/contract/folder.ts';
import type { Clock } from '../clock.ts';
import { isAside } from './file-names.ts';
import { setsAside } from './file-plan.ts';
import type { FileRecord } from './file-table.ts';

type Status = WatchedFolder['status'];

const RESCAN_MS = 5 * 60_000;
/** Where the system tells of changes, full scans take at most one part in so many of the time. */
const RESCAN_SHARE = 400;
/** Where the system tells nothing, they take at most one part in so many. */
const POLL_SHARE = 40;
const POLL_MS = 5_000;
/** A person is called only after this time: a drive may be away for a moment, a virus scanner may hold a file. */
const TROUBLE_MS = 5 * 60_000;

const troubles: ReadonlySet<Status> = new Set(['unreachable', 'replaced', 'read-only', 'failed']);

interface FolderClockDeps {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly quietMs: () => number;
  /** How long a file that cannot be sent rests before it is set aside. */
  readonly patienceMs: () => number;
}

/** When a folder, and when each of its files, is looked at again although nothing tells of it. */
export function createFolderClock({ clock, quietMs, patienceMs }: FolderClockDeps) {
  const { now, monotonic } = clock;
  let nextFull = 0;
  let trouble: { readonly at: number; readonly since: number } | null = null;

  return {
    isScanDue: (): boolean => monotonic() >= nextFull,
    nextScan: (): number => nextFull,
    /** The whole folder was scanned, and it took so long. */
    scanned(tookMs: number, how: WatchedFolder['how']): void {
      const pollMs = Math.min(RESCAN_MS, Math.max(POLL_MS, tookMs * POLL_SHARE));
      nextFull = monotonic() + (how === 'events' ? Math.max(RESCAN_MS, tookMs * RESCAN_SHARE) : pollMs);
    },
    /** The folder is not there, or it refused something. */
    tryAgain(): void {
      nextFull = monotonic() + POLL_MS * 2;
    },
    beginPolling(): void {
      nextFull = Math.min(nextFull, monotonic() + POLL_MS);
    },
    /** Infinity: an event or the next full scan tells when there is something to look at. */
    dueOf({ file, planned, isStable, since, sidecar }: FileRecord): number {
      const kind = planned?.verdict.kind ?? 'ignored';
      if (kind === 'ignored' || kind === 'bad-name') return Number.POSITIVE_INFINITY;
      if (!isStable) return since + quietMs();
      if (sidecar?.kind === 'writing') return Math.max(sidecar.until, monotonic() + 1);
      // A virus scanner holds its sidecar for a moment. An empty file or an open one rests until something tells of it.
      const isAnswerLate = (kind === 'unreadable' && planned?.verdict.who !== '') || kind === 'writing';
      if (isAnswerLate && file.size > 0) return monotonic() + POLL_MS;
      if (!setsAside.has(kind) || isAside(file.path)) return Number.POSITIVE_INFINITY;
      return Math.max(since + patienceMs(), monotonic() + POLL_MS);
    },
    /** The folder itself, and not one of its files, may be the reason that nothing is taken. */
    note(status: Status): void {
      trouble = troubles.has(status) ? (trouble ?? { at: now(), since: monotonic() }) : null;
    },
    /** The time at which the trouble began, when it has lasted long enough to call a person. */
    troubledAt(status: Status): number | null {
      if (trouble === null) return null;
      // A replaced folder calls at once: only a person can say which folder is meant.
      const isDue = status === 'replaced' || monotonic() - trouble.since >= TROUBLE_MS;
      return isDue ? trouble.at : null;
    },
  };
}
