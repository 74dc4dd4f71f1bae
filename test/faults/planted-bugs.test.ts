/** Tests the simulation itself: it must find each planted bug. */
import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { allPlanted } from './simulation/all-planted.ts';
import { findingSeed } from './simulation/find-planted.ts';
import { writeContents } from './simulation/world.ts';

const contents = writeContents();
afterAll(() => rmSync(contents.folder, { recursive: true }));

test('each planted bug is planted once, and none is lost', () => {
  expect(new Set(allPlanted.map(({ bug }) => bug)).size).toBe(allPlanted.length);
  // Raise this with each new one.
  expect(allPlanted.length).toBeGreaterThanOrEqual(83);
});

test.for(allPlanted)('found: $bug', async (planted) => {
  const seed = await findingSeed(contents, planted);
  expect(seed).not.toBeNull();
  // A decision that changes can move a find to another story. Its seed then goes on record, so that finding takes seconds.
  if (seed !== planted.seed) process.stdout.write(`Found with seed ${seed}: ${planted.bug}\n`);
});
