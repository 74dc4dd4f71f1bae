import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { startStandin } from '../standin/start.ts';

const root = join(import.meta.dirname, '../..');
const measured = z.object({
  bundleMs: z.number(),
  bundleCpuMs: z.number(),
  windowAskedMs: z.number(),
  windowAskedCpuMs: z.number(),
  servedMs: z.number(),
  servedCpuMs: z.number(),
});
type Measured = z.infer<typeof measured>;

const ROUNDS = 9;
const SETTLE_MS = 10_000;
const IDLE_MS = 20_000;
/** Linux counts the time of a process in hundredths of a second. */
const TICKS_PER_SECOND = 100;

const rounded = (value: number) => Math.round(value * 10) / 10;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Each start in a process of its own, as for a person. */
function startOnce(): Measured {
  const script = join(import.meta.dirname, 'start-main.ts');
  return measured.parse(JSON.parse(execFileSync(process.execPath, [script], { cwd: root, encoding: 'utf8' })));
}

function cpuSeconds(pid: number): number {
  // The name of the program stands in brackets and may hold blanks.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/);
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) / TICKS_PER_SECOND;
}

/** The processor time of main while nobody does anything, in percent of one processor. */
async function idleCpuPercent(): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const app = await startStandin({ main: join(root, 'out/main/main.js'), args: [`--user-data-dir=${home}`] });
  try {
    await setTimeout(SETTLE_MS);
    const before = cpuSeconds(app.ready.pid);
    await setTimeout(IDLE_MS);
    return ((cpuSeconds(app.ready.pid) - before) / (IDLE_MS / 1000)) * 100;
  } finally {
    await app.quit();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** How long a start takes until the window is asked for, and what the app costs when nothing happens. */
export async function start(): Promise<Record<string, number>> {
  const all = Array.from({ length: ROUNDS }, startOnce);
  const of = (name: keyof Measured) => rounded(median(all.map((one) => one[name])));
  return {
    bundleMs: of('bundleMs'),
    windowAskedMs: of('windowAskedMs'),
    servedMs: of('servedMs'),
    idleCpuPercent: Math.round((await idleCpuPercent()) * 100) / 100,
    bundleCpuMs: of('bundleCpuMs'),
    windowAskedCpuMs: of('windowAskedCpuMs'),
    servedCpuMs: of('servedCpuMs'),
  };
}
