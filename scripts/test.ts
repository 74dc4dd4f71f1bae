// Everything `npm test` runs: quick checks first, then the suites, two at a time. Ends with `N passed, N failed`.
import { conclude, type Outcome, show, suite, tool, withKeyring } from './suite.ts';
import { program } from './vitest-line.ts';

async function inTurn(jobs: readonly (() => Promise<Outcome>)[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  // Two lanes keep two cores busy, so each lane runs its jobs one after the other.
  // oxlint-disable-next-line no-await-in-loop
  for (const job of jobs) outcomes.push(show(await job()));
  return outcomes;
}

const outcomes = await inTurn([() => tool('build', 'scripts/build.ts')]);
const lanes = await Promise.all([
  inTurn([
    () => tool('format', program('@biomejs/biome/bin/biome'), 'ci', '--log-level=warn', '.'),
    () => tool('lint', program('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'),
    () => tool('typecheck', program('typescript/bin/tsc'), '--noEmit'),
    () => tool('boundaries', 'scripts/boundaries.ts'),
    () => tool('unused code', program('knip/bin/knip.js')),
    () => suite('unit'),
    () => suite('package', withKeyring),
    // The real keychain of Linux. Unit tests use fakes of the other systems' keychains.
    ...(process.platform === 'linux' ? [() => suite('account')] : []),
    () => suite('e2e', withKeyring),
  ]),
  inTurn([() => suite('security', withKeyring), () => suite('faults')]),
]);
outcomes.push(...lanes.flat());
process.exitCode = conclude(outcomes) ? 0 : 1;
