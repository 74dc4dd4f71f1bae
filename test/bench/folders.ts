import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { watch } from 'chokidar';
import { z } from 'zod';
import { chokidarEvents, type FolderEvents } from '../../main/folders/folder-watching.ts';

import { pdfOf } from '../../main/intake/testing/sample-files.ts';
import { until, watchedRun } from './folders/watched-run.ts';

const present = 10_000;
const burst = 2_000;
const quietMs = 5_000;
const idleMs = 10_000;
/** Several looks of a folder that is polled. */
const pollingMs = 60_000;

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
  return Math.round(((user + system) / 1_000 / (performance.now() - began)) * 1_000) / 10;
}

/** A drive that tells nothing. */
const deaf: FolderEvents = { watch: async () => ({ close: async () => {} }) };

/** Another process, so that its memory is not counted. */
async function earlierRun(home: string): Promise<{ readonly newReadyMs: number }> {
  const script = fileURLToPath(new URL('folders/earlier-run.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, home, String(present)]);
  return z.object({ newReadyMs: z.number() }).parse(JSON.parse(stdout));
}

/**
 * What it costs to watch a folder that keeps 10,000 documents, and how soon 2,000 new ones are in the journal. `newReadyMs`
 * is the first look when a person adds the folder, `readyMs` that of the next start of the app, and `settledMs` the work
 * once the files have rested again and the journal tells which of them were taken.
 */
export async function folders() {
  const home = mkdtempSync(join(tmpdir(), 'countersign-bench-folders-'));
  const root = join(home, 'Inbox');
  mkdirSync(root);
  for (let number = 0; number < present; number += 1)
    writeFileSync(join(root, `File ${number}.pdf`), pdfOf(`% file ${number}`));
  try {
    const { newReadyMs } = await earlierRun(home);

    const folder = await watchedRun(home, chokidarEvents);
    const before = megabytes();
    const start = performance.now();
    const readyMs = await folder.load();
    await until(() => folder.taken() === present);
    const settledMs = Math.round(performance.now() - start - quietMs);
    await until(() => folder.how() === 'events');
    const addedMb = Math.round(megabytes() - before);
    // The look that follows the watcher's first word is no idle time.
    await pause(idleMs);
    const idleCpuPercent = await idlePercent(idleMs);
    for (let number = 0; number < burst; number += 1) {
      const path = join(root, `Burst ${number}.pdf`);
      writeFileSync(`${path}.tmp`, pdfOf(`% ${number} ${'x'.repeat(100_000)}`));
      renameSync(`${path}.tmp`, path);
    }
    const last = performance.now();
    await until(() => folder.taken() === present + burst);
    const burst2000Seconds = Math.round((performance.now() - last - quietMs) / 100) / 10;
    await folder.close();

    const polled = await watchedRun(home, deaf);
    await polled.load();
    await until(() => polled.taken() === present + burst);
    const pollingCpuPercent = await idlePercent(pollingMs);
    await polled.close();

    const chokidarBefore = megabytes();
    const began = performance.now();
    const watcher = watch(root, { ignoreInitial: true });
    await new Promise<void>((resolve) => void watcher.once('ready', resolve));
    const chokidarReadyMs = Math.round(performance.now() - began);
    const chokidarAddedMb = Math.round(megabytes() - chokidarBefore);
    await watcher.close();
    return {
      readyMs,
      addedMb,
      idleCpuPercent,
      burst2000Seconds,
      pollingCpuPercent,
      chokidarReadyMs,
      chokidarAddedMb,
      newReadyMs,
      settledMs,
    };
  } finally {
    rmSync(home, { recursive: true });
  }
}
