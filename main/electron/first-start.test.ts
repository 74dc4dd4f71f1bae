import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
