/** Sends three documents. The process crashes before or after each operation and starts again. */
import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { crashAt } from './simulation/run.ts';
import { writeContents } from './simulation/world.ts';

const contents = writeContents();
afterAll(() => rmSync(contents.folder, { recursive: true }));

test('after a crash at any operation all three are started once', async () => {
  const undisturbed = await crashAt(0, contents);
  expect(undisturbed.problems).toEqual([]);
  const failures: string[] = [];
  for (let step = 1; step <= undisturbed.steps; step += 1) {
    const { problems, started } = await crashAt(step, contents);
    if (started !== 3) failures.push(`crash at step ${step}: ${started} started`);
    failures.push(...problems.map((problem) => `crash at step ${step}: ${problem}`));
  }
  expect(failures).toEqual([]);
  expect(undisturbed.steps).toBeGreaterThan(60);
});
