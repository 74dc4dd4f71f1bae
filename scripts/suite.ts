/** Runs tools and test suites for `npm test` and `npm run package -- --check`, and counts what passed. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { failuresOnly, vitestLine } from './vitest-line.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const results = mkdtempSync(join(tmpdir(), 'countersign-tests-'));
process.on('exit', () => rmSync(results, { recursive: true, force: true }));

export interface Outcome {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** What this computer cannot run, each with the reason. */
  readonly skipped: readonly string[];
  readonly seconds: number;
  /** The files that took longest. */
  readonly slowest?: readonly string[];
  readonly output: string;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          meta: z.object({ obstacle: z.string().optional() }),
        }),
      ),
    }),
  ),
});

const SHOWN_SLOWEST = 6;

/** Counts what a suite reported. A test that was skipped without a reason of its computer counts as failed. */
export function countReport(report: unknown): Pick<Outcome, 'passed' | 'failed' | 'skipped' | 'slowest'> {
  const { numPassedTests, numTotalTests, testResults } = vitestReport.parse(report);
  const skipped = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap(({ fullName, status, meta: { obstacle } }) =>
      status === 'skipped' && obstacle !== undefined ? [`${fullName}: ${obstacle}`] : [],
    );
  const slowest = testResults
    .map(({ name, startTime, endTime }) => ({ name: basename(name, '.test.ts'), took: (endTime - startTime) / 1_000 }))
    .toSorted((one, other) => other.took - one.took)
    .slice(0, SHOWN_SLOWEST)
    .map(({ name, took }) => `${name} ${took.toFixed(0)} s`);
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests - skipped.length, skipped, slowest };
}

function run(
  name: string,
  command: string,
  args: readonly string[],
): Promise<{ code: number; output: string; seconds: number }> {
  const started = performance.now();
  return new Promise((resolve) => {
    // The tests start the app and its processes hundreds of times: what Node compiled once is kept for the next start.
    const env = { ...process.env, NO_COLOR: '1', NODE_COMPILE_CACHE: join(results, 'compiled') };
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 1, output: `${name}: ${error.message}`, seconds: 0 }));
    child.on('close', (code) => {
      const seconds = (performance.now() - started) / 1000;
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString(), seconds });
    });
  });
}

/** Runs a tool, which counts as one test. */
export async function tool(name: string, ...args: string[]): Promise<Outcome> {
  const { code, output, seconds } = await run(name, process.execPath, args);
  const passed = code === 0;
  return { name, passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: [], seconds, output: passed ? '' : output };
}

interface SuiteOptions {
  /** The program that runs it. */
  readonly wrapper?: string | undefined;
  /** The number of its processes, if another one than usual. */
  readonly workers?: number;
}

/** Runs a test suite. A suite without tests counts as failed. */
export async function suite(project: string, { wrapper, workers }: SuiteOptions = {}): Promise<Outcome> {
  const file = join(results, `${project}.json`);
  const limit = workers === undefined ? [] : [`--maxWorkers=${workers}`];
  const line = vitestLine('--config', 'test/vitest.config.ts', '--project', project, ...limit, ...failuresOnly(file));
  const [command = '', ...args] = wrapper === undefined ? line : [wrapper, ...line];
  const { code, output, seconds } = await run(project, command, args);
  let counts: ReturnType<typeof countReport> = { passed: 0, failed: 1, skipped: [] };
  try {
    const found = countReport(JSON.parse(readFileSync(file, 'utf8')));
    counts = { ...found, failed: Math.max(found.failed, code === 0 && found.passed > 0 ? 0 : 1) };
  } catch {
    // The suite ended without a report, which counts as a failure.
  }
  return { name: project, ...counts, seconds, output: counts.failed > 0 ? output : '' };
}

const counted = (passed: number, failed: number, skipped: number) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

export function show(outcome: Outcome): Outcome {
  const { name, passed, failed, skipped, seconds, slowest = [], output } = outcome;
  process.stdout.write(
    `${failed > 0 ? '✗' : '✓'} ${name}: ${counted(passed, failed, skipped.length)} (${seconds.toFixed(1)} s)\n`,
  );
  if (slowest.length > 1) process.stdout.write(`  longest: ${slowest.join(', ')}\n`);
  for (const one of skipped) process.stdout.write(`  not here: ${one}\n`);
  if (output !== '') process.stdout.write(`${output}\n`);
  return outcome;
}

/** Prints the closing line `N passed, N failed`, with what could not run here, and tells whether all passed. */
export function conclude(outcomes: readonly Outcome[]): boolean {
  const sum = (pick: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + pick(outcome), 0);
  const failed = sum((outcome) => outcome.failed);
  const skipped = sum((outcome) => outcome.skipped.length);
  process.stdout.write(
    `\n${counted(
      sum((outcome) => outcome.passed),
      failed,
      skipped,
    )}\n`,
  );
  return failed === 0;
}

/** Linux: a private keyring for the suites that keep secrets. */
export const withKeyring = process.platform === 'linux' ? join(root, 'scripts', 'with-secret-service.sh') : undefined;
