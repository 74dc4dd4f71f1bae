import type { SendingPreview, WatchedFolder } from '../../preload/contract/folder.ts';
import type { Clock } from '../clock.ts';
import { errorCode } from '../error-code.ts';
import type { DocumentReader } from '../intake/document-reader.ts';
import type { Journal } from '../journal/journal.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { inLanes } from '../slices.ts';
import type { Submission } from '../submission/submission.ts';
import type { BasisPart } from './basis.ts';
import { createClaims } from './claims.ts';
import type { Computer } from './computer.ts';
import type { ScannedFile, SigneeScan } from './file-choices.ts';
import { createFileFacts, type Given } from './file-facts.ts';
import { isUninteresting } from './file-names.ts';
import { type FolderFacts, type Planned, standsStill, type Verdict } from './file-plan.ts';
import { createFileTable, type FileRecord } from './file-table.ts';
import { createAskSignees } from './find-signees.ts';
import { createFolderClock } from './folder-clock.ts';
import { type Away, createFolderDisk } from './folder-disk.ts';
import { isExpectedFault, statusOfRefusal } from './folder-faults.ts';
import { createHourCount, type FolderRule, type Pauses, usualRule } from './folder-rule.ts';
import type { DeviceOf } from './folder-scan.ts';
import type { moveFile } from './move-file.ts';
import { previewSending } from './sending-preview.ts';
import { createTakeFiles } from './take-files.ts';
import { createTidyUp } from './tidy-up.ts';
import { createTurns } from './worker-turns.ts';

type Status = WatchedFolder['status'];

export interface FolderWorkerDeps {
  readonly root: string;
  readonly folderId: string;
  readonly connectionId: string;
  /** Null: a person looks before adding the folder, and nothing in it is touched. */
  readonly marker: string | null;
  readonly rule: () => FolderRule;
  readonly pauses: Pauses;
  readonly clock: Clock;
  readonly computer: Computer;
  readonly journal: Pick<
    Journal,
    'submissions' | 'documents' | 'documentFacts' | 'folderFiles' | 'savedCopies' | 'settings'
  >;
  readonly outbox: Pick<Outbox, 'take'>;
  readonly documentReader: DocumentReader;
  /** What holds for all folders of the connection now. */
  readonly connection: () => Omit<FolderFacts, 'rule' | 'sentThisHour' | 'isPreview'>;
  /** What the connection brings to the choices of its files now. */
  readonly given: () => Given;
  readonly findSignees: (file: ScannedFile) => Promise<SigneeScan>;
  /** The text for people without the app, in the language of this one. */
  readonly reasonOf: (verdict: Verdict, name: string) => string;
  readonly newId: () => string;
  readonly onChanged: () => void;
  /** The folder is there, or another drive is mounted in its place: a watcher has to begin anew. */
  readonly onMounted: () => void;
  readonly onFault: (error: unknown) => void;
  /** Filled by tests alone. */
  readonly createTable?: typeof createFileTable | undefined;
  readonly deviceOf?: DeviceOf | undefined;
  readonly compared?: readonly BasisPart[] | undefined;
  readonly moveFile?: typeof moveFile | undefined;
}

const readsAtOnce = 4;

/** One watched folder: scans it, plans what happens to each file, and does it, one turn after the other. */
export function createFolderWorker(deps: FolderWorkerDeps) {
  const { root, folderId, clock, journal, rule } = deps;
  const { now, monotonic } = clock;
  const files = journal.folderFiles;
  const isPreview = deps.marker === null;
  const quietMs = () => rule().quietSeconds * 1_000;
  /** Paths to look at in the next turn. */
  const hinted = new Set<string>();
  let status: Status = 'looking';
  let how: WatchedFolder['how'] = 'polling';
  let lastLook: number | null = null;
  let wantsScan = true;
  /** What an unsaved rule would take as well. */
  let alsoWanted: readonly string[] = [];
  /** As fresh as the facts of the folder: asking the journal for each of 10,000 files takes seconds. */
  let given = deps.given();

  const table = (deps.createTable ?? createFileTable)(monotonic);
  const claims = createClaims(root, deps.computer, now);
  const hours = createHourCount(clock, (at) => files.sentAfter(folderId, at));
  const facts = createFileFacts({ ...deps, isPreview, table, claims });
  const disk = createFolderDisk({
    ...deps,
    table,
    files,
    // Documents are read also before a rule takes them, so that a question about another rule is answered at once.
    patterns: () => [...usualRule.patterns, ...rule().patterns, ...alsoWanted],
    quietMs,
    now,
    monotonic,
  });
  const turns = createTurns({ clock, turn, nextAt, onDone });
  const tidyUp = createTidyUp({
    ...deps,
    files,
    table,
    facts,
    onMoved: (path) => void hinted.add(path),
    onRefused: refusedBy,
  });
  const times = createFolderClock({ clock, quietMs, patienceMs: tidyUp.patienceMs });
  const take = createTakeFiles({
    ...deps,
    table,
    claims,
    facts,
    undoMs: () => journal.settings.get('undoSeconds') * 1_000,
    folderNow,
    planNow: (record, other) => facts.plan(record, other ?? folderNow(), given),
    isStopped,
    onTaken({ goal, wish }) {
      if (goal === 'send') hours.note();
      table.touchContent(wish.file.sha256);
    },
    onChanged: (path) => void hinted.add(path),
    onGroup: deps.onChanged,
  });
  const askSignees = createAskSignees({ ...deps, table, monotonic, isStopped, planAgain });

  /** The person paused the folder during the turn, or the app ends. */
  function isStopped(): boolean {
    return turns.isClosed() || deps.pauses.isPaused(rule());
  }

  function folderNow(): FolderFacts {
    given = deps.given();
    return { ...deps.connection(), rule: rule(), sentThisHour: hours.sent(), isPreview };
  }

  function refusedBy(code: string): void {
    status = statusOfRefusal(code);
  }

  function onDone(): void {
    times.note(status);
    deps.onChanged();
  }

  async function scanAll(): Promise<Away | null> {
    const seen = await disk.scanAll();
    if (typeof seen === 'string') return seen;
    lastLook = now();
    times.scanned(seen.tookMs, how);
    facts.forgetGone();
    askSignees.forgetFailures();
    return null;
  }

  async function look(isFull: boolean, paths: Iterable<string>): Promise<Away | null> {
    if (isFull) return scanAll();
    const seen = await disk.lookAt(paths);
    if (seen === null) return scanAll();
    return seen === 'seen' ? null : seen;
  }

  async function planAgain(record: FileRecord, facing: FolderFacts): Promise<void> {
    await facts.gather(record, facing);
    record.planned = facts.plan(record, facing, given);
    record.dueAt = times.dueOf(record);
  }

  /** Plans all files of which something has changed. */
  async function planStale(): Promise<ReadonlySet<FileRecord>> {
    const planned = new Set<FileRecord>();
    const facing = folderNow();
    for (let stale = table.takeStale(); stale.length > 0 && !turns.isClosed(); stale = table.takeStale())
      // oxlint-disable-next-line no-await-in-loop -- planning may show that another file was renamed
      await inLanes(stale, readsAtOnce, async (record) => {
        if (turns.isClosed()) return;
        await planAgain(record, facing);
        planned.add(record);
        facts.saveMany();
      });
    return planned;
  }

  async function turn(): Promise<void> {
    const isFull = wantsScan || times.isScanDue();
    wantsScan = false;
    const paths = [...hinted];
    hinted.clear();
    try {
      const away = await look(isFull, [...paths, ...table.due()]);
      if (away !== null) {
        status = away;
        times.tryAgain();
        return;
      }
      status = isPreview ? 'preview' : deps.pauses.isPaused(rule()) ? 'paused' : 'watching';
      const planned = await planStale();
      facts.save();
      if (status !== 'watching' || turns.isClosed()) return;
      await act(isFull ? table.files.values() : planned);
      if (isFull && !turns.isClosed()) await tidyUp.settleMissing();
      facts.save();
    } catch (error) {
      // The journal closes when the app ends.
      if (turns.isClosed()) return;
      refusedBy(errorCode(error));
      times.tryAgain();
      // The fault may have hidden what the journal has recorded.
      table.touchAll();
      if (!isExpectedFault(error)) deps.onFault(error);
    }
  }

  /** Does what the plans say. */
  async function act(planned: Iterable<FileRecord>): Promise<void> {
    const records = [...planned];
    await askSignees.all(records, folderNow());
    await take.all(records);
    if (turns.isClosed()) return;
    // The files that were taken have another plan now.
    const taken = await planStale();
    if (!standsStill(folderNow())) await tidyUp.all(new Set([...records, ...taken]));
  }

  function nextAt(): number {
    if (wantsScan || (hinted.size > 0 && status === 'watching')) return monotonic();
    const pauseEnd = status === 'paused' ? monotonic() + deps.pauses.leftOf(rule()) : Number.POSITIVE_INFINITY;
    return Math.min(times.nextScan(), table.nextDue(), tidyUp.nextAt(), pauseEnd);
  }

  function lookNow(): void {
    wantsScan = true;
    table.touchAll();
    turns.begin();
  }

  const planNow = (record: FileRecord): Planned => facts.plan(record, folderNow(), given);
  const { takeGroup } = take;
  const { setAside } = tidyUp;
  const tools = { claims, takeGroup, setAside, folderNow, planNow, touchContent: table.touchContent };

  return {
    files: table.files,
    hasSubFolder: table.hasSubFolder,
    troubledAt: () => times.troubledAt(status),
    view: () => ({ status, lastLook, how, ...table.incomplete(), loneSidecars: table.loneSidecars() }),
    foreign: table.foreign,
    sentThisHour: hours.sent,
    start: turns.begin,
    lookNow,
    /** The system says that something happened. It may be wrong, late or doubled. */
    hint(path: string | null): void {
      if (path !== null && isUninteresting(path)) return;
      if (path === null) wantsScan = true;
      else hinted.add(path);
      turns.soon();
    },
    setHow(told: WatchedFolder['how']): void {
      how = told;
      if (told === 'polling') times.beginPolling();
    },
    submissionChanged({ wish }: Submission): void {
      table.touchContent(wish.file.sha256);
      turns.soon();
    },
    /** Tells all computers that watch the folder that this is a signed copy. */
    noteCopy: claims.noteCopy,
    /** What this rule would send now. Nothing is changed by asking. */
    async wouldSend(wanted: FolderRule): Promise<Omit<SendingPreview, 'print'>> {
      return turns.between(async () => {
        const known = [...usualRule.patterns, ...rule().patterns];
        const isWider = wanted.patterns.some((pattern) => !known.includes(pattern));
        alsoWanted = isWider ? wanted.patterns : [];
        if (isWider) await scanAll();
        await planStale();
        const facing = { ...folderNow(), rule: wanted, wait: null, isPreview: true };
        return previewSending(table.files.values(), facing, async (record, other) => {
          await facts.gather(record, other);
          return facts.plan(record, other, given);
        });
      });
    },
    /** Runs what a person asked for between two turns. */
    between: <T>(work: (given: typeof tools) => Promise<T>): Promise<T> => turns.between(() => work(tools)),
    idle: turns.idle,
    close: turns.close,
  };
}

export type FolderWorker = ReturnType<typeof createFolderWorker>;
