import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from './database.ts';
import { lazyTransaction, transaction } from './transaction.ts';

let folder: string;
let database: DatabaseSync;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-transaction-'));
  const opened = openDatabase(join(folder, 'journal.sqlite'), 5);
  if (!opened.ok) throw new Error(opened.details);
  database = opened.database;
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** 2: each commit waits until the disk has it. 1: a power cut may undo the last ones. */
const level = () =>
  z.object({ synchronous: z.number() }).parse(database.prepare('PRAGMA synchronous').get()).synchronous;

test('only the work of a lazy transaction does not wait for the disk', () => {
  expect(level()).toBe(2);
  expect(transaction(database, level)).toBe(2);
  expect(lazyTransaction(database, level)).toBe(1);
  expect(level()).toBe(2);
});

test('what follows a lazy transaction that failed waits for the disk again', () => {
  const failing = () => {
    throw new Error('refused');
  };
  expect(() => lazyTransaction(database, failing)).toThrow('refused');
  expect([level(), transaction(database, level)]).toEqual([2, 2]);
});
