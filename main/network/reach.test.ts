import { expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { createPublishedState } from '../state/published-state.ts';
import { createReach } from './reach.ts';

function prepare() {
  let now = 0;
  const state = createPublishedState(emptyState);
  const back: number[] = [];
  const reach = createReach({ clock: { monotonic: () => now }, state, onBack: () => void back.push(now) });
  return { state, back, reach, at: (to: number) => void (now = to) };
}

test('what waited goes on when the network is back', () => {
  const { state, back, reach, at } = prepare();
  reach(false);
  expect([state.get().online, back]).toEqual([false, []]);
  at(9_000);
  reach(true);
  reach(true);
  expect([state.get().online, back]).toEqual([true, [9_000]]);
});

test('a network that was away since before the start is noticed, too', () => {
  const { state, back, reach } = prepare();
  reach(true);
  expect([state.get().online, back]).toEqual([true, [0]]);
});

test('a network that comes and goes is not tried each time', () => {
  const { back, reach, at } = prepare();
  for (let now = 0; now < 10_000; now += 10) {
    at(now);
    reach(now % 20 !== 0);
  }
  expect(back.length).toBeLessThanOrEqual(2);
});
