/** Runs before each test file. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { afterAll, expect, vi } from 'vitest';

fc.configureGlobal({ seed: Number(process.env['COUNTERSIGN_SEED']) });

const warnings: string[] = [];
const keep = ({ name, message }: Error) => {
  if (name !== 'ExperimentalWarning') warnings.push(`${name}: ${message}`);
};
process.on('warning', keep);

const descriptors = '/proc/self/fd';

/** The files and folders that this process has open, or null where the system does not tell. */
function openFiles(): ReadonlySet<string> | null {
  if (!existsSync(descriptors)) return null;
  const open = readdirSync(descriptors).flatMap((number) => {
    try {
      return [`${number} ${readlinkSync(`${descriptors}/${number}`)}`];
    } catch {
      return []; // Closed meanwhile.
    }
  });
  return new Set(open.filter((one) => one.includes(' /')));
}

const before = openFiles();

const tasks = '/proc/self/task';

/** Counts the threads that tests have started: 0 where the system does not tell. */
function threads(): number {
  if (!existsSync(tasks)) return 0;
  return readdirSync(tasks).filter((id) => {
    try {
      return readFileSync(`${tasks}/${id}/comm`, 'utf8').trim() === 'WorkerThread';
    } catch {
      return false; // Ended meanwhile.
    }
  }).length;
}

const threadsBefore = threads();

/** Taking back the memory of a large process takes as long as ten tests. */
function leftOpen(): boolean {
  const now = openFiles();
  return before === null || now === null || [...now].some((one) => !before.has(one));
}

// A file nobody closed is told of when its memory is taken back: here and now, not by chance.
afterAll(async () => {
  if (leftOpen()) {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    await turn();
    await turn();
  }
  // A thread that nobody can stop takes time and memory from all files after it. Ending takes a moment.
  await vi.waitFor(() => expect(threads()).toBeLessThanOrEqual(threadsBefore), { timeout: 30_000 });
  // The files of a project may share a process.
  process.off('warning', keep);
  expect(warnings).toEqual([]);
});
