import { setImmediate } from 'node:timers';
import { expect, test } from 'vitest';
import { createSlices, inParts, inSlices, type LongWork } from './slices.ts';

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

test('long work has a result, pauses when its share of the turn is used up, and is given up when nobody wants it', async () => {
  const turns = countTurns();
  const seen: number[] = [];
  let isClosed = false;
  function* work(): LongWork<string> {
    try {
      for (let item = 0; item < 4; item += 1) {
        yield 'part';
        seen.push(turns.now());
        workLong();
      }
      return 'all';
    } finally {
      isClosed = true;
    }
  }
  expect(await inSlices(work())).toBe('all');
  expect(new Set(seen).size).toBe(seen.length);
  isClosed = false;
  expect(await inSlices(work(), () => seen.length < 6)).toBe(undefined);
  turns.stop();
  expect([seen.length, isClosed]).toEqual([6, true]);
});

test('a work that begins while another one has used up the turn waits for the next', async () => {
  workLong();
  const before = createSlices('parts');
  workLong();
  expect(createSlices('parts').isOver()).toBe(true);
  await before.rest();
  expect(before.isOver()).toBe(false);
});
