/** Runs tools and test suites for `npm test` and `npm run package -- --check`, and counts what passed. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
  readonly seconds: number;
  readonly output: string;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numTotalTests: z.number(),
  success: z.boolean(),
});

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
  return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, seconds, output: code === 0 ? '' : output };
}

/** Runs a test suite. A skipped test or a suite without tests counts as failed. */
export async function suite(project: string, wrapper?: string): Promise<Outcome> {
  const file = join(results, `${project}.json`);
  const line = vitestLine('--config', 'test/vitest.config.ts', '--project', project, ...failuresOnly(file));
  const [command = '', ...args] = wrapper === undefined ? line : [wrapper, ...line];
  const { code, output, seconds } = await run(project, command, args);
  let counts = { passed: 0, failed: 1 };
  try {
    const found = vitestReport.parse(JSON.parse(readFileSync(file, 'utf8')));
    const failed = found.numTotalTests - found.numPassedTests;
    counts = { passed: found.numPassedTests, failed: Math.max(failed, code === 0 && found.numTotalTests > 0 ? 0 : 1) };
  } catch {
    // The suite ended without a report, which counts as a failure.
  }
  return { name: project, ...counts, seconds, output: counts.failed > 0 ? output : '' };
}

export function show(outcome: Outcome): Outcome {
  const { name, passed, failed, seconds, output } = outcome;
  process.stdout.write(
    `${failed > 0 ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)\n`,
  );
  if (output !== '') process.stdout.write(`${output}\n`);
  return outcome;
}

/** Prints the closing line `N passed, N failed`, and tells whether all passed. */
export function conclude(outcomes: readonly Outcome[]): boolean {
  const sum = (pick: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + pick(outcome), 0);
  const failed = sum((outcome) => outcome.failed);
  process.stdout.write(`\n${sum((outcome) => outcome.passed)} passed, ${failed} failed\n`);
  return failed === 0;
}

/** Linux: a private keyring for the suites that keep secrets. */
export const withKeyring = process.platform === 'linux' ? join(root, 'scripts', 'with-secret-service.sh') : undefined;
