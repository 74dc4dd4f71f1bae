import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { watch } from 'chokidar';
import { z } from 'zod';
import { pdfOf } from '../../main/intake/testing/sample-files.ts';
import { chokidarEvents, type FolderEvents } from '../../main/platform/folder-events.ts';
import type { Judged } from '../../scripts/bench.ts';
import { until, watchedRun } from './folders/watched-run.ts';
import { watchMain } from './loop-delay.ts';
import { inTurns, type Pairs, ratioOf } from './ratio.ts';

type Figures = Readonly<Record<string, number | string>>;

const present = 10_000;
const burst = 2_000;
const dropped = 20_000;
const empty = 10_000;
const foreign = 99_000;
const beside = 5_000;
const quietMs = 5_000;
const idleMs = 10_000;
/** Several looks of a folder that is polled. */
const pollingMs = 60_000;
/** Each measurement ends after this time, whatever the folder does. */
const longestMs = 300_000;
const TURNS = 7;

const megabytes = () => {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1024 / 1024;
};

/** Processor time of this process in percent of one core, over a while in which nothing happens. */
async function idlePercent(forMs: number): Promise<number> {
  const before = process.cpuUsage();
  const began = performance.now();
  await pause(forMs);
  const { user, system } = process.cpuUsage(before);
  return Math.round(((user + system) / 1_000 / (performance.now() - began)) * 10_000) / 100;
}

/** A drive that tells nothing. */
const deaf: FolderEvents = { watch: async () => ({ close: async () => {} }) };

/** Seconds until the fact, after the quiet time. Or how far it came. */
async function secondsUntil(fact: () => boolean, rest: number, progress: () => number): Promise<number | string> {
  const began = performance.now();
  if (!(await until(fact, longestMs))) return `not ended after ${longestMs / 1_000} s: ${progress()}`;
  return Math.round((performance.now() - began - rest) / 100) / 10;
}

/** A folder with these files, in a home of its own. */
async function inFolder(
  files: readonly (readonly [name: string, content: Buffer | string])[],
  measure: (home: string, root: string) => Promise<Figures>,
): Promise<Figures> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-bench-folders-'));
  const root = join(home, 'Inbox');
  mkdirSync(root);
  for (const [name, content] of files) writeFileSync(join(root, name), content);
  try {
    return await measure(home, root);
  } finally {
    rmSync(home, { recursive: true });
  }
}

const many = (count: number, name: string, content: (number: number) => Buffer | string) =>
  Array.from({ length: count }, (_none, number) => [name.replace('#', String(number)), content(number)] as const);
const documents = (count: number) => many(count, 'File #.pdf', (number) => pdfOf(`% file ${number}`));

/** Another process, so that its memory is not counted. */
async function earlierRun(home: string): Promise<{ readonly newReadyMs: number; readonly taken: number }> {
  const script = fileURLToPath(new URL('folders/earlier-run.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, home, String(present)]);
  return z.object({ newReadyMs: z.number(), taken: z.number() }).parse(JSON.parse(stdout));
}

/**
 * What it costs to watch a folder that keeps 10,000 documents, and how soon 2,000 new ones are in the journal. `newReadyMs`
 * is the first look when a person adds the folder, `readyMs` that of the next start of the app, and `settledSeconds` the
 * work once the files have rested again and the journal tells which of them were taken.
 */
async function kept(home: string, root: string): Promise<Figures> {
  const { newReadyMs, taken } = await earlierRun(home);
  const folder = await watchedRun(home, chokidarEvents);
  const before = megabytes();
  const readyMs = await folder.load();
  const settledSeconds = await secondsUntil(() => folder.taken() === taken, quietMs, folder.taken);
  await until(() => folder.how() === 'events');
  const addedMb = Math.round(megabytes() - before);
  // The look that follows the watcher's first word is no idle time.
  await pause(idleMs);
  const idleCpuPercent = await idlePercent(idleMs);
  for (const [name, content] of many(burst, 'Burst #.pdf', (number) => pdfOf(`% ${number} ${'x'.repeat(100_000)}`))) {
    writeFileSync(join(root, `${name}.tmp`), content);
    renameSync(join(root, `${name}.tmp`), join(root, name));
  }
  const burst2000Seconds = await secondsUntil(() => folder.taken() === taken + burst, quietMs, folder.taken);
  await folder.close();

  const polled = await watchedRun(home, deaf);
  await polled.load();
  await until(() => polled.taken() === taken + burst);
  const pollingCpuPercent = await idlePercent(pollingMs);
  await polled.close();
  return {
    newReadyMs,
    taken,
    readyMs,
    settledSeconds,
    addedMb,
    idleCpuPercent,
    burst2000Seconds,
    pollingCpuPercent,
    chokidarAddedMb: (await chokidarAlone(root)).addedMb,
  };
}

async function chokidarAlone(root: string) {
  const before = megabytes();
  const began = performance.now();
  const watcher = watch(root, { ignoreInitial: true });
  await new Promise<void>((resolve) => void watcher.once('ready', resolve));
  const readyMs = performance.now() - began;
  const addedMb = Math.round(megabytes() - before);
  await watcher.close();
  return { readyMs, addedMb };
}

/** A start of the app with a folder that it knows, until each file has its verdict, beside the watcher alone. */
async function besideChokidar(): Promise<Pairs> {
  const pairs: Pairs[] = [];
  await inFolder(documents(present), async (home, root) => {
    await earlierRun(home);
    const start = async () => {
      const folder = await watchedRun(home, chokidarEvents);
      const ms = await folder.load();
      await folder.close();
      return ms;
    };
    // Once each beforehand: compiled code, and the folder in the cache of the system.
    await start();
    await chokidarAlone(root);
    pairs.push(await inTurns(TURNS, start, async () => (await chokidarAlone(root)).readyMs));
    return {};
  });
  return pairs[0] ?? { ours: [], reference: [] };
}

/** 20,000 documents arrive at once: how soon the window knows them, and how long it cannot be used meanwhile. */
async function atOnce(home: string, root: string): Promise<Figures> {
  const folder = await watchedRun(home, chokidarEvents);
  await folder.add({ originals: 'keep' });
  await until(() => folder.how() === 'events');
  const before = megabytes();
  const elsewhere = join(home, 'Elsewhere');
  mkdirSync(elsewhere);
  for (const [name, content] of documents(dropped)) writeFileSync(join(elsewhere, name), content);
  // One rename, so that this process is not kept busy by writing.
  renameSync(elsewhere, join(root, 'Scans'));
  const main = watchMain();
  const knownSeconds = await secondsUntil(() => folder.known() === dropped, 0, folder.known);
  const takenSeconds = await secondsUntil(() => folder.taken() === dropped, 0, folder.taken);
  const { ownMs, wallMs } = main.stop();
  const addedMb = Math.round(megabytes() - before);
  await folder.close();
  return { knownSeconds, takenSeconds, stallOwnMs: Math.round(ownMs), stallWallMs: Math.round(wallMs), addedMb };
}

/** Files that are never taken must not be looked at without end. */
async function atRest(home: string): Promise<Figures> {
  const folder = await watchedRun(home, chokidarEvents);
  await folder.add({ originals: 'keep' });
  await until(() => folder.how() === 'events');
  await pause(quietMs + idleMs);
  const known = folder.known();
  const idleCpuPercent = await idlePercent(idleMs);
  await folder.close();
  return { known, idleCpuPercent };
}

/** How long a person waits who adds the folder: until each document has a verdict, and until all are taken. */
async function wholeTime(home: string): Promise<Figures> {
  const folder = await watchedRun(home, chokidarEvents);
  const knownMs = await folder.add({ originals: 'keep' });
  const seconds = await secondsUntil(() => folder.taken() === present, quietMs, folder.taken);
  await folder.close();
  return { knownMs, seconds };
}

/** Owner files that crashes left behind days ago, so that all documents are taken, and sidecars. */
async function withBesides(home: string, root: string): Promise<Figures> {
  const longAgo = Date.now() / 1_000 - 7 * 24 * 60 * 60;
  for (let number = 0; number < beside; number += 1) {
    const owner = join(root, `~$File ${number}.pdf`);
    writeFileSync(owner, 'anna');
    utimesSync(owner, longAgo, longAgo);
    writeFileSync(join(root, `File ${beside + number}.pdf.json`), '{"comment":"By Friday"}');
  }
  return wholeTime(home);
}

/** Each case ends by its own bounds, whatever the folder does. */
const cases: Readonly<Record<string, () => Promise<Figures>>> = {
  kept: () => inFolder(documents(present), kept),
  atOnce: () => inFolder([], atOnce),
  empty: () =>
    inFolder(
      many(empty, 'Empty #.pdf', () => ''),
      atRest,
    ),
  foreign: () =>
    inFolder(
      many(foreign, 'Foreign #.bin', () => ''),
      atRest,
    ),
  plain: () => inFolder(documents(present), wholeTime),
  withBesides: () => inFolder(documents(present), withBesides),
};

export async function folders(): Promise<Judged> {
  process.stderr.write('folders: beside chokidar…\n');
  const ratios = [ratioOf('folder ready : chokidar', await besideChokidar())];
  const figures: Record<string, Figures> = {};
  for (const [name, measure] of Object.entries(cases)) {
    process.stderr.write(`folders: ${name}…\n`);
    // oxlint-disable-next-line no-await-in-loop -- two at once would slow each other down
    figures[name] = await measure();
  }
  return { figures, ratios };
}
