import { expect, test } from 'vitest';
import { createCrashJudge } from './window-crash.ts';

test('a window that stops is loaded again; a person is asked when it stops twice within a minute', () => {
  let now = 1_000;
  const judge = createCrashJudge(() => now);
  expect(judge('crashed')).toBe('reload');
  now += 61_000;
  expect(judge('oom')).toBe('reload');
  now += 10_000;
  expect(judge('killed')).toBe('ask');
});

test('a window that was closed is left closed', () => {
  const judge = createCrashJudge(() => 0);
  expect([judge('clean-exit'), judge('clean-exit'), judge('crashed')]).toEqual(['ignore', 'ignore', 'reload']);
});
