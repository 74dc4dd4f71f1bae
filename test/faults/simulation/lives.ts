import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '../../../main/journal/journal.ts';
import { type Opened, type Process, startProcess } from './process.ts';
import type { Quirks } from './quirks.ts';
import { Crash } from './time.ts';
import type { World } from './world.ts';

/** What may become of the journal while no process has it. */
export type Ground = 'sound' | 'lost' | 'rolled-back' | 'damaged' | 'unwitnessed';

const parts = ['journal.sqlite', 'journal.sqlite-wal'] as const;
const pageBytes = 4_096;

function copy(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const part of parts) {
    rmSync(join(to, part), { force: true });
    if (existsSync(join(from, part))) copyFileSync(join(from, part), join(to, part));
  }
}

export interface Lives {
  readonly current: () => Process | null;
  readonly start: () => void;
  /** After so many more steps; back after a while. */
  readonly crash: (inSteps: number) => void;
  readonly restart: () => void;
  /** The process has just ended: another one will start. */
  readonly comeBack: () => void;
  readonly end: () => void;
  /** A backup of the journal as it is now. */
  readonly backUp: () => void;
  /** What the next process finds. */
  readonly ground: (next: Ground) => void;
}

/** The process that runs now, if one does. Each life has a folder of its own, as a killed process leaves its files. */
export function createLives(world: World, quirks: Quirks): Lives {
  const { time } = world;
  const witness = join(world.folder, 'witness');
  const backup = join(world.folder, 'backup');
  let running: readonly Process[] = [];
  let next: Ground = 'sound';

  const folderOf = (life: number) => join(world.folder, `${life}`);

  function prepare(): void {
    const before = folderOf(world.lives);
    world.lives += 1;
    const now = folderOf(world.lives);
    const from = next === 'rolled-back' && existsSync(backup) ? backup : before;
    if (next === 'lost') mkdirSync(now, { recursive: true });
    else copy(from, now);
    if (next === 'lost' || next === 'rolled-back') world.journalsLost += 1;
    if (next !== 'sound') world.disturbed = true;
    if (next === 'damaged') damage(join(now, parts[0]), world);
    if (next === 'unwitnessed') rmSync(witness, { force: true });
    next = 'sound';
  }

  function open(): Opened {
    prepare();
    const file = join(folderOf(world.lives), parts[0]);
    const { journal, recovered, testimony } = openJournal(file, time.now() + world.clockError, witness);
    if (recovered !== null) world.journalsLost += 1;
    world.journal = journal;
    world.forgetRows();
    return { journal, rebuild: recovered !== null, older: testimony !== 'known' };
  }

  const end = () => {
    for (const one of running) one.close();
    world.network.forgetWaits(Math.min(time.now(), world.diskBrokenFrom));
    // The files as a killed process leaves them: closing the journal would tidy them up.
    if (world.journal !== null) copy(folderOf(world.lives), join(world.folder, 'left'));
    world.journal?.close();
    if (world.journal !== null) copy(join(world.folder, 'left'), folderOf(world.lives));
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
    // An answer of this very moment, or one the disk did not take, is not written down.
    world.network.forgetWaits(Math.min(time.now(), world.diskBrokenFrom));
    time.after(5_000, restart);
  };
  return {
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
    backUp: () => copy(folderOf(world.lives), backup),
    ground: (to) => {
      next = to;
    },
  };
}

/** One page of the file is overwritten. The first one holds the file's own description and is left. */
function damage(file: string, { grounds }: World): void {
  const pages = Math.floor((statSync(file, { throwIfNoEntry: false })?.size ?? 0) / pageBytes);
  if (pages < 2) return;
  const handle = openSync(file, 'r+');
  const page = 1 + grounds.below(pages - 1);
  writeSync(handle, Buffer.alloc(pageBytes, grounds.below(256)), 0, pageBytes, page * pageBytes);
  closeSync(handle);
}
