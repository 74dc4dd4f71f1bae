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
  expect(allPlanted.length).toBeGreaterThanOrEqual(77);
});

test.for(allPlanted)('found: $bug', async (bug) => {
  // Another seed than the one on record goes on record.
  expect(await findingSeed(contents, bug)).toBe(bug.seed);
});
