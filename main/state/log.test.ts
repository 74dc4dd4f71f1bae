import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Secret } from '../signing/secret.ts';
import { createLog } from './log.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-log-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const linesOf = (file: string): unknown[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

test('an error is logged as one line of JSON with its place', () => {
  const file = join(folder, 'logs', 'countersign.log');
  createLog(file).error('start', Object.assign(new Error('it broke'), { code: 'EIO' }));
  expect(linesOf(file)).toMatchObject([
    {
      level: 'error',
      place: 'start',
      error: { name: 'Error', code: 'EIO', stack: expect.any(String), text: expect.stringContaining('it broke') },
    },
  ]);
});

test('what happened is logged with its facts', () => {
  const file = join(folder, 'countersign.log');
  createLog(file).info('check', { problem: 'unreachable', documents: 3 });
  expect(linesOf(file)).toMatchObject([
    { level: 'info', place: 'check', facts: { problem: 'unreachable', documents: 3 } },
  ]);
});

test('a secret, a huge text and a circle become a short line', () => {
  const file = join(folder, 'countersign.log');
  const circle: Record<string, unknown> = { secret: new Secret('do-not-tell'), huge: 'x'.repeat(10_000_000) };
  circle['self'] = circle;
  const log = createLog(file);
  log.error('odd', circle);
  log.error('odd', Object.assign(new Error('y'.repeat(10_000_000)), { name: 'z'.repeat(10_000_000) }));
  log.error('odd', undefined);
  expect(readFileSync(file, 'utf8')).not.toContain('do-not-tell');
  expect(linesOf(file)).toHaveLength(3);
  expect(statSync(file).size).toBeLessThan(40_000);
});

test('all files together stay within the limit, and the newest lines are kept', () => {
  const file = join(folder, 'countersign.log');
  const log = createLog(file, { fileBytes: 1_000, olderFiles: 2, linesPerMinute: 1_000 });
  for (let count = 0; count < 200; count += 1) log.info('count', { count });
  const names = readdirSync(folder).toSorted();
  expect(names).toEqual(['countersign.log', 'countersign.log.1', 'countersign.log.2']);
  for (const name of names) expect(statSync(join(folder, name)).size).toBeLessThan(1_200);
  expect(linesOf(file).at(-1)).toMatchObject({ facts: { count: 199 } });
});

test('a flood of errors is counted, not written', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const file = join(folder, 'countersign.log');
  const log = createLog(file, { fileBytes: 1_000_000, olderFiles: 1, linesPerMinute: 10 });
  for (let count = 0; count < 1_000; count += 1) log.info('flood', { count });
  expect(linesOf(file)).toHaveLength(10);
  vi.setSystemTime(Date.now() + 60_000);
  log.info('after', {});
  expect(linesOf(file).slice(10)).toMatchObject([{ place: 'log', facts: { lost: 990 } }, { place: 'after' }]);
});

test('a log folder that cannot be created does not throw', () => {
  const blocked = join(folder, 'logs');
  writeFileSync(blocked, 'a file where the folder should be');
  const log = createLog(join(blocked, 'deeper', 'countersign.log'));
  log.error('start', new Error('it broke'));
  expect(readFileSync(blocked, 'utf8')).toBe('a file where the folder should be');
});
