import type { WatchedFolder } from '../../preload/contract/folder.ts';
import { isAside } from './file-names.ts';
import { type FileRecord, kindOf } from './file-table.ts';
import { type Folder, isOnDrive, mayMove, quietMsOf, type Status } from './folder.ts';
import { nextSentLook, patienceMsOf } from './tidy-up.ts';
import { has } from './verdict.ts';

/** Hints come in swarms, and one turn serves all of them. */
const HINT_MS = 100;
const RESCAN_MS = 5 * 60_000;
/** The share of the time (1/400) that full scans may take where the system reports changes. */
const RESCAN_SHARE = 400;
/** The share of the time (1/40) that full scans may take where the system reports no changes. */
const POLL_SHARE = 40;
const POLL_MS = 5_000;
/** A person is called only after this time: a drive may be away for a moment, a virus scanner may hold a file. */
const TROUBLE_MS = 5 * 60_000;

const troubles: ReadonlySet<Status> = new Set(['unreachable', 'replaced', 'read-only', 'failed']);

/** Notes that the whole folder was scanned, and the time that it took. */
export function scanned(folder: Folder, tookMs: number): void {
  const { now, monotonic } = folder.deps.clock;
  const pollMs = Math.min(RESCAN_MS, Math.max(POLL_MS, tookMs * POLL_SHARE));
  folder.lastLook = now();
  folder.nextScan = monotonic() + (folder.how === 'events' ? Math.max(RESCAN_MS, tookMs * RESCAN_SHARE) : pollMs);
}

/** Plans another try, because the folder is not there or refused something. */
export function tryAgain(folder: Folder, status: Status): void {
  folder.status = status;
  folder.nextScan = folder.deps.clock.monotonic() + POLL_MS * 2;
}

export function setHow(folder: Folder, how: WatchedFolder['how']): void {
  folder.how = how;
  if (how === 'polling') folder.nextScan = Math.min(folder.nextScan, folder.deps.clock.monotonic() + POLL_MS);
}

/** Returns the time to plan a file again. Infinity: an event or the next full scan leads to it. */
export function dueOf(folder: Folder, record: FileRecord): number {
  const { file, planned, isStable, since, sidecar } = record;
  const { monotonic } = folder.deps.clock;
  const kind = kindOf(record);
  if (kind === 'ignored' || kind === 'bad-name') return Number.POSITIVE_INFINITY;
  if (!isStable) return since + quietMsOf(folder);
  if (sidecar?.kind === 'writing') return Math.max(sidecar.until, monotonic() + 1);
  // A virus scanner holds its sidecar for a moment. An empty file or an open one rests until something tells of it.
  const isAnswerLate = (kind === 'unreadable' && planned?.verdict.who !== '') || kind === 'writing';
  if (isAnswerLate && file.size > 0) return monotonic() + POLL_MS;
  if (!has(kind, 'sets-aside') || isAside(file.path) || isOnDrive(folder, file.path)) return Number.POSITIVE_INFINITY;
  return Math.max(since + patienceMsOf(folder), monotonic() + POLL_MS);
}

/** Returns the files to look at now although no event names them. They are planned again, too. */
export function dueFiles({ table, deps }: Folder): readonly string[] {
  const now = deps.clock.monotonic();
  const due = [...table.files.values()].filter(({ dueAt }) => dueAt <= now);
  for (const one of due) {
    one.dueAt = Number.POSITIVE_INFINITY;
    table.touch(one);
  }
  return due.map(({ file }) => file.path);
}

/** Returns the time of the next turn, by the monotonic clock. */
function nextTurn(folder: Folder): number {
  const { monotonic } = folder.deps.clock;
  const hasWork = folder.hinted.size > 0 || folder.table.isStale();
  if (folder.wantsScan || (hasWork && !troubles.has(folder.status))) return monotonic();
  const isPaused = folder.status === 'paused';
  const pauseEnd = isPaused ? monotonic() + folder.pauses.leftOf(folder.rule) : Number.POSITIVE_INFINITY;
  // Nothing is moved while it stands still, so nobody looks whether it should be.
  const moves = folder.status === 'watching' && mayMove(folder);
  let next = Math.min(folder.nextScan, moves ? nextSentLook(folder) : Number.POSITIVE_INFINITY, pauseEnd);
  for (const record of folder.table.files.values())
    if (moves || !has(kindOf(record), 'sets-aside')) next = Math.min(next, record.dueAt);
  return next;
}

/** Notes trouble of the folder itself, and not of its files, as the reason that nothing is taken. */
function noteTrouble(folder: Folder): void {
  const { now, monotonic } = folder.deps.clock;
  folder.trouble = troubles.has(folder.status) ? (folder.trouble ?? { at: now(), since: monotonic() }) : null;
}

/** Returns the time at which the trouble began, when it has lasted long enough to call a person. */
export function troubledAt({ status, trouble, deps }: Folder): number | null {
  if (trouble === null) return null;
  // A replaced folder calls at once: only a person can say which folder is meant.
  const isDue = status === 'replaced' || deps.clock.monotonic() - trouble.since >= TROUBLE_MS;
  return isDue ? trouble.at : null;
}

/** Begins a turn, unless one is running: then the next one follows automatically. */
export function beginTurn(folder: Folder): void {
  const { turns, deps } = folder;
  const { clock } = deps;
  if (turns.isClosed || turns.running !== null) return;
  turns.cancelTimer();
  turns.isSoon = false;
  turns.running = turns.turn().finally(() => {
    turns.running = null;
    if (turns.isClosed) return;
    noteTrouble(folder);
    folder.changed();
    const waitMs = Math.max(HINT_MS, nextTurn(folder) - clock.monotonic());
    turns.cancelTimer = clock.after(waitMs, () => beginTurn(folder));
  });
}

/** Begins a turn in a moment. What is told until then does not put it off: a file that grows tells all the time. */
export function turnSoon(folder: Folder): void {
  const { turns, deps } = folder;
  if (turns.running !== null || turns.isClosed || turns.isSoon) return;
  turns.cancelTimer();
  turns.isSoon = true;
  turns.cancelTimer = deps.clock.after(HINT_MS, () => {
    turns.isSoon = false;
    beginTurn(folder);
  });
}

/** Begins a turn for files that are to be planned again. A folder in trouble has its own time for the next try. */
export function turnForStale(folder: Folder): void {
  if (folder.table.isStale() && !troubles.has(folder.status)) turnSoon(folder);
}

export function lookNow(folder: Folder): void {
  folder.wantsScan = true;
  folder.table.touchAll();
  beginTurn(folder);
}

/** Resolves when no turn is running. */
export async function whenIdle({ turns }: Folder): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- another turn may have begun meanwhile
  while (turns.running !== null) await turns.running;
}

/** Runs what a person asked for between two turns, one after the other. */
export async function betweenTurns<T>(folder: Folder, work: () => Promise<T>): Promise<T> {
  const { turns } = folder;
  const before = turns.asked;
  const { promise, resolve: end } = Promise.withResolvers<void>();
  turns.asked = promise;
  turns.waiting += 1;
  await before;
  await whenIdle(folder);
  turns.waiting -= 1;
  // Begin the work only after `running` is set: what it changes may ask for a turn.
  const ours = Promise.resolve().then(work);
  turns.running = ours.then(
    () => undefined,
    () => undefined,
  );
  try {
    return await ours;
  } finally {
    turns.running = null;
    end();
    beginTurn(folder);
  }
}

export async function endTurns({ turns }: Folder): Promise<void> {
  turns.isClosed = true;
  turns.cancelTimer();
  await turns.running;
}
