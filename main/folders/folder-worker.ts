import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { WatchedFolder } from '../../preload/contract/folder.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Profile } from '../../preload/contract/profile.ts';
import type { AvailableModes } from '../../preload/contract/sending.ts';
import type { Clock } from '../clock.ts';
import { errorCode } from '../error-code.ts';
import type { Journal } from '../journal/journal.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Submission } from '../submission/submission.ts';
import type { FoundSignees } from './choices-of-file.ts';
import { createClaims } from './claims.ts';
import type { Computer } from './computer.ts';
import { createEntries, type Entry } from './folder-entries.ts';
import { lookAtRoot } from './folder-root.ts';
import { type FolderRule, isPaused } from './folder-rule.ts';
import { isAside, scanFolder } from './folder-scan.ts';
import { ownFolders } from './ignored-names.ts';
import { createJudge, type Judged } from './judge-entry.ts';
import { createKeptContents } from './kept-contents.ts';
import { createLooks, isUninteresting } from './look-at-files.ts';
import { sweepReasons } from './move-file.ts';
import { createOriginals } from './originals.ts';
import { createTakeAll } from './take-all.ts';
import { createTidyUp } from './tidy-up.ts';
import { type FolderFacts, setsAside, type Verdict } from './verdict.ts';

export interface FolderWorkerDeps {
  readonly root: string;
  readonly folderId: string;
  readonly connectionId: string;
  /** Null: a person looks before adding the folder, and nothing in it is touched. */
  readonly marker: string | null;
  readonly rule: () => FolderRule;
  readonly clock: Clock;
  readonly computer: Computer;
  readonly journal: Pick<Journal, 'submissions' | 'documents' | 'folderFiles' | 'settings'>;
  readonly outbox: Pick<Outbox, 'take'>;
  /** What holds for all folders of the connection now. */
  readonly connection: () => ConnectionFacts;
  /** Asks the service for the people in the fields of a PDF. */
  readonly findSignees: (file: {
    readonly path: string;
    readonly size: number;
    readonly name: string;
  }) => Promise<FoundSignees | Problem>;
  /** The text for people without the app, in the language of this one. */
  readonly reasonOf: (verdict: Verdict, name: string) => string;
  readonly newId: () => string;
  readonly onChanged: () => void;
  /** The folder is there, or another drive is mounted in its place: a watcher has to begin anew. */
  readonly onMounted: () => void;
  readonly onFault: (error: unknown) => void;
  /** Filled by tests alone. */
  readonly entries?: typeof createEntries | undefined;
}

export interface ConnectionFacts extends Omit<FolderFacts, 'rule' | 'sentThisHour' | 'isPreview'> {
  readonly profiles: readonly Profile[];
  readonly modes: AvailableModes | null;
  /** The sender name for profiles that have none. */
  readonly sender: string;
}

const HOUR = 60 * 60_000;
const RESCAN_MS = 5 * 60_000;
/** Where the system tells nothing, looking takes at most one part in so many of the time. */
const POLL_SHARE = 40;
const POLL_MS = 5_000;
/** Hints come in swarms: one look for all of them. */
const HINT_MS = 100;
const readsAtOnce = 4;
/** Verdicts between two breaks for other work. */
const sliceFiles = 50;

type Status = WatchedFolder['status'];

/** One watched folder: looks, judges, takes and tidies up, one turn after the other. */
export function createFolderWorker(deps: FolderWorkerDeps) {
  const { root, folderId, clock, journal, rule } = deps;
  const files = journal.folderFiles;
  const { now, monotonic } = clock;
  const isPreview = deps.marker === null;
  const entries = (deps.entries ?? createEntries)(monotonic);
  const claims = createClaims(root, deps.computer, now);
  const originals = createOriginals({ folderId, files, now, isPreview });
  const contents = createKeptContents({ folderId, files, entries, isPreview });
  const judgements = new Map<string, Judged>();
  /** Paths to look at in the next turn. */
  const hinted = new Set<string>();
  let status: Status = 'looking';
  let how: WatchedFolder['how'] = 'polling';
  let lastLook: number | null = null;
  let device = '';
  let scanMs = 0;
  let wantsFull = true;
  let nextFull = 0;
  let running: Promise<void> | null = null;
  let cancelTimer = () => {};
  let isClosed = false;

  const quietMs = () => rule().quietSeconds * 1_000;
  const judge = createJudge({
    root,
    entries,
    claims,
    journal,
    monotonic,
    now,
    takenAt: originals.at,
    missing(submissionId) {
      const one = originals.of(submissionId);
      return one && !entries.entries.has(one.path) ? one : undefined;
    },
    onRenamed: originals.renamed,
    onContent: contents.note,
  });
  const lookAtSome = createLooks({
    root,
    entries,
    contents,
    quietMs,
    onFolder() {
      wantsFull = true;
    },
    onGone: (path) => void judgements.delete(path),
  });
  const tidyUp = createTidyUp({
    ...deps,
    files,
    entries,
    originals,
    contents,
    now,
    monotonic,
    onMoved: (path) => void hinted.add(path),
    onRefused: refusedBy,
  });
  const take = createTakeAll({
    ...deps,
    onFault: tellFault,
    claims,
    originals,
    now,
    undoMs: () => journal.settings.get('undoSeconds') * 1_000,
    factsNow,
    judgeAgain,
    judgedOf: (path) => judgements.get(path) ?? null,
    forgetKnown,
    onChanged: (path) => void hinted.add(path),
    isClosed: () => isClosed,
    onGroup: deps.onChanged,
  });

  function factsNow(): FolderFacts {
    const { profiles: _profiles, sender: _sender, ...connection } = deps.connection();
    const sentThisHour = files.sentSince(folderId, now() - HOUR);
    return { ...connection, rule: rule(), sentThisHour, isPreview };
  }

  function refusedBy(code: string): void {
    status = readOnly.has(code) ? 'read-only' : 'failed';
  }

  async function isSameRoot(): Promise<boolean> {
    const seen = await lookAtRoot(root, deps.marker);
    if (seen.kind !== 'here') {
      status = seen.kind === 'gone' ? 'unreachable' : 'replaced';
      nextFull = monotonic() + POLL_MS * 2;
      return false;
    }
    if (device !== seen.device) {
      entries.restart();
      deps.onMounted();
    }
    device = seen.device;
    return true;
  }

  /** Null: the folder is not there, or it is another one. What we know of its files stays. */
  async function lookAtAll(): Promise<readonly Entry[] | null> {
    const began = monotonic();
    if (!(await isSameRoot())) return null;
    const seen = await scanFolder(root);
    // The drive may have gone while we looked: what looks empty now is not.
    if (!(await isSameRoot())) return null;
    entries.seeAll(seen, quietMs());
    scanMs = monotonic() - began;
    lastLook = now();
    nextFull =
      monotonic() + (how === 'events' ? RESCAN_MS : Math.min(RESCAN_MS, Math.max(POLL_MS, scanMs * POLL_SHARE)));
    for (const entry of entries.entries.values()) {
      contents.recall(entry);
      // A person elsewhere may have released a claim, and a locked file may be free again.
      if (entry.claim?.kind === 'other') entry.claim = null;
      if (entry.content?.ok === false) entry.content = null;
      if (entry.found !== null && 'key' in entry.found) entry.found = null;
    }
    for (const path of judgements.keys()) if (!entries.entries.has(path)) judgements.delete(path);
    if (!isPreview)
      await Promise.all([ownFolders.attention, ownFolders.duplicates].map((one) => sweepReasons(root, one)));
    return [...entries.entries.values()];
  }

  /** When a file has to be looked at again, although nothing tells of it. */
  function dueOf({ file, verdict, isStable, since }: Entry): number {
    const soonest = monotonic() + POLL_MS;
    if (verdict === null || verdict.kind === 'ignored') return verdict === null ? 0 : Number.POSITIVE_INFINITY;
    if (!isStable) return since + quietMs();
    if (verdict.kind === 'writing' || verdict.kind === 'open') return soonest;
    const isToBeSetAside = setsAside.has(verdict.kind) && !isAside(file.path);
    return isToBeSetAside ? Math.max(since + tidyUp.patienceMs(), soonest) : Number.POSITIVE_INFINITY;
  }

  async function judgeAll(touched: readonly Entry[], facts: FolderFacts): Promise<void> {
    const rest = [...touched];
    let done = 0;
    const lane = async () => {
      for (let entry = rest.shift(); entry !== undefined; entry = rest.shift()) {
        if (isClosed) return;
        // oxlint-disable-next-line no-await-in-loop -- a few lanes side by side
        await judgeAgain(entry, facts);
        done += 1;
        // oxlint-disable-next-line no-await-in-loop
        if (done % sliceFiles === 0) await setImmediate();
      }
    };
    await Promise.all(Array.from({ length: readsAtOnce }, lane));
    contents.save();
  }

  async function judgeAgain(entry: Entry, facts: FolderFacts): Promise<void> {
    await judge.prepare(entry, facts);
    const { profiles, sender } = deps.connection();
    const judged = await judge.judge(entry, facts, { profiles, sender });
    entry.verdict = judged.verdict;
    entry.dueAt = dueOf(entry);
    judgements.set(entry.file.path, judged);
  }

  /** The fields of a PDF are asked for only when nobody else says who signs. */
  async function askForSignees(touched: readonly Entry[], facts: FolderFacts): Promise<void> {
    for (const entry of touched) {
      const { path, size, name } = entry.file;
      const chosen = judgements.get(path)?.chosen;
      const isWhole = entry.content?.ok === true && entry.known?.own === null;
      if (!chosen || chosen.isComplete || !isWhole || facts.wait !== null || isAside(path)) continue;
      // oxlint-disable-next-line no-await-in-loop -- one file goes over the network after the other
      entry.found = await deps.findSignees({ path: join(root, path), size, name: name.normalize('NFC') });
      // oxlint-disable-next-line no-await-in-loop
      await judgeAgain(entry, facts);
    }
  }

  /** Something happened to a submission of this content: its files are judged again. */
  function forgetKnown(sha256: string): void {
    for (const path of contents.pathsOf(sha256)) {
      const entry = entries.entries.get(path);
      if (!entry) continue;
      entry.known = null;
      hinted.add(path);
    }
  }

  async function turn(): Promise<void> {
    const isFull = wantsFull || monotonic() >= nextFull;
    wantsFull = false;
    const paths = new Set(hinted);
    hinted.clear();
    try {
      const due = monotonic();
      for (const [path, { dueAt }] of entries.entries) if (!isFull && dueAt <= due) paths.add(path);
      const touched = isFull ? await lookAtAll() : await lookAtSome(paths);
      if (touched === null) return;
      status = isPreview ? 'preview' : isPaused(rule(), now()) ? 'paused' : 'watching';
      await judgeAll(touched, factsNow());
      if (status !== 'watching' || isClosed) return;
      await askForSignees(touched, factsNow());
      await take.all(touched);
      if (isClosed) return;
      await tidyUp.all(touched);
      if (isFull) tidyUp.settleMissing();
      contents.save();
    } catch (error) {
      // The journal closes when the app ends.
      if (isClosed) return;
      const code = errorCode(error);
      refusedBy(code);
      nextFull = monotonic() + POLL_MS * 2;
      // The fault may have hidden what the journal has recorded.
      originals.reload();
      for (const entry of entries.entries.values()) entry.known = null;
      tellFault(error);
    }
  }

  function tellFault(error: unknown): void {
    if (!expected.has(errorCode(error))) deps.onFault(error);
  }

  function run(): void {
    if (isClosed || running !== null) return;
    cancelTimer();
    running = turn().finally(() => {
      running = null;
      if (isClosed) return;
      deps.onChanged();
      schedule();
    });
  }

  function soon(): void {
    if (running !== null || isClosed) return;
    cancelTimer();
    cancelTimer = clock.after(HINT_MS, run);
  }

  function schedule(): void {
    if ((wantsFull || hinted.size > 0) && status === 'watching') {
      soon();
      return;
    }
    const at = monotonic();
    let next = nextFull;
    for (const { dueAt } of entries.entries.values()) next = Math.min(next, dueAt);
    cancelTimer = clock.after(Math.max(HINT_MS, next - at), run);
  }

  function lookNow(): void {
    wantsFull = true;
    run();
  }

  async function idle(): Promise<void> {
    const current = () => running;
    // oxlint-disable-next-line no-await-in-loop -- another turn may have begun meanwhile
    for (let one = current(); one !== null; one = current()) await one;
  }

  return {
    entries: entries.entries,
    judgedOf: (path: string): Judged | null => judgements.get(path) ?? null,
    view: () => ({ status, lastLook, how }),
    start: run,
    lookNow,
    /** The system says that something happened. It may be wrong, late or doubled. */
    hint(path: string | null): void {
      if (path !== null && isUninteresting(path)) return;
      if (path === null) wantsFull = true;
      else hinted.add(path);
      soon();
    },
    setHow(told: WatchedFolder['how']): void {
      how = told;
      if (told === 'polling') nextFull = Math.min(nextFull, monotonic() + POLL_MS);
    },
    submissionChanged({ wish }: Submission): void {
      forgetKnown(wish.file.sha256);
      if (hinted.size > 0) soon();
    },
    /** Runs a person's wish between two turns. */
    async between<T>(work: (tools: FolderTools) => Promise<T>): Promise<T> {
      await idle();
      // The work begins later, when `running` keeps every turn away: what it changes may ask for one.
      const tools = { claims, takeGroup: take.takeGroup, setAside: tidyUp.setAside, factsNow, forgetKnown };
      const ours = Promise.resolve().then(() => work(tools));
      running = ours.then(
        () => undefined,
        () => undefined,
      );
      try {
        return await ours;
      } finally {
        running = null;
        run();
      }
    },
    /** Resolves when no turn is running. */
    idle,
    close(): Promise<void> {
      isClosed = true;
      cancelTimer();
      return running ?? Promise.resolve();
    },
  };

  interface FolderTools {
    readonly claims: typeof claims;
    readonly takeGroup: typeof take.takeGroup;
    readonly setAside: typeof tidyUp.setAside;
    readonly factsNow: typeof factsNow;
    readonly forgetKnown: typeof forgetKnown;
  }
}

const readOnly: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);
/** A folder that goes away or refuses is no bug of ours. */
const expected: ReadonlySet<string> = new Set([
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOENT',
  'ENOTDIR',
  'EIO',
  'ESTALE',
  'ENOSPC',
  'EDQUOT',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'ENOTCONN',
  'EBUSY',
]);

export type FolderWorker = ReturnType<typeof createFolderWorker>;
