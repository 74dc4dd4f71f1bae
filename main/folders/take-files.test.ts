import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderWorld } from './testing/folder-world.ts';

let world: ReturnType<typeof folderWorld>;
beforeEach(() => {
  world = folderWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

test('a fault after the journal has recorded a file does not let it be taken again', async () => {
  for (const name of ['A.pdf', 'B.pdf', 'C.pdf']) world.put(name);
  let faults = 0;
  const app = await world.begin({}, {}, (take) => async (offers, report) => {
    await take(offers, report);
    faults += 1;
    throw new Error('Something failed after the write.');
  });
  const id = await app.add();
  await app.pass(10 * 60_000);
  expect(faults).toBe(1);
  expect(world.names()).toEqual(['A.pdf', 'B.pdf', 'C.pdf']);
  expect(app.shown(id)).toEqual(['A.pdf: under-way', 'B.pdf: under-way', 'C.pdf: under-way']);
  await app.end();
});

test('another account that is signed in for a moment gets no document', async () => {
  world.put('Contract.pdf');
  const claims = () =>
    readdirSync(world.path('.countersign'), { recursive: true }).filter((one) => String(one).length > 60);
  const signIn = (username: string) => app.state.publish({ connections: [{ ...world.connection, username }] });
  let isWatched = true;
  const watch = () => {
    if (isWatched && claims().length === 0) setImmediate(watch);
    else if (isWatched) signIn('beat');
  };
  // The document is planned for anna. Beat comes while it is claimed, and goes before anything is compared again.
  const app = await world.begin({}, {}, (take) => (offers, report) => {
    isWatched = false;
    signIn('anna');
    return take(offers, report);
  });
  await app.add();
  watch();
  await app.pass(10 * 60_000);
  expect(world.submissions().map(({ account }) => account)).toEqual(['anna']);
  await app.end();
});

test('the window shows what was taken while the folder still takes others', async () => {
  for (let number = 0; number < 70; number += 1) world.put(`${number}.pdf`);
  const shown: number[] = [];
  const app = await world.begin({}, {}, (take) => (offers, report) => {
    shown.push(app.folders.files(app.state.get().folders[0]?.id ?? '', 'taken').all);
    return take(offers, report);
  });
  await app.add();
  await app.pass(60_000);
  expect(world.submissions()).toHaveLength(70);
  expect(shown).toEqual([0, 32, 64]);
  await app.end();
});
