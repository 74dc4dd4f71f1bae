import { mkdirSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { profile } from './testing/folder-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const named = (id: string, name: string) => ({ ...profile, id, name, isDefault: false });

test('a folder names the profiles of its sub-folders, also of empty and nested ones, whatever their spelling', async () => {
  // The disk of a Mac keeps an accent as a letter of its own.
  for (const name of ['Leases/2026', 'Ne\u0301gociations', 'Needs attention/Aside', 'Sent/Old', 'Contracts'])
    mkdirSync(world.path(name), { recursive: true });
  const app = await world.begin();
  app.state.publish({
    profiles: [
      profile,
      named('leases', 'LEASES'),
      named('year', '2026'),
      named('accent', 'N\u00e9gociations'),
      named('aside', 'Aside'),
      named('sent', 'Old'),
      named('other', 'Offers'),
    ],
  });
  const id = await app.add({});
  await app.pass(A_WHILE);
  expect(app.view(id)?.subFolderProfiles.toSorted()).toEqual(['accent', 'leases', 'year']);
  await app.end();
});

test('a folder forgets a sub-folder that is gone, and learns of a profile that is made later', async () => {
  mkdirSync(world.path('Leases'));
  const app = await world.begin();
  const id = await app.add({});
  await app.pass(A_WHILE);
  expect(app.view(id)?.subFolderProfiles).toEqual([]);
  app.state.publish({ profiles: [profile, named('leases', 'Leases')] });
  await app.pass(A_WHILE);
  expect(app.view(id)?.subFolderProfiles).toEqual(['leases']);
  rmSync(world.path('Leases'), { recursive: true });
  app.folders.look(id);
  await app.pass(A_WHILE);
  expect(app.view(id)?.subFolderProfiles).toEqual([]);
  await app.end();
});
