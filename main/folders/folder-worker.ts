import { join } from 'node:path';
import { errorCode } from '../files/error-code.ts';
import { createAskSignees, type SigneeScan } from '../hand-over/signee-scan.ts';
import { createShared, inLanes, unhurried } from '../time/slices.ts';
import { createBesideFiles } from './beside-files.ts';
import { createClaims } from './claims.ts';
import { lacksScan, marksOf } from './file-choices.ts';
import { findOthers, findWatchers, forget, gather, planRecord, save } from './file-facts.ts';
import { isAside, isUninteresting } from './file-names.ts';
import type { FolderFacts } from './file-plan.ts';
import { createFileTable, type FileRecord } from './file-table.ts';
import { type Folder, folderNow, isPreview, isStopped, type WatchedFoldersDeps } from './folder.ts';
import { lookAtAll, lookAtSome } from './folder-look.ts';
import { isSynchronised } from './folder-place.ts';
import type { Away } from './folder-root.ts';
import { isOurs, isWatched } from './folder-root.ts';
import { createHourCount, type Pauses } from './folder-rule.ts';
import { createFolderWatching } from './folder-watching.ts';
import { isExpectedFault, openInside, statusOfRefusal } from './inside-folder.ts';
import { readMarks } from './read-document.ts';
import { takeFiles } from './take-files.ts';
import { sentBefore, settleMissing, tidyUp } from './tidy-up.ts';
import { dueFiles, dueOf, scanned, setHow, tryAgain, turnSoon } from './turns.ts';

const readsAtOnce = 4;

/** Does one turn: scans, plans each file of which something has changed, and carries the plans out. */
async function turn(folder: Folder): Promise<void> {
  const { deps, table, turns } = folder;
  const isFull = folder.wantsScan || deps.clock.monotonic() >= folder.nextScan;
  folder.wantsScan = false;
  const paths = [...folder.hinted];
  folder.hinted.clear();
  folder.placesInTurn.clear();
  try {
    const away = await look(folder, isFull, [...paths, ...dueFiles(folder)]);
    if (away !== null) {
      folder.isSeen = false;
      tryAgain(folder, away);
      return;
    }
    folder.status = isPreview(folder) ? 'preview' : folder.pauses.isPaused(folder.rule) ? 'paused' : 'watching';
    await findWatchers(folder);
    const planned = await planStale(folder);
    save(folder);
    // The watcher lists the whole folder as well, so it begins when each file has its verdict.
    if (!folder.watches) folder.watching?.restart();
    folder.watches = true;
    if (folder.status !== 'watching' || turns.isClosed) return;
    await act(folder, isFull ? [...table.files.values()] : planned);
    if (isFull && !turns.isClosed) await settleMissing(folder);
    save(folder);
  } catch (error) {
    // The journal closes when the app ends.
    if (turns.isClosed) return;
    tryAgain(folder, statusOfRefusal(errorCode(error)));
    // The fault may have hidden what the journal has recorded.
    table.touchAll();
    if (!isExpectedFault(error)) deps.onFault(error);
  }
}

async function look(folder: Folder, isFull: boolean, paths: Iterable<string>): Promise<Away | null> {
  const seen = isFull ? null : await lookAtSome(folder, paths);
  if (seen === null) return scan(folder);
  return seen === 'seen' ? null : seen;
}

export async function scan(folder: Folder): Promise<Away | null> {
  const seen = await lookAtAll(folder).catch((error: unknown) => {
    folder.isSeen = false;
    throw error;
  });
  folder.isSeen = typeof seen !== 'string';
  if (typeof seen === 'string') return seen;
  scanned(folder, seen.tookMs);
  await findOthers(folder);
  folder.besides.forgetGone();
  // Files whose waiting time has passed are asked for again.
  for (const record of folder.table.files.values())
    if (record.scan?.kind === 'failed' && !folder.signees.rests(record.scan)) {
      record.scan = null;
      folder.table.touch(record);
    }
  return null;
}

/** Plans all files of which something has changed. */
export async function planStale(folder: Folder): Promise<readonly FileRecord[]> {
  const { table, turns } = folder;
  const planned = new Set<FileRecord>();
  const facing = folderNow(folder);
  for (let stale = table.takeStale(); stale.length > 0 && !turns.isClosed; stale = table.takeStale())
    // oxlint-disable-next-line no-await-in-loop -- planning may show that another file was renamed
    await inLanes(stale, readsAtOnce, async (record) => {
      if (turns.isClosed) return;
      await planAgain(folder, record, facing);
      planned.add(record);
      save(folder, 'many');
    });
  return [...planned];
}

async function planAgain(folder: Folder, record: FileRecord, facing: FolderFacts): Promise<void> {
  await gather(folder, record, facing);
  record.planned = planRecord(folder, record, facing);
  record.dueAt = dueOf(folder, record);
}

/** Carries out the plans. */
async function act(folder: Folder, records: readonly FileRecord[]): Promise<void> {
  await takeFiles(folder, records);
  await askSignees(folder, records);
  if (folder.turns.isClosed) return;
  // The files that were taken have another plan now.
  const taken = await planStale(folder);
  await tidyUp(folder, new Set([...records, ...taken]));
}

/** Finds the marks in the text of a file that nothing else holds back. */
async function findMarks({ root, table, deps }: Folder, record: FileRecord, { markForms }: FolderFacts): Promise<void> {
  const read = await readMarks(root, record.file, markForms, deps.documentReader);
  if ('found' in read) record.marks = { forms: markForms, found: read.found };
  else table.noteContent(record, { ok: false, refusal: read.refusal });
}

/** Asks the service for the people in the fields of a file. It reads the bytes that were judged, or none. */
async function askService(folder: Folder, record: FileRecord): Promise<SigneeScan | null> {
  const { root, signees } = folder;
  const { file, content } = record;
  if (content?.ok !== true) return null;
  const { path, size, name } = file;
  const open = () => openInside(root, path);
  const answer = await signees.ask({ path: join(root, path), size, name, sha256: content.sha256, open });
  if (answer.kind !== 'failed' || answer.problem.key !== 'file-changed') return answer;
  // Its size and time may be as before: what was read of it does not count any more.
  forget(folder, record);
  return null;
}

/** Asks for what only the service and the text of a file tell, and plans the file with it. */
export async function askAbout(folder: Folder, record: FileRecord, facing = folderNow(folder)): Promise<void> {
  if (lacksScan(record, record.planned?.chosen ?? null)) record.scan = await askService(folder, record);
  if (marksOf(record, facing) === undefined) await findMarks(folder, record, facing);
  await planAgain(folder, record, facing);
}

/**
 * Asks for the people in the fields of PDFs when nobody else says who signs, finds the marks in texts, and takes each file
 * at once. One goes over the network after the other: what a person asks for meanwhile comes before the rest.
 */
async function askSignees(folder: Folder, records: readonly FileRecord[]): Promise<void> {
  const facing = folderNow(folder);
  const asked = records.filter(({ planned, file }) => planned?.wantsScan === true && !isAside(file.path));
  for await (const record of unhurried(asked)) {
    if (isStopped(folder)) return;
    // The next turn goes on with it.
    if (folder.turns.waiting > 0) folder.table.touch(record);
    else {
      await askAbout(folder, record, facing);
      await takeFiles(folder, [record]);
    }
  }
}

/** Takes a hint of the system, which may be wrong, late or doubled. */
function hint(folder: Folder, path: string | null): void {
  if (path !== null && isUninteresting(path)) return;
  if (path === null) folder.wantsScan = true;
  else folder.hinted.add(path);
  turnSoon(folder);
}

/** The facts that are needed to open a folder. */
export type FolderToOpen = Pick<Folder, 'id' | 'connectionId' | 'root' | 'rule' | 'marker'>;

/** The parts that a folder shares with all others. */
interface FolderSurroundings {
  readonly pauses: Pauses;
  readonly watched: () => readonly Folder[];
  readonly onChanged: () => void;
}

/** Opens a folder, to watch it or only to show what would happen in it. `beginTurn` begins to look. */
export function openFolder(
  deps: WatchedFoldersDeps,
  { id, connectionId, root, rule, marker }: FolderToOpen,
  { pauses, watched, onChanged }: FolderSurroundings,
): Folder {
  const { clock, computer, journal } = deps;
  const { folderFiles } = journal;
  const { now, monotonic } = clock;
  const table = (deps.createTable ?? createFileTable)(monotonic);
  const wasTaken = ({ file, content }: FileRecord) =>
    folderFiles.wasTaken(id, file.path, content?.ok === true ? content.sha256 : '');
  const folder: Folder = {
    id,
    connectionId,
    root,
    rule,
    marker,
    deps,
    table,
    pauses,
    isBarred: false,
    remarks: isSynchronised(root) ? ['cloud'] : [],
    others: null,
    besides: createBesideFiles({ root, table, clock, wasTaken }),
    claims: createClaims(root, computer, now),
    isWatched: (path) => isWatched(path, computer.id, watched()),
    siblings: () => watched().filter((one) => one.connectionId === connectionId && one.id !== id),
    sharedSiblings: [],
    signees: createAskSignees(monotonic, (file) => deps.findSignees(connectionId, file)),
    hours: createHourCount(deps, (at) => folderFiles.sentAfter(id, at)),
    turns: {
      turn: () => turn(folder),
      running: null,
      asked: Promise.resolve(),
      cancelTimer: () => {},
      isSoon: false,
      waiting: 0,
      isClosed: false,
    },
    watching: null,
    watches: false,
    status: 'looking',
    isSeen: false,
    how: 'polling',
    lastLook: null,
    trouble: null,
    hinted: new Set(),
    wantsScan: true,
    nextScan: 0,
    alsoWanted: [],
    spelled: {},
    device: '',
    drives: new Set(folderFiles.drives(id)),
    connectedDrives: null,
    unsaved: [],
    sent: marker === null ? new Map() : sentBefore({ id, deps }),
    missingSince: new Map(),
    placesInTurn: new Map(),
    isInsideNow: createShared((subFolder) => isOurs(root, subFolder, folder.isWatched)),
    revision: 0,
    changed() {
      folder.revision += 1;
      onChanged();
    },
  };
  const hearer = {
    hint: (path: string | null) => hint(folder, path),
    setHow: (how: Folder['how']) => setHow(folder, how),
  };
  if (marker !== null)
    folder.watching = createFolderWatching({ ...deps, root, computerId: computer.id, worker: hearer });
  return folder;
}
