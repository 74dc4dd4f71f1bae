import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openToldNews } from './told-news.ts';

const DAY = 24 * 60 * 60_000;
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-told-'));
  path = join(folder, 'state', 'told.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('remembers over a restart, without names', () => {
  const first = openToldNews(path, 0);
  expect(first.isNew).toBe(true);
  first.begin('c', 5);
  first.add(['signed|c|Lease.pdf', 'signed|c|Lease.pdf'], 6);
  const second = openToldNews(path, 7);
  expect(second.isNew).toBe(false);
  expect(second.beganAt('c')).toBe(5);
  expect(second.has('signed|c|Lease.pdf')).toBe(true);
  expect(second.has('signed|c|Plan.pdf')).toBe(false);
  expect(readFileSync(path, 'utf8')).not.toContain('Lease');
});

test('a line that a power cut has cut short spoils no other', () => {
  openToldNews(path, 0).add(['a'], 1);
  appendFileSync(path, '\n{"at":2,"to');
  openToldNews(path, 0).add(['b'], 3);
  const again = openToldNews(path, 4);
  expect([again.has('a'), again.has('b')]).toEqual([true, true]);
});

test('forgets what can no longer be news, and stays small', () => {
  const old = Array.from({ length: 20_001 }, (_none, index) => `\n{"at":${index},"told":"${index}"}`).join('');
  mkdirSync(join(folder, 'state'));
  writeFileSync(path, `${old}\n{"at":0,"began":"c"}`);
  openToldNews(path, 100 * DAY).add(['new'], 100 * DAY);
  expect(readFileSync(path, 'utf8').length).toBeLessThan(200);
  expect(openToldNews(path, 100 * DAY).beganAt('c')).toBe(0);
});

test('without a place to write it remembers until the app ends', () => {
  writeFileSync(join(folder, 'state'), 'a file in place of the folder');
  const told = openToldNews(path, 0);
  told.add(['a'], 1);
  expect(told.has('a')).toBe(true);
});
