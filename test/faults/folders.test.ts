/** Watched folders while programs write, events are lost and the app ends: each file is taken once, and none is lost. */
import { expect, test } from 'vitest';
import { tellFolderStory } from './folders/folder-story.ts';
import { findingFolderSeed, plantedFolderBugs } from './folders/planted-folder-bugs.ts';
import { killWhileFilesArrive, watchWithTwo } from './real/folder-kills.ts';

const runs = Number(process.env['COUNTERSIGN_FOLDER_RUNS'] ?? 20);
const first = Number(process.env['COUNTERSIGN_SEED']);

test('each file that rested is taken once, whatever events tell', async () => {
  const failures: string[] = [];
  let taken = 0;
  for (let seed = first; seed < first + runs; seed += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one story after the other
    const story = await tellFolderStory(seed);
    taken += story.taken;
    if (story.problems.length > 0)
      failures.push(
        `COUNTERSIGN_SEED=${seed} COUNTERSIGN_FOLDER_RUNS=1 npx vitest run --config test/vitest.config.ts --project faults folders.test\n  ${story.problems.join('\n  ')}`,
      );
  }
  expect(failures).toEqual([]);
  expect(taken).toBeGreaterThan(runs);
});

test.for(plantedFolderBugs)('found: $bug', async (planted) => {
  const seed = await findingFolderSeed(planted);
  expect(seed).not.toBeNull();
  // The search takes minutes. Another seed than the one on record goes on record.
  if (seed !== (planted.seed ?? 1)) process.stdout.write(`Found with seed ${seed}: ${planted.bug}\n`);
});

test('a process that is killed while files arrive starts each of them once and loses none', async () => {
  const { problems, started } = await killWhileFilesArrive(first, { files: 40, kills: 8 });
  expect(problems).toEqual([]);
  expect(started).toBe(40);
});

test('two apps on one folder start each file once', async () => {
  const { problems, started } = await watchWithTwo(40);
  expect(problems).toEqual([]);
  expect(started).toBe(40);
});
