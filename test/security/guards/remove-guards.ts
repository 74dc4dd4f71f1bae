import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { failuresOnly, vitestLine } from '../../../scripts/vitest-line.ts';
import type { Guard } from './guard.ts';

const root = join(import.meta.dirname, '../../..');
/** What the tests of a copy need no copy of. */
const left = new Set(['.git', 'node_modules', 'out', 'dist', '.cache']);

const report = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) })),
});

/** The names of the tests that passed and failed. `words`: only tests whose names have them. */
async function runTests(copy: string, suites: readonly string[], words?: string) {
  const file = join(copy, 'report.json');
  rmSync(file, { force: true });
  const name = words?.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const paths = suites.map((suite) => (suite.includes('/') ? suite : `test/security/${suite}`));
  const only = ['--project', 'security', '--project', 'unit', ...paths];
  const named = name === undefined ? [] : ['-t', name];
  const line = vitestLine('--config', 'test/vitest.config.ts', ...only, ...named, ...failuresOnly(file));
  const [command = '', ...args] = line;
  await new Promise((done) => spawn(command, args, { cwd: copy, stdio: 'ignore' }).on('close', done));
  const results = report
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .testResults.flatMap(({ assertionResults }) => assertionResults);
  const names = (status: string) => results.filter((one) => one.status === status).map(({ fullName }) => fullName);
  return { passed: names('passed'), failed: names('failed') };
}

/**
 * Runs the tests in a copy of the project, where they must pass; then removes each guard there, and its test must fail.
 * Tells each guard that nobody missed.
 */
export async function removeGuards(guards: readonly Guard[], tell: (done: number) => void): Promise<readonly string[]> {
  const copy = mkdtempSync(join(tmpdir(), 'countersign-guards-'));
  try {
    for (const name of readdirSync(root)) {
      if (!left.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    const whole = await runTests(copy, [...new Set(guards.map(({ suite }) => suite))]);
    const missed: string[] = [];
    for (const [at, { what, file, guard, without, suite, test }] of guards.entries()) {
      const path = join(copy, file);
      const source = readFileSync(path, 'utf8');
      writeFileSync(
        path,
        source.replace(guard, () => without),
      );
      const broken = await runTests(copy, [suite], test);
      writeFileSync(path, source);
      // A test that fails with the guard as well proves nothing.
      const dies = broken.failed.some((name) => name.includes(test) && whole.passed.includes(name));
      if (!dies) missed.push(`${what}: ${file}, ${suite}`);
      tell(at + 1);
    }
    return missed;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
