import type { Planted } from './planted-bugs.ts';
import { simulate } from './run.ts';
import type { Contents } from './world.ts';

const mostSeeds = 1_500;

/** What the judge says of stories without a bug, by seed: one story may show several bugs. */
const sound = new Map<number, Promise<readonly string[]>>();

async function soundProblems(seed: number, contents: Contents): Promise<readonly string[]> {
  const { problems } = await simulate(seed, contents);
  return problems;
}

/**
 * Finds a seed in which the judge sees a planted bug, and sees nothing without it: the one on record if it still does, so
 * that finding takes seconds. Worlds that grow draw other numbers; then another seed has to be put on record.
 */
export async function findingSeed(contents: Contents, { quirks, found, seed: known }: Planted): Promise<number | null> {
  const others = Array.from({ length: mostSeeds }, (_, index) => index + 1);
  for (const seed of [known, ...others]) {
    // oxlint-disable-next-line no-await-in-loop -- the first find ends the search
    const { problems } = await simulate(seed, contents, quirks, found);
    if (!problems.some((problem) => found.test(problem))) continue;
    const without = sound.get(seed) ?? soundProblems(seed, contents);
    sound.set(seed, without);
    // oxlint-disable-next-line no-await-in-loop
    if ((await without).length === 0) return seed;
  }
  return null;
}
