import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openJournal } from '../../../main/journal/journal.ts';
import { openWitness } from '../../../main/journal/witness.ts';
import { computersOf } from './computers.ts';
import { copyJournal, JOURNAL_PARTS, moveJournal, watchJournalDisk } from './journal-disk.ts';
import { hasPowerCut } from './power.ts';
import { type Opened, type Process, startProcess } from './process.ts';
import type { Quirks } from './quirks.ts';
import { createChance } from './random.ts';
import { Crash } from './time.ts';
import type { World } from './world.ts';

/** What may happen to the journal between two processes. */
export type Ground =
  | 'sound'
  | 'lost'
  | 'rolled-back'
  | 'damaged'
  | 'unwitnessed'
  /** The power was cut: commits that did not wait for the disk are gone. */
  | 'cut'
  /** The other computer of a synchronised folder starts the app. */
  | 'elsewhere'
  /** The same, with the journal that this other computer left there. */
  | 'elsewhere-late';

const parts = JOURNAL_PARTS;
const pageBytes = 4_096;

/** The app compares its clock with the computer's once a minute, and a crash is five seconds before the end. */
const CLOCK_WATCH_MS = 67_000;

/** The notes of the computers travel with the journal. */
const notesIn = (folder: string) => join(folder, 'journal.sqlite.writers');

export interface Lives {
  readonly current: () => Process | null;
  readonly start: () => void;
  /** Crashes the process after this many operations and restarts it later. */
  readonly crash: (inSteps: number) => void;
  readonly restart: () => void;
  /** Starts another process after one has ended. */
  readonly comeBack: () => void;
  readonly end: () => void;
  /** The computer stops: what the disk does not have is gone. */
  readonly cutPower: () => void;
  /** Backs up the current journal. */
  readonly backUp: () => void;
  /** Sets the journal that the next process finds. */
  readonly ground: (next: Ground) => void;
}

/** Starts and ends processes, one at a time. Each has its own folder with the files that a killed process left. */
export function createLives(world: World, quirks: Quirks): Lives {
  const { time } = world;
  let computer = 0;
  const witness = () => join(world.folder, `witness-${computer}`);
  const leftBy = () => join(world.folder, `left-by-${computer}`);
  const backup = join(world.folder, 'backup');
  const others = createChance(world.seed ^ 0x510e527f);
  let running: readonly Process[] = [];
  let cancelReturn = () => {};
  let next: Ground = 'sound';

  const disk = hasPowerCut(world)
    ? watchJournalDisk(() => folderOf(world.lives), join(world.folder, 'durable'), quirks.staysLazy === true)
    : null;
  if (disk !== null) world.afterwards.push(disk.end);

  const folderOf = (life: number) => join(world.folder, `${life}`);

  function prepare(): void {
    const before = folderOf(world.lives);
    world.lives += 1;
    const now = folderOf(world.lives);
    if (next === 'elsewhere' || next === 'elsewhere-late') {
      if (existsSync(before)) copyJournal(before, leftBy());
      computer = (computer + 1) % computersOf(world.seed);
    }
    if (existsSync(notesIn(before))) cpSync(notesIn(before), notesIn(now), { recursive: true });
    if (next === 'lost') mkdirSync(now, { recursive: true });
    else if (next === 'elsewhere-late' && existsSync(leftBy())) copyJournal(leftBy(), now);
    else if (next === 'rolled-back' && existsSync(backup)) copyJournal(backup, now);
    else moveJournal(next === 'cut' ? (disk?.durable() ?? before) : before, now);
    disk?.begin();
    if (next === 'rolled-back' && quirks.witnessTravels && existsSync(`${backup}/witness`))
      copyFileSync(`${backup}/witness`, witness());
    if (next !== 'sound' && next !== 'cut' && next !== 'damaged' && next !== 'unwitnessed') world.journalsLost += 1;
    if (next !== 'sound' && next !== 'cut') world.disturbedAt = time.now();
    // What an older journal has not seen, its process could not save yet.
    if (next !== 'sound') for (const one of world.signed.values()) one.windows = one.shown = 0;
    if (next === 'damaged') damage(join(now, parts[0]), world);
    if (next === 'unwitnessed') rmSync(witness(), { force: true });
    next = 'sound';
  }

  function open(): Opened {
    prepare();
    const file = join(folderOf(world.lives), parts[0]);
    if (others.of(0.05)) findHeld(file);
    if (quirks.oneIdentity) shareIdentity(witness(), join(world.folder, 'witness-0'));
    const { journal, recovered, testimony } = openJournal(file, time.now() + world.clockError, witness());
    if (recovered !== null) world.journalsLost += 1;
    if (world.disturbedAt < 0 && testimony === 'older') world.problem('the journal counts as an older one');
    world.journal = journal;
    world.forgetRows();
    return { journal, rebuild: recovered !== null, older: testimony !== 'known' };
  }

  /** Another program holds the journal: it cannot be opened meanwhile, and what it has stays as it is. */
  function findHeld(file: string): void {
    if (world.lives === 1 || !existsSync(file)) return;
    const other = new DatabaseSync(file);
    try {
      other.exec('BEGIN EXCLUSIVE');
      const { journal, failure, recovered } = openJournal(file, time.now() + world.clockError, witness());
      journal.close();
      if (failure?.fault !== 'in-use' || recovered !== null)
        world.problem('a journal that another program holds was used');
      other.exec('ROLLBACK');
    } finally {
      other.close();
    }
  }

  const end = () => {
    // A process that crashed just before would come back beside the next one.
    cancelReturn();
    for (const one of running) one.close();
    // The next process cannot know that the clock was set when this one had no time to notice it.
    const isClockUnnoticed = time.now() - world.clockSetAt < CLOCK_WATCH_MS;
    world.network.forgetWaits(isClockUnnoticed ? 0 : Math.min(time.now(), world.diskBrokenFrom));
    // Copy the files before closing the journal, as a killed process leaves them.
    if (world.journal !== null) copyJournal(folderOf(world.lives), join(world.folder, 'left'));
    world.journal?.close();
    if (world.journal !== null) moveJournal(join(world.folder, 'left'), folderOf(world.lives));
    world.journal = null;
    world.forgetRows();
    running = [];
  };
  const start = () => {
    const opened = open();
    running = Array.from({ length: quirks.workers ?? 1 }, () => startProcess(world, quirks, opened));
  };
  const restart = () => {
    end();
    try {
      start();
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  };
  const comeBack = () => {
    // The journal may lack the answer of this moment, and answers since the disk failed.
    world.network.forgetWaits(Math.min(time.now(), world.diskBrokenFrom));
    cancelReturn = time.after(5_000, restart);
  };
  return {
    /** A computer needs a while until the app is there again: what was on its way has arrived by then. */
    cutPower() {
      next = 'cut';
      for (const one of running) one.close();
      comeBack();
    },
    comeBack,
    current: () => running.find((one) => one.alive()) ?? null,
    start,
    crash(inSteps) {
      let left = inSteps;
      world.crashesHere = () => {
        left -= 1;
        if (left > 0) return false;
        world.crashesHere = () => false;
        comeBack();
        return true;
      };
    },
    restart,
    end,
    backUp() {
      copyJournal(folderOf(world.lives), backup);
      if (quirks.witnessTravels && existsSync(witness())) copyFileSync(witness(), `${backup}/witness`);
    },
    ground: (to) => {
      next = to;
    },
  };
}

/** Where a witness has the id of its computer. */
const ID_AT = 256;

/** Plants the bug that another computer has the same id. */
function shareIdentity(own: string, other: string): void {
  if (own === other || !existsSync(other)) return;
  openWitness(own).close();
  const bytes = readFileSync(own);
  readFileSync(other).copy(bytes, ID_AT, ID_AT);
  writeFileSync(own, bytes);
}

/** Overwrites one page of the file, but not the first, which has the header. */
function damage(file: string, { grounds }: World): void {
  const pages = Math.floor((statSync(file, { throwIfNoEntry: false })?.size ?? 0) / pageBytes);
  if (pages < 2) return;
  const handle = openSync(file, 'r+');
  const page = 1 + grounds.below(pages - 1);
  writeSync(handle, Buffer.alloc(pageBytes, grounds.below(256)), 0, pageBytes, page * pageBytes);
  closeSync(handle);
}
