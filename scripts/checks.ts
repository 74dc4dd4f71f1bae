import { type Outcome, show, tool } from './suite.ts';
import { program } from './vitest-line.ts';

export type Job = () => Promise<Outcome>;

/** Two lanes keep two cores busy. With a third, each test takes so long that bounds against endless waiting end it. */
export async function inLanes(jobs: readonly Job[]): Promise<Outcome[]> {
  const rest = [...jobs];
  const outcomes: Outcome[] = [];
  const lane = async () => {
    // oxlint-disable-next-line no-await-in-loop -- one job after the other
    for (let job = rest.shift(); job !== undefined; job = rest.shift()) outcomes.push(show(await job()));
  };
  await Promise.all([lane(), lane()]);
  return outcomes;
}

/** Checks that read the sources alone. */
export const checks: readonly Job[] = [
  () => tool('format', program('@biomejs/biome/bin/biome'), 'ci', '--log-level=warn', '.'),
  () => tool('lint', program('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'),
  () => tool('typecheck', program('typescript/bin/tsc'), '--noEmit'),
  () => tool('boundaries', 'scripts/boundaries.ts'),
  () => tool('unused code', program('knip/bin/knip.js')),
];
