/** An earlier journal replaces the current one, as after a restored backup or in a synchronised folder. */
import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { restoreAt } from './simulation/run.ts';
import { writeContents } from './simulation/world.ts';

const DOCUMENTS = 50;
const MOMENTS = 12;
const contents = writeContents(DOCUMENTS);
afterAll(() => rmSync(contents.folder, { recursive: true }));

test('with a journal of any earlier moment, nothing starts twice and every accepted file is there', async () => {
  const undisturbed = await restoreAt(0, contents);
  expect(undisturbed).toMatchObject({ problems: [], rows: DOCUMENTS, started: DOCUMENTS });
  const failures: string[] = [];
  for (let moment = 1; moment <= MOMENTS; moment += 1) {
    const change = Math.max(1, Math.floor((undisturbed.changes * moment) / MOMENTS) - 1);
    const { problems, rows, started } = await restoreAt(change, contents);
    if (rows !== DOCUMENTS || started !== DOCUMENTS)
      failures.push(`change ${change}: ${rows} rows, ${started} started`);
    failures.push(...problems.map((problem) => `change ${change}: ${problem}`));
  }
  expect(failures).toEqual([]);
});

test('without the witness documents start twice', async () => {
  const { changes } = await restoreAt(0, contents);
  const { problems } = await restoreAt(Math.floor(changes / 3), contents, { noWitness: true });
  expect(problems.some((problem) => /started \d+ times/.test(problem))).toBe(true);
});
