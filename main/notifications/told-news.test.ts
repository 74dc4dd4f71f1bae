import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openToldNews } from './told-news.ts';

const DAY = 24 * 60 * 60_000;
let folder: string;
let account: string;
const open = (now: number) => openToldNews(path, now, () => account);
let path: string;
beforeEach(() => {
  account = 'service-1';
  folder = mkdtempSync(join(tmpdir(), 'countersign-told-'));
  path = join(folder, 'state', 'told.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('remembers over a restart, without names', () => {
  const first = open(0);
  expect(first.isNew).toBe(true);
  first.begin('c', 5);
  first.add(['signed|c|Lease.pdf', 'signed|c|Lease.pdf'], 6);
  const second = open(7);
  expect(second.isNew).toBe(false);
  expect(second.beganAt('c')).toBe(5);
  expect(second.has('signed|c|Lease.pdf')).toBe(true);
  expect(second.has('signed|c|Plan.pdf')).toBe(false);
  expect(readFileSync(path, 'utf8')).not.toContain('Lease');
});

test('each account of a connection has its own first list', () => {
  open(0).begin('c', 5);
  account = 'service-2';
  const told = open(6);
  expect([told.isNew, told.beganAt('c')]).toEqual([false, null]);
  told.begin('c', 7);
  account = 'service-1';
  expect([told.beganAt('c'), open(8).beganAt('c')]).toEqual([5, 5]);
  expect(readFileSync(path, 'utf8')).not.toContain('service-');
});

test('a line that a power cut has cut short spoils no other', () => {
  open(0).add(['a'], 1);
  appendFileSync(path, '\n{"at":2,"to');
  open(0).add(['b'], 3);
  const again = open(4);
  expect([again.has('a'), again.has('b')]).toEqual([true, true]);
});

test('an alarm that was told stays told, however long its copy is there', () => {
  open(0).add(['copy-changed|c|d1|'], 0);
  expect(open(100 * DAY).has('copy-changed|c|d1|')).toBe(true);
});

test('forgets what can no longer be news, and stays small', () => {
  const old = Array.from({ length: 20_001 }, (_none, index) => `\n{"at":${index},"told":"${index}"}`).join('');
  open(0).begin('c', 0);
  appendFileSync(path, old);
  open(100 * DAY).add(['new'], 100 * DAY);
  expect(readFileSync(path, 'utf8').length).toBeLessThan(200);
  expect(open(100 * DAY).beganAt('c')).toBe(0);
});

test('without a place to write it remembers until the app ends', () => {
  writeFileSync(join(folder, 'state'), 'a file in place of the folder');
  const told = open(0);
  told.add(['a'], 1);
  expect(told.has('a')).toBe(true);
});
