/** Kills the whole main process at any moment: real journal, real spool, real sockets through a failing proxy. */
import { expect, test } from 'vitest';
import { killAgainAndAgain } from './real/kills.ts';

test('a process that is killed repeatedly loses no file and starts no document twice', async () => {
  const { problems, rows, faults } = await killAgainAndAgain(Number(process.env['COUNTERSIGN_SEED']), 12);
  expect(problems).toEqual([]);
  expect(rows.length).toBeGreaterThanOrEqual(8);
  expect(faults).toBeGreaterThan(0);
});
