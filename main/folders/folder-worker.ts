import type { SendingPreview, WatchedFolder } from '../../preload/contract/folder.ts';
import { errorCode } from '../error-code.ts';
import type { Submission } from '../submission/submission.ts';
import { createAskSignees } from './ask-signees.ts';
import { createClaims } from './claims.ts';
import { createEntries, type Entry } from './folder-entries.ts';
import { isExpectedFault, statusOfRefusal } from './folder-faults.ts';
import { type FolderRule, isPaused } from './folder-rule.ts';
import { deviceOfFolder } from './folder-scan.ts';
import type { FolderWorkerDeps } from './folder-worker-deps.ts';
import { createJudgements } from './judge-files.ts';
import { createKeptContents } from './kept-contents.ts';
import { createLooks, isUninteresting } from './look-at-files.ts';
import { createLookTimes } from './look-times.ts';
import { createOriginals } from './originals.ts';
import { createRenamedOriginals } from './renamed-originals.ts';
import { previewSending } from './sending-preview.ts';
import { createSubFolderDrives } from './sub-folder-drives.ts';
import { createTakeAll } from './take-all.ts';
import { createTidyUp } from './tidy-up.ts';
import { createTroubleClock } from './trouble-clock.ts';
import { type FolderFacts, standsStill } from './verdict.ts';
import { createWholeLook, isAway } from './whole-look.ts';
import { createTurns } from './worker-turns.ts';

const HOUR = 60 * 60_000;

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
  /** Paths to look at in the next turn. */
  const hinted = new Set<string>();
  let status: Status = 'looking';
  let how: WatchedFolder['how'] = 'polling';
  let lastLook: number | null = null;
  let wantsFull = true;
  let isKnown = false;
  /** As fresh as the facts: asking the journal for each of 10,000 files takes seconds. */
  let given = deps.given();

  const trouble = createTroubleClock({ now, monotonic });
  const turns = createTurns({
    clock,
    turn,
    nextAt,
    onDone() {
      trouble.note(status);
      deps.onChanged();
    },
  });
  const quietMs = () => rule().quietSeconds * 1_000;
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
  const times = createLookTimes({ monotonic, quietMs, patienceMs: tidyUp.patienceMs });
  const judgements = createJudgements({
    ...deps,
    entries,
    claims,
    monotonic,
    now,
    takenAt: originals.at,
    renamed: createRenamedOriginals({ entries, originals, lookAt: (paths) => lookAtSome(paths) }),
    wasTaken: (path, submissionId) => files.wasTaken(folderId, path, submissionId),
    onRenamed: originals.renamed,
    onContent: contents.note,
    dueOf: times.dueOf,
    given: () => given,
    onSlice: contents.saveMany,
    isClosed: turns.isClosed,
  });
  const askSignees = createAskSignees({
    ...deps,
    monotonic,
    judgedOf: judgements.of,
    judgeAgain: judgements.again,
    isStopped,
  });
  const lookAtSome = createLooks({
    root,
    entries,
    contents,
    quietMs,
    onWholeLookNeeded() {
      wantsFull = true;
    },
    onGone: judgements.forget,
  });
  const deviceOf = deps.deviceOf ?? deviceOfFolder;
  const drives = createSubFolderDrives({ ...deps, files, originals, contents, deviceOf, isPreview });
  const whole = createWholeLook({ ...deps, deviceOf, entries, contents, drives, quietMs, monotonic });
  const take = createTakeAll({
    ...deps,
    onFault: tellFault,
    claims,
    originals,
    now,
    undoMs: () => journal.settings.get('undoSeconds') * 1_000,
    factsNow,
    judgeAgain: judgements.again,
    judgedOf: judgements.of,
    forgetKnown,
    onChanged: (path) => void hinted.add(path),
    mayTake({ goal, account }) {
      const { wait, account: signedIn } = deps.connection();
      return !isStopped() && wait === null && signedIn === account && (goal === 'hold' || rule().goal === 'send');
    },
    isStopped,
    onGroup: deps.onChanged,
  });

  /** The person paused the folder during the turn, or the app ends. */
  function isStopped(): boolean {
    return turns.isClosed() || isPaused(rule(), now());
  }

  function factsNow(): FolderFacts {
    given = deps.given();
    const sentThisHour = files.sentSince(folderId, now() - HOUR);
    return { ...deps.connection(), rule: rule(), sentThisHour, isPreview };
  }

  function refusedBy(code: string): void {
    status = statusOfRefusal(code);
  }

  function away(kind: 'unreachable' | 'replaced'): null {
    status = kind;
    times.tryAgain();
    return null;
  }

  /** Another folder may have come to this path since the whole look. Null: it has, or there is none. */
  async function lookAtPaths(paths: Iterable<string>): Promise<readonly Entry[] | null> {
    const seen = await whole.rootNow();
    if (isAway(seen)) return away(seen);
    return seen === 'mounted' || (await drives.haveChanged()) ? lookAtAll() : lookAtSome(paths);
  }

  /** Null: the folder is not there, or it is another one. */
  async function lookAtAll(): Promise<readonly Entry[] | null> {
    const seen = await whole.lookAtAll();
    if (seen.kind !== 'here') return away(seen.kind);
    lastLook = now();
    times.lookedAtAll(seen.tookMs, how);
    judgements.forgetGone();
    askSignees.forgetFailures(seen.files);
    return seen.files;
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

  /** Reads what an earlier run knew of thousands of files. Not at once with the start of the app. */
  async function remember(): Promise<void> {
    if (isKnown) return;
    await contents.load();
    await originals.load();
    drives.load();
    isKnown = true;
  }

  async function turn(): Promise<void> {
    const isFull = wantsFull || times.isWholeDue();
    wantsFull = false;
    const paths = new Set(hinted);
    hinted.clear();
    try {
      await remember();
      const due = monotonic();
      for (const [path, { dueAt }] of entries.entries) if (!isFull && dueAt <= due) paths.add(path);
      const touched = isFull ? await lookAtAll() : await lookAtPaths(paths);
      if (touched === null) return;
      status = isPreview ? 'preview' : isPaused(rule(), now()) ? 'paused' : 'watching';
      await judgements.all(touched, factsNow());
      for (const { known } of touched) if (known?.own) originals.seen(known.own.submissionId);
      contents.save();
      if (status !== 'watching' || turns.isClosed()) return;
      await askSignees.all(touched, factsNow());
      await take.all(touched);
      if (turns.isClosed()) return;
      if (!standsStill(factsNow())) await tidyUp.all(touched);
      if (isFull) tidyUp.settleMissing();
      contents.save();
    } catch (error) {
      // The journal closes when the app ends.
      if (turns.isClosed()) return;
      const code = errorCode(error);
      refusedBy(code);
      times.tryAgain();
      // The fault may have hidden what the journal has recorded.
      await originals.load();
      for (const entry of entries.entries.values()) entry.known = null;
      tellFault(error);
    }
  }

  function tellFault(error: unknown): void {
    if (!isExpectedFault(error)) deps.onFault(error);
  }

  function nextAt(): number {
    const isHinted = (wantsFull || hinted.size > 0) && status === 'watching';
    return isHinted ? monotonic() : times.next(entries.entries.values());
  }

  function lookNow(): void {
    wantsFull = true;
    turns.begin();
  }

  const tools = { claims, takeGroup: take.takeGroup, setAside: tidyUp.setAside, factsNow, forgetKnown };

  return {
    entries: entries.entries,
    judgedOf: judgements.of,
    hasSubFolder: entries.hasSubFolder,
    troubledAt: () => trouble.since(status),
    view: () => ({
      status,
      lastLook,
      how,
      ...entries.incomplete(),
      loneSidecars: entries.loneSidecars(),
    }),
    start: turns.begin,
    lookNow,
    /** The system says that something happened. It may be wrong, late or doubled. */
    hint(path: string | null): void {
      if (path !== null && isUninteresting(path)) return;
      if (path === null) wantsFull = true;
      else hinted.add(path);
      turns.soon();
    },
    setHow(told: WatchedFolder['how']): void {
      how = told;
      if (told === 'polling') times.beginPolling();
    },
    submissionChanged({ wish }: Submission): void {
      forgetKnown(wish.file.sha256);
      if (hinted.size > 0) turns.soon();
    },
    /** What this rule would send now. Nothing is changed by asking. */
    async wouldSend(wanted: FolderRule): Promise<SendingPreview> {
      await turns.idle();
      await remember();
      return previewSending([...entries.entries.values()], { ...factsNow(), rule: wanted }, judgements.as);
    },
    /** Runs what a person asked for between two turns. */
    between: <T>(work: (given: typeof tools) => Promise<T>): Promise<T> =>
      turns.between(() => remember().then(() => work(tools))),
    idle: turns.idle,
    close: turns.close,
  };
}

export type FolderWorker = ReturnType<typeof createFolderWorker>;
