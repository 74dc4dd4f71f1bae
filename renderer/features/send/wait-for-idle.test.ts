import { afterEach, expect, test, vi } from 'vitest';
import { waitedFor, whenIdle } from './wait-for-idle.ts';

afterEach(() => vi.unstubAllGlobals());

test('background work begins when the preview has what it waits for', async () => {
  const told: string[] = [];
  const turns: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (turn: () => void) => turns.push(turn));
  const nextTurn = async () => {
    turns.shift()?.();
    await new Promise(setImmediate);
  };
  const page = Promise.withResolvers<string>();
  const failing = Promise.withResolvers<string>();
  const read = waitedFor(page.promise).then((what) => told.push(what));
  const failed = waitedFor(failing.promise).catch(() => told.push('failed'));
  const rest = whenIdle().then(() => told.push('rest'));
  await nextTurn();
  page.resolve('page');
  await read;
  await nextTurn();
  expect(told).toEqual(['page']);
  failing.reject(new Error('no such file'));
  await failed;
  await nextTurn();
  await rest;
  expect(told).toEqual(['page', 'failed', 'rest']);
});
