import type { Planted } from './planted-bugs.ts';
import { simulate } from './run.ts';
import type { Contents } from './world.ts';

const mostSeeds = 600;

/** Whether the judge finds a planted bug in one of the seeds, and only with the bug. */
export async function findsPlanted(contents: Contents, { quirks, found, seed: first = 1 }: Planted): Promise<boolean> {
  const others = Array.from({ length: mostSeeds }, (_, index) => index + 1);
  for (const seed of [first, ...others]) {
    // oxlint-disable-next-line no-await-in-loop -- the first find ends the search
    const { problems } = await simulate(seed, contents, quirks);
    if (!problems.some((problem) => found.test(problem))) continue;
    // oxlint-disable-next-line no-await-in-loop
    const sound = await simulate(seed, contents);
    if (!sound.problems.some((problem) => found.test(problem))) return true;
  }
  return false;
}
