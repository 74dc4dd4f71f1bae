import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { eachWorld, type FolderWorld } from './testing/each-world.ts';
import { profile } from './testing/folder-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const A_WHILE = 30_000;
const RESCAN = 5 * 60_000;
const claims = () => readdirSync(world.path('.countersign/claims'));

test('a burst that fills the spool waits in sight, is claimed by nobody, and goes on when there is room', async () => {
  const names = Array.from({ length: 60 }, (_none, at) => `${at}.pdf`);
  for (const name of names.slice(0, 40)) world.put(name, name + 'x'.repeat(3_000));
  let app = await world.begin({}, {}, undefined, 60_000);
  const id = await app.add();
  await app.pass(A_WHILE);
  // More come while it is full.
  for (const name of names.slice(40)) world.put(name, name + 'x'.repeat(3_000));
  await app.pass(RESCAN);
  const taken = world.submissions().length;
  expect(taken).toBeGreaterThan(10);
  expect(taken).toBeLessThan(25);
  const waiting = app.folders.files(id, 'waiting').files;
  expect(waiting).toHaveLength(60 - taken);
  expect(waiting[0]).toMatchObject({ verdict: 'waiting', problem: { key: 'spool-full' } });
  expect(world.tree()).toHaveLength(60);
  expect(claims()).toHaveLength(taken);
  await app.end();
  app = await world.begin();
  await app.pass(RESCAN);
  expect(new Set(world.timesTaken().values())).toEqual(new Set([1]));
  expect(world.submissions()).toHaveLength(60);
  await app.end();
});

test('folders of two connections send each for its own, also the same document', async () => {
  const second = { ...world.connection, id: 'd', username: 'beat', savedCopies: join(world.home, 'copies of d') };
  const other = join(world.home, 'Second inbox');
  mkdirSync(other);
  world.here.journal.connections.save(second, 1);
  const profiles = new Map([
    ['c', [profile]],
    ['d', [{ ...profile, id: 'p2', choices: { ...profile.choices, alias: 'Beat Frei' } }]],
  ]);
  const app = await world.begin({ profilesOf: (connectionId) => profiles.get(connectionId) ?? [] });
  app.state.publish({ connections: [world.connection, second] });
  const first = await app.add();
  app.state.publish({ active: 'd', profiles: profiles.get('d') ?? [] });
  const preview = await app.folders.preview(other);
  const rule = app.state.get().folders.find(({ path }) => path === other)?.rule;
  if (!preview.ok || !rule) throw new Error('refused');
  await app.folders.save(preview.id, rule, true);
  world.put('Lease.pdf');
  writeFileSync(join(other, 'Lease.pdf'), pdfOf('% Lease.pdf'));
  // Both work, whichever connection the window shows.
  await app.pass(A_WHILE);
  expect(app.state.get().folders.map(({ id }) => id)).toEqual([preview.id]);
  const taken = (connectionId: string) =>
    world.here.journal.pages
      .page({ connectionId, limit: 10 })
      .rows.map(({ account, folder, wish }) => [account, folder?.id, wish.alias]);
  expect(taken('c')).toEqual([['anna', first, 'Anna Muster']]);
  expect(taken('d')).toEqual([['beat', preview.id, 'Beat Frei']]);
  await app.end();
});
