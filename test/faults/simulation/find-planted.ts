import type { Planted } from './planted-bugs.ts';
import { simulate } from './run.ts';
import type { Contents } from './world.ts';

const mostSeeds = 1_500;

/**
 * Finds a seed in which the judge sees a planted bug, and only with the bug: the one on record if it still does, so that
 * finding takes seconds. Worlds that grow draw other numbers; then another seed has to be put on record.
 */
export async function findingSeed(contents: Contents, { quirks, found, seed: known }: Planted): Promise<number | null> {
  const others = Array.from({ length: mostSeeds }, (_, index) => index + 1);
  for (const seed of [known, ...others]) {
    // oxlint-disable-next-line no-await-in-loop -- the first find ends the search
    const { problems } = await simulate(seed, contents, quirks);
    if (!problems.some((problem) => found.test(problem))) continue;
    // oxlint-disable-next-line no-await-in-loop
    const sound = await simulate(seed, contents);
    if (!sound.problems.some((problem) => found.test(problem))) return seed;
  }
  return null;
}
