import { setImmediate } from 'node:timers';
import { expect, test } from 'vitest';
import { createSlices, inParts } from './slices.ts';

/** More than the share of one turn. */
function workLong(): void {
  const until = performance.now() + 8;
  while (performance.now() < until);
}

/** Counts the turns of the loop. */
function countTurns() {
  let turn = 0;
  let running = true;
  const count = () => {
    turn += 1;
    if (running) setImmediate(count);
  };
  setImmediate(count);
  return {
    now: () => turn,
    stop: () => {
      running = false;
    },
  };
}

test('of several long works at once, one goes on in each turn of the loop', async () => {
  const turns = countTurns();
  const worked: number[] = [];
  const work = () =>
    inParts([1, 2, 3, 4], 1, () => {
      worked.push(turns.now());
      workLong();
    });
  await Promise.all([work(), work(), work()]);
  turns.stop();
  // All three begin in the turn that called them.
  const later = worked.filter((turn) => turn !== worked[0]);
  expect(later.length).toBe(9);
  expect(new Set(later).size).toBe(later.length);
});

test('a work that begins while another one has used up the turn waits for the next', async () => {
  workLong();
  const before = createSlices('parts');
  workLong();
  expect(createSlices('parts').isOver()).toBe(true);
  await before.rest();
  expect(before.isOver()).toBe(false);
});
