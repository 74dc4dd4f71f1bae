import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unless, windowsObstacle } from '../test/only-where.ts';
import { readWorkflow } from './workflow-lint.ts';
import { planOf, runPlan } from './workflow-run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-plan-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const around = { values: { 'matrix.session': 'x11', 'matrix.runner': 'ubuntu-24.04' }, hasDisplay: false };
const { jobs } = readWorkflow(readFileSync(new URL('../.github/workflows/desktop.yml', import.meta.url), 'utf8'));

test('of the job of Linux, the packages and the tests run here, and each other step has its reason', () => {
  const plan = planOf(jobs['linux'] ?? { steps: [] }, around);
  expect(plan.filter(({ why }) => why === null).map(({ what }) => what)).toEqual(['npm ci', 'npm test']);
  const withDisplay = planOf(jobs['linux'] ?? { steps: [] }, { ...around, hasDisplay: true });
  expect(withDisplay.at(-1)?.what).toBe('scripts/with-display.sh x11 npm test');
  expect(plan).toHaveLength(jobs['linux']?.steps.length ?? 0);
});

test('a value that nobody here knows is no empty text', () => {
  const steps = [{ run: `echo \${{ github.sha }}` }];
  expect(() => planOf({ steps }, around)).toThrow('github.sha');
});

const step = (what: string, why: string | null = null) => ({ what, why, env: { GREETING: 'hello' } });

test('steps run in order, hand variables on, and are in the log', unless(windowsObstacle), () => {
  const log = join(folder, 'log');
  const plan = [step('echo NUMBER=7 >> "$GITHUB_ENV"'), step('sysctl', 'not here'), step('echo "$GREETING $NUMBER"')];
  expect(runPlan(plan, { folder, log })).toBeNull();
  const written = readFileSync(log, 'utf8');
  expect(written).toContain('== 2 of 3: sysctl\n-- not here: not here\n');
  expect(written).toMatch(/== 3 of 3: echo "\$GREETING \$NUMBER"\nhello 7\n-- 0 after [\d.]+ s\n$/);
});

test('the first step that fails ends the run, also in the middle of its script', unless(windowsObstacle), () => {
  const log = join(folder, 'log');
  expect(runPlan([step('false\necho $((6 * 7))'), step('echo never')], { folder, log })).toBe('false\necho $((6 * 7))');
  expect(readFileSync(log, 'utf8')).not.toMatch(/42|never\n--/);
});
