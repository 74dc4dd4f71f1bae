import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from '../journal/journal.ts';
import { createDrivenClock, settled } from '../testing/clocks.ts';
import { openWhenFree } from './open-when-free.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-held-'));
  file = join(folder, 'journal.sqlite');
  openJournal(file).journal.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

test('waits while a program holds the journal, says so once, and opens it when it is free', async () => {
  const backup = new DatabaseSync(file);
  backup.exec('BEGIN EXCLUSIVE');
  const clock = createDrivenClock(5);
  const told: string[] = [];
  let isOpen = false;
  let looks = 0;
  const opening = openWhenFree(
    { clock, dataFolder: folder, stateFolder: join(folder, 'state') },
    ({ key }) => void told.push(key),
    () => {
      looks += 1;
    },
  );
  void opening.finally(() => {
    isOpen = true;
  });
  await clock.advance(60_000);
  expect([told, isOpen]).toEqual([['journal-in-use'], false]);
  // The folder may come back between two tries, so each one looks at it anew.
  expect(looks).toBe(61);
  backup.close();
  await clock.advance(1_000);
  await settled();
  const { durable, failure, journal } = await opening;
  expect([durable, failure, told]).toEqual([true, null, ['journal-in-use']]);
  journal.close();
});

test('does not wait for what ends only by a person', async () => {
  const newer = new DatabaseSync(file);
  newer.exec('PRAGMA user_version = 9999');
  newer.close();
  const ports = { clock: createDrivenClock(5), dataFolder: folder, stateFolder: join(folder, 'state') };
  const { failure, journal } = await openWhenFree(ports, () => expect.unreachable());
  expect(failure?.fault).toBe('newer');
  journal.close();
});
