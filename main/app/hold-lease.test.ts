import { expect, test } from 'vitest';
import type { Problem } from '../../preload/contract/problem.ts';
import { LEASE_MS, LEASE_RENEWED_MS, type Writer } from '../journal/writers.ts';
import { createDrivenClock } from '../testing/clocks.ts';
import { holdLease } from './hold-lease.ts';

function begin() {
  const clock = createDrivenClock(0);
  const renewed: number[] = [];
  const told: Problem[] = [];
  const journal = { takenBy: null as Writer | null };
  const held = holdLease({
    clock,
    lease: { renew: (now) => void renewed.push(now), takenBy: () => journal.takenBy },
    notices: { add: (_source, problem) => void told.push(problem) },
  });
  return { clock, renewed, told, journal, held };
}

test('renews the lease before it ends, until the app closes', async () => {
  const { clock, renewed, held } = begin();
  await clock.advance(LEASE_MS);
  const gaps = renewed.map((at, index) => at - (renewed[index - 1] ?? 0));
  expect(renewed.length).toBeGreaterThan(3);
  expect(Math.max(...gaps)).toBe(LEASE_RENEWED_MS);
  held.close();
  await clock.advance(LEASE_MS);
  expect(gaps).toHaveLength(renewed.length);
});

test('stops for good when another computer has taken the journal over, and says which', async () => {
  const { clock, journal, held, told } = begin();
  expect(held.isOurs()).toBe(true);
  journal.takenBy = { id: 'b', name: 'BEAT-PC' };
  await clock.advance(1_000);
  expect(held.isOurs()).toBe(false);
  journal.takenBy = null;
  await clock.advance(60_000);
  expect(held.isOurs()).toBe(false);
  expect(told).toEqual([{ key: 'journal-taken-over', params: { computer: 'BEAT-PC' } }]);
});
