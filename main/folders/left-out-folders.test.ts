import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

test('nothing is sent from a folder with the name of a temporary one, and a person is told until it has another name', async () => {
  world.put('tmpkunden24/Contract.pdf');
  world.put('Clients/tmp_ab12cd3/Offer.pdf');
  world.put('Clients/.git/Plan.pdf');
  const app = await world.begin();
  const id = await app.add({ goal: 'send' });
  await app.pass(A_WHILE);
  expect(world.names()).toEqual([]);
  expect(app.view(id)?.leftOut.toSorted()).toEqual(['Clients/tmp_ab12cd3', 'tmpkunden24']);
  renameSync(world.path('tmpkunden24'), world.path('Kunden'));
  app.folders.look(id);
  await app.pass(A_WHILE);
  expect(world.names()).toEqual(['Contract.pdf']);
  expect(app.view(id)?.leftOut).toEqual(['Clients/tmp_ab12cd3']);
  await app.end();
});

test('nothing is sent from a folder that another computer watches, also one that is moved in later', async () => {
  const watch = (folder: string) => {
    mkdirSync(world.path(`${folder}/.countersign/watchers`), { recursive: true });
    writeFileSync(world.path(`${folder}/.countersign/watchers/computer-2.json`), '{}');
  };
  world.put('Clients/Offer.pdf');
  world.put('Clients/Old/Plan.pdf');
  watch('Clients');
  const app = await world.begin();
  const id = await app.add({ goal: 'send' });
  await app.hears(id);
  await app.pass(A_WHILE);
  world.put('Contracts/Sent/Lease.pdf');
  watch('Contracts');
  for (const path of ['Contracts', 'Contracts/Sent', 'Contracts/Sent/Lease.pdf']) app.hearers.at(-1)?.hint(path);
  await app.pass(A_WHILE);
  world.put('Contracts/New.pdf');
  app.hearers.at(-1)?.hint('Contracts/New.pdf');
  await app.pass(A_WHILE);
  expect(world.names()).toEqual([]);
  expect(app.view(id)?.leftOut.toSorted()).toEqual(['Clients', 'Contracts']);
  // Nobody watches it any more.
  rmSync(world.path('Contracts/.countersign/watchers/computer-2.json'));
  app.folders.look(id);
  await app.pass(A_WHILE);
  expect(world.names()).toEqual(['Lease.pdf', 'New.pdf']);
  await app.end();
});

test('a document goes on, and is moved, when another computer watched its folder for a while', async () => {
  world.put('Clients/Lease.pdf');
  const app = await world.begin();
  const id = await app.add({ goal: 'send' });
  await app.pass(A_WHILE);
  expect(app.shown(id)).toEqual(['Clients/Lease.pdf: under-way']);
  const note = world.path('Clients/.countersign/watchers/computer-2.json');
  mkdirSync(join(note, '..'), { recursive: true });
  writeFileSync(note, '{}');
  for (let looks = 0; looks < 4; looks += 1) {
    app.folders.look(id);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await app.pass(A_WHILE);
  }
  rmSync(note);
  app.folders.look(id);
  await app.pass(A_WHILE);
  expect(app.shown(id)).toEqual(['Clients/Lease.pdf: under-way']);
  app.endsAs('started');
  await app.pass(A_WHILE);
  expect(world.exists('Sent/Clients/Lease.pdf')).toBe(true);
  await app.end();
});

test('a file with the name of our folder leaves nothing out', async () => {
  world.put('Clients/Offer.pdf');
  writeFileSync(world.path('Clients/.countersign'), '');
  const app = await world.begin();
  await app.add();
  await app.pass(A_WHILE);
  expect(world.names()).toEqual(['Offer.pdf']);
  await app.end();
});

test('nothing is taken from a folder that another computer has begun to watch since the last scan', async () => {
  world.put('Clients/Old.pdf');
  const app = await world.begin();
  const id = await app.add();
  await app.hears(id);
  await app.pass(A_WHILE);
  mkdirSync(world.path('Clients/.countersign/watchers'), { recursive: true });
  writeFileSync(world.path('Clients/.countersign/watchers/computer-2.json'), '{}');
  world.put('Clients/New.pdf');
  app.hearers.at(-1)?.hint('Clients/New.pdf');
  await app.pass(A_WHILE);
  expect(world.names()).toEqual(['Old.pdf']);
  await app.end();
});

test('a computer that got the data of another one says that it watches the folder', async () => {
  const first = await world.begin();
  await first.add();
  await first.end();
  rmSync(world.path('.countersign/watchers/computer-1.json'));
  const moved = await world.begin({}, { id: 'computer-3', name: 'PC-3', user: 'anna' });
  await moved.pass(A_WHILE);
  expect(world.exists('.countersign/watchers/computer-3.json')).toBe(true);
  await moved.end();
});

test('a note of our own that was left behind leaves nothing out', async () => {
  mkdirSync(world.path('Clients/.countersign/watchers'), { recursive: true });
  writeFileSync(world.path('Clients/.countersign/folder.json'), '{"version":1,"id":"m-old"}');
  writeFileSync(world.path('Clients/.countersign/watchers/computer-1.json'), '{}');
  world.put('Clients/Offer.pdf');
  const app = await world.begin();
  const id = await app.add();
  await app.pass(A_WHILE);
  expect([world.names(), app.view(id)?.leftOut]).toEqual([['Offer.pdf'], []]);
  await app.end();
});

test('a folder inside of one that another computer watches is not watched', async () => {
  mkdirSync(join(world.home, '.countersign/watchers'), { recursive: true });
  writeFileSync(join(world.home, '.countersign/watchers/computer-2.json'), '{}');
  const app = await world.begin();
  const refused = { ok: false, problem: { key: 'folder-overlaps', params: { folder: world.root, other: world.home } } };
  expect(await app.folders.preview(world.root)).toEqual(refused);
  await app.end();
});
