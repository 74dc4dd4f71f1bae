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
  await app.pass(A_WHILE);
  await app.hears(id);
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

test('a folder inside of one that another computer watches is not watched', async () => {
  mkdirSync(join(world.home, '.countersign/watchers'), { recursive: true });
  writeFileSync(join(world.home, '.countersign/watchers/computer-2.json'), '{}');
  const app = await world.begin();
  const refused = { ok: false, problem: { key: 'folder-overlaps', params: { folder: world.root, other: world.home } } };
  expect(await app.folders.preview(world.root)).toEqual(refused);
  await app.end();
});
