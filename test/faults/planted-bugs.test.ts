/** Tests the simulation itself: it must find each planted bug. */
import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { findsPlanted } from './simulation/find-planted.ts';
import { planted } from './simulation/planted-bugs.ts';
import { plantedCopies } from './simulation/planted-copies.ts';
import { plantedOrders } from './simulation/planted-orders.ts';
import { writeContents } from './simulation/world.ts';

const contents = writeContents();
afterAll(() => rmSync(contents.folder, { recursive: true }));

test('there are twenty-nine planted bugs of sending, thirteen of saving, and four of orders', () => {
  expect([planted.length, plantedCopies.length, plantedOrders.length]).toEqual([29, 13, 4]);
});

test.for([...planted, ...plantedCopies, ...plantedOrders])('found: $bug', async (bug) => {
  expect(await findsPlanted(contents, bug)).toBe(true);
});
