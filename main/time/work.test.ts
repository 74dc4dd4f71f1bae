import { expect, test } from 'vitest';
import { createWork } from './work.ts';

test('counts what runs, also when it fails, and tells each change', async () => {
  const seen: boolean[] = [];
  const work = createWork(() => void seen.push(work.isRunning()));
  const [one, other] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const given = work.during('send', one.promise);
  expect(given).toBe(one.promise);
  const failing = work.during('send', other.promise);
  expect(work.count('send')).toBe(2);
  one.resolve(1);
  other.reject(new Error('gone'));
  await expect(failing).rejects.toThrow('gone');
  await expect.poll(() => seen).toEqual([true, true, true, false]);
});

test('is idle only when what began meanwhile has ended, too', async () => {
  const work = createWork(() => {});
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  void work.during('take', first.promise);
  let idle = false;
  const waiting = work.idle('take').then(() => (idle = true));
  void first.promise.then(() => work.during('take', second.promise));
  first.resolve();
  await first.promise;
  await Promise.resolve();
  expect(idle).toBe(false);
  second.resolve();
  await waiting;
  expect(work.count('take')).toBe(0);
});
