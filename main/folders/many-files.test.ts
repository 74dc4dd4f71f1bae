import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FolderWorld } from './testing/each-world.ts';
import { folderWorld } from './testing/folder-world.ts';

let world: FolderWorld;
beforeEach(() => {
  world = folderWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

/** Longer than the quiet time. */
const A_MOMENT = 7_000;

/** Empty documents, because nothing of them is read: only the work of looking and judging is left. */
function putEmpty(count: number, kind = 'Scan'): readonly string[] {
  const names = Array.from({ length: count }, (_none, number) => `${kind} ${number}.pdf`);
  for (const name of names) writeFileSync(world.path(name), '');
  return names;
}

/**
 * These tests have no measure of their own: work that grows with the product of both numbers takes minutes, and the time
 * that a test may take ends it.
 */
describe('a folder of many documents is looked at in time', () => {
  test('with even more owner files', async () => {
    putEmpty(3_000);
    for (let number = 0; number < 5_000; number += 1) writeFileSync(world.path(`~$Letter ${number}.docx`), 'anna');
    const app = await world.begin();
    const id = await app.add();
    await app.hears(id);
    await app.pass(A_MOMENT);
    expect(app.view(id)?.counts).toEqual({ writing: 3_000 });
    await app.end();
  });

  test('when the system names thousands of owner files', async () => {
    putEmpty(3_000);
    const app = await world.begin();
    const id = await app.add();
    await app.hears(id);
    await app.pass(A_MOMENT);
    for (let number = 0; number < 3_000; number += 1) {
      writeFileSync(world.path(`~$Letter ${number}.docx`), 'anna');
      app.hearers.at(-1)?.hint(`~$Letter ${number}.docx`);
    }
    await app.pass(A_MOMENT);
    expect(app.view(id)?.counts).toEqual({ writing: 3_000 });
    await app.end();
  });

  test('when the system names thousands of sidecars without a document again and again', async () => {
    putEmpty(4_000);
    const sidecars = Array.from({ length: 5_000 }, (_none, number) => `Letter ${number}.pdf.json`);
    for (const name of sidecars) writeFileSync(world.path(name), '{}');
    const app = await world.begin();
    const id = await app.add();
    await app.hears(id);
    await app.pass(A_MOMENT);
    for (let times = 0; times < 5; times += 1) {
      for (const name of sidecars) app.hearers.at(-1)?.hint(name);
      // oxlint-disable-next-line no-await-in-loop -- the next hints come when these were looked at
      await app.pass(1_000);
    }
    expect(app.view(id)).toMatchObject({ counts: { writing: 4_000 }, loneSidecars: 5_000 });
    await app.end();
  });
});

describe('a folder in which nothing happens rests', () => {
  const HOUR = 60 * 60_000;
  /** One look at the whole folder every five minutes, and what it needs to tell the window. */
  const fewTimers = 12 * 4;

  test.each([
    ['empty documents', () => void putEmpty(200)],
    [
      'documents that are open in Word',
      () => {
        for (let number = 0; number < 20; number += 1) {
          world.put(`Contract ${number}.pdf`);
          writeFileSync(world.path(`~$ntract ${number}.pdf`), 'anna');
        }
      },
    ],
    [
      'files of others',
      () => {
        mkdirSync(world.path('Music'));
        for (let number = 0; number < 200; number += 1) writeFileSync(world.path(`Music/${number}.mp3`), 'a');
      },
    ],
  ])('with %s: it wakes up for its looks at the whole folder alone', async (_what, putThem) => {
    putThem();
    const app = await world.begin();
    const id = await app.add();
    await app.hears(id);
    await app.pass(10 * 60_000);
    const before = { timers: app.time.timersRun(), revision: app.view(id)?.revision ?? 0 };
    await app.pass(HOUR);
    expect(app.time.timersRun() - before.timers).toBeLessThanOrEqual(fewTimers);
    expect((app.view(id)?.revision ?? 0) - before.revision).toBeLessThanOrEqual(fewTimers);
    await app.end();
  });
});

test('the watcher, which lists the whole folder as well, begins when each file has its verdict', async () => {
  for (let number = 0; number < 50; number += 1) world.put(`${number}.pdf`);
  const { promise: known, resolve: begins } = Promise.withResolvers<number | undefined>();
  const app = await world.begin({
    events: {
      async watch() {
        app.folders.publish();
        begins(app.state.get().folders[0]?.counts.writing);
        return { close: async () => {} };
      },
    },
  });
  await app.add();
  expect(await known).toBe(50);
  await app.end();
});
