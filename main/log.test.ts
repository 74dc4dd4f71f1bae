import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from './log.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('an error is logged as one line of JSON with its place', () => {
  const file = join(folder, 'logs', 'countersign.log');
  createLog(file).error('start', new Error('it broke'));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    place: 'start',
    error: expect.stringContaining('Error: it broke'),
  });
});

test('a log folder that cannot be created does not throw', () => {
  const blocked = join(folder, 'logs');
  writeFileSync(blocked, 'a file where the folder should be');
  const log = createLog(join(blocked, 'deeper', 'countersign.log'));
  log.error('start', new Error('it broke'));
  expect(readFileSync(blocked, 'utf8')).toBe('a file where the folder should be');
});
