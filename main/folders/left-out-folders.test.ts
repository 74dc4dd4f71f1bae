import { renameSync } from 'node:fs';
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
