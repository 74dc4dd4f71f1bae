/** Sixty days in virtual time: an account in daily use, an app that is killed and started again and again. */
import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { plantedCopies } from './simulation/planted-copies.ts';
import { liveSixtyDays } from './simulation/sixty-days.ts';
import { writeContents } from './simulation/world.ts';

const contents = writeContents();
afterAll(() => rmSync(contents.folder, { recursive: true }));

test('each document that is signed in sixty days is saved once, byte by byte, with one check per window', async () => {
  const options = { documents: 400, restarts: 60, seed: Number(process.env['COUNTERSIGN_SEED']) };
  const { problems, signed, saved, polls } = await liveSixtyDays(options, contents);
  expect(problems).toEqual([]);
  expect([signed > 300, saved]).toEqual([true, signed]);
  // The app runs half of the time.
  expect(polls).toBeGreaterThan(1_500);
});

test('an app that forgets its copies at a restart is found', async () => {
  const forgets = plantedCopies.find(({ bug }) => bug === 'copies are forgotten at a restart');
  const { problems } = await liveSixtyDays({ documents: 20, restarts: 20, seed: 1 }, contents, forgets?.quirks);
  expect(problems.some((problem) => forgets?.found.test(problem))).toBe(true);
});
