/** Tests the simulation itself: it must find each planted bug. */
import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { planted } from './simulation/planted-bugs.ts';
import { plantedCopies } from './simulation/planted-copies.ts';
import { simulate } from './simulation/run.ts';
import { writeContents } from './simulation/world.ts';

const MOST_SEEDS = 600;
const contents = writeContents();
afterAll(() => rmSync(contents.folder, { recursive: true }));

test('there are twenty-six planted bugs of sending, and twelve of saving', () => {
  expect([planted.length, plantedCopies.length]).toEqual([26, 12]);
});

test.for([...planted, ...plantedCopies])('found: $bug', async ({ quirks, found }) => {
  for (let seed = 1; seed <= MOST_SEEDS; seed += 1) {
    const { problems } = await simulate(seed, contents, quirks);
    if (problems.some((problem) => found.test(problem))) return;
  }
  expect.unreachable(`not found in ${MOST_SEEDS} seeds`);
});
