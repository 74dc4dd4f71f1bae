import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFirstStart } from './first-start.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-starts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a later start hears from the first one', async () => {
  const [first, later] = [createFirstStart(folder), createFirstStart(folder)];
  later.ask();
  let looks = 0;
  const answered = await later.isAnswered(async () => {
    looks += 1;
    if (looks === 3) first.answer();
  });
  expect([answered, looks]).toEqual([true, 3]);
});

test('a later start hears that it was answered before it looked', async () => {
  const [first, later] = [createFirstStart(folder), createFirstStart(folder)];
  later.ask();
  first.answer();
  expect(await later.isAnswered(async () => {})).toBe(true);
});

test('a later start waits for a first one that is alive and slow, and at last gives up', async () => {
  const [first, later, last] = [createFirstStart(folder), createFirstStart(folder), createFirstStart(folder)];
  first.ask();
  first.note();
  later.ask();
  let looks = 0;
  const answered = await later.isAnswered(async () => {
    looks += 1;
    if (looks === 300) first.answer();
  });
  expect([answered, looks]).toEqual([true, 300]);
  last.ask();
  expect(await last.isAnswered(async () => {})).toBe(false);
});

test('without a first start nothing answers, and the question is taken back', async () => {
  const later = createFirstStart(folder);
  later.ask();
  expect(await later.isAnswered(async () => {})).toBe(false);
  expect(readdirSync(join(folder, 'starts'))).toEqual([]);
});

test('where nothing can be written nothing answers', async () => {
  writeFileSync(join(folder, 'starts'), 'a file in the place of the folder');
  const later = createFirstStart(folder);
  later.ask();
  expect(await later.isAnswered(async () => {})).toBe(false);
  createFirstStart(folder).answer();
});

test('questions of starts that were killed go with the next answer', () => {
  createFirstStart(folder).ask();
  createFirstStart(folder).answer();
  expect(readdirSync(join(folder, 'starts'))).toEqual([]);
});

describe('the note of the first start', () => {
  const left = () => readdirSync(join(folder, 'starts'));
  const start = () => {
    const one = createFirstStart(folder);
    one.ask();
    return one;
  };

  test('tells a later start that a slow one may still answer, and stays when questions are answered', () => {
    const later = start();
    expect(later.isAlone()).toBe(true);
    const first = start();
    first.note();
    expect(later.isAlone()).toBe(false);
    first.answer();
    expect([later.isAlone(), left()]).toEqual([false, [`first-${process.pid}`]]);
  });

  test('counts for nothing when its process has ended, and goes with the next note', () => {
    const later = start();
    // No system has such a process.
    writeFileSync(join(folder, 'starts', 'first-999999999'), '');
    expect(later.isAlone()).toBe(true);
    later.note();
    expect(later.isAlone()).toBe(false);
    later.takeBack();
    expect(left()).toEqual([`first-${process.pid}`]);
  });

  test('is no failure where it cannot be written', () => {
    writeFileSync(join(folder, 'starts'), 'a file in the place of the folder');
    const first = createFirstStart(folder);
    first.note();
    first.takeBack();
    expect(first.isAlone()).toBe(true);
  });
});
