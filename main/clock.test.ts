import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from './clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const month = 30 * 24 * 60 * 60_000;

test('a wait of a month ends once, after a month', async () => {
  let ended = 0;
  systemClock.after(month, () => void (ended += 1));
  await vi.advanceTimersByTimeAsync(month - 1);
  expect(ended).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toBe(1);
  await vi.advanceTimersByTimeAsync(2 * month);
  expect(ended).toBe(1);
});

test('it can be called off on the way', async () => {
  let ended = 0;
  const cancel = systemClock.after(month, () => void (ended += 1));
  await vi.advanceTimersByTimeAsync(month - 1);
  cancel();
  await vi.advanceTimersByTimeAsync(month);
  expect(ended).toBe(0);
});
