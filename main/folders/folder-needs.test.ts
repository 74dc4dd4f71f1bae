import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { profile } from './testing/folder-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const SOME_MINUTES = 6 * 60_000;

test('a folder that is away calls a person after some minutes, and once a day', async () => {
  const app = await world.begin();
  const id = await app.add();
  await app.pass(A_WHILE);
  renameSync(world.root, `${world.root} away`);
  app.folders.look(id);
  await app.pass(60_000);
  expect([app.view(id)?.status, app.view(id)?.isTroubled, app.folders.needs()]).toEqual(['unreachable', false, []]);
  await app.pass(SOME_MINUTES);
  expect(app.view(id)?.isTroubled).toBe(true);
  expect(app.folders.summary()).toMatchObject({ needsYou: 0, troubled: 1 });
  const [need] = app.folders.needs();
  expect(need).toMatchObject({ folderId: id, isFolder: true, name: 'Inbox', problem: { key: 'folder-unreachable' } });
  await app.pass(60 * 60_000);
  expect(app.folders.needs()).toEqual([need]);
  renameSync(`${world.root} away`, world.root);
  await app.pass(A_WHILE);
  expect([app.view(id)?.isTroubled, app.folders.needs()]).toEqual([false, []]);
  await app.end();
});

test('another folder in its place calls a person at once', async () => {
  const app = await world.begin();
  const id = await app.add();
  await app.pass(A_WHILE);
  rmSync(world.root, { recursive: true });
  mkdirSync(world.root);
  writeFileSync(world.path('x.txt'), '');
  app.folders.look(id);
  await app.pass(A_WHILE);
  expect(app.folders.needs()).toMatchObject([
    { folderId: id, isFolder: true, problem: null, why: { kind: 'replaced' } },
  ]);
  await app.end();
});

test('a file that nobody signs calls a person, a duplicate and a preview do not', async () => {
  world.put('Lease.pdf');
  const app = await world.begin();
  app.state.publish({ profiles: [{ ...profile, choices: { ...profile.choices, signees: [] } }] });
  const preview = await app.folders.preview(world.root);
  await app.pass(A_WHILE);
  expect(app.folders.needs()).toEqual([]);
  if (preview.ok) await app.folders.remove(preview.id);
  const id = await app.add();
  await app.pass(A_WHILE);
  expect(app.folders.needs()).toMatchObject([
    { folderId: id, name: 'Lease.pdf', isFolder: false, why: { kind: 'no-signee' } },
  ]);
  expect(new Set(app.folders.needs().map(({ key }) => key)).size).toBe(1);
  await app.end();
});
