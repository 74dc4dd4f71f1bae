// Everything `npm test` runs, two at a time: the longest suite, and beside it all the others.
// Ends with `N passed, N failed`.
import { conclude, type Outcome, show, suite, tool, withKeyring } from './suite.ts';
import { program } from './vitest-line.ts';

type Job = () => Promise<Outcome>;

/** Two lanes keep two cores busy. With a third, each test takes so long that bounds against endless waiting end it. */
async function inLanes(jobs: readonly Job[]): Promise<Outcome[]> {
  const rest = [...jobs];
  const outcomes: Outcome[] = [];
  const lane = async () => {
    // oxlint-disable-next-line no-await-in-loop -- one job after the other
    for (let job = rest.shift(); job !== undefined; job = rest.shift()) outcomes.push(show(await job()));
  };
  await Promise.all([lane(), lane()]);
  return outcomes;
}

/** They read the sources alone: `.ci/run` makes them once for both users. */
const checks: readonly Job[] = [
  () => tool('format', program('@biomejs/biome/bin/biome'), 'ci', '--log-level=warn', '.'),
  () => tool('lint', program('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'),
  () => tool('typecheck', program('typescript/bin/tsc'), '--noEmit'),
  () => tool('boundaries', 'scripts/boundaries.ts'),
  () => tool('unused code', program('knip/bin/knip.js')),
];

const outcomes = [
  show(await tool('build', 'scripts/build.ts')),
  ...(await inLanes([
    // The longest first, so that all lanes end at about the same time.
    () => suite('e2e', withKeyring),
    ...(process.env['COUNTERSIGN_CHECKED'] === '1' ? [] : checks),
    () => suite('faults'),
    () => suite('unit'),
    () => suite('electron'),
    () => suite('security', withKeyring),
    () => suite('package', withKeyring),
    // The real keychain of Linux. Unit tests use fakes of the other systems' keychains.
    ...(process.platform === 'linux' ? [() => suite('account')] : []),
  ])),
];
process.exitCode = conclude(outcomes) ? 0 : 1;
