import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const LONG = 20 * 60_000;

/** A drive mounted at `Scans`. Without it the system shows the empty folder below, or none. */
function drive() {
  let isMounted = true;
  let number = 2n;
  const place = () => world.path('Scans');
  const kept = () => join(world.home, 'kept');
  return {
    deviceOf: async (path: string) => (isMounted && path.startsWith(place()) ? number : 1n),
    unmount(leaves: 'empty' | 'nothing'): void {
      isMounted = false;
      renameSync(place(), kept());
      if (leaves === 'empty') mkdirSync(place());
    },
    mount(): void {
      rmSync(place(), { recursive: true, force: true });
      renameSync(kept(), place());
      isMounted = true;
      // Drives without a number of their own get another one at each mount.
      number += 1n;
    },
    /** The files were moved to the disk of the folder around it, and the drive is not used any more. */
    giveUp: () => void (isMounted = false),
  };
}

/** A folder is watched in which a document lies on the drive. */
async function watched() {
  const scans = drive();
  world.put('Scans/Contract.pdf');
  const app = await world.begin({ deviceOf: scans.deviceOf });
  return { scans, app, id: await app.add() };
}

test('a file on a drive of its own is not set aside, and no button says that it can be', async () => {
  const { app, id } = await watched();
  writeFileSync(world.path('Scans/Notes.pdf'), 'not a PDF');
  await app.pass(LONG);
  const row = app.folders.files(id, 'all').files.find(({ key }) => key === 'Scans/Notes.pdf');
  expect(row).toMatchObject({ verdict: 'not-a-document', actions: [] });
  expect(world.tree()).toContain('Scans/Notes.pdf');
  await app.end();
});

describe.each(['empty', 'nothing'] as const)('a drive in a sub-folder that leaves %s when it goes', (leaves) => {
  test('keeps its files: what was withdrawn is not sent again when it is back', async () => {
    const { scans, app, id } = await watched();
    await app.pass(A_WHILE);
    app.endsAs('withdrawn');
    await app.pass(A_WHILE);
    scans.unmount(leaves);
    await app.pass(LONG);
    expect(app.view(id)).toMatchObject({ unread: 1, status: 'watching' });
    scans.mount();
    await app.pass(LONG);
    expect(app.view(id)).toMatchObject({ unread: 0 });
    expect(app.shown(id)).toEqual(['Scans/Contract.pdf: stopped']);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });

  test('keeps its files also before the next whole look: a copy of one is not taken for the file itself', async () => {
    const { scans, app, id } = await watched();
    await app.hears(id);
    await app.pass(A_WHILE);
    scans.unmount(leaves);
    world.put('Copy.pdf', 'Scans/Contract.pdf');
    for (const path of ['Scans/Contract.pdf', 'Copy.pdf']) app.hearers.at(-1)?.hint(path);
    await app.pass(A_WHILE);
    scans.mount();
    await app.pass(LONG);
    expect(app.shown(id)).toEqual(['Duplicates/Copy.pdf: duplicate', 'Scans/Contract.pdf: under-way']);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });

  test('is missed also by an app that begins without it', async () => {
    const scans = drive();
    world.put('Scans/Contract.pdf');
    let app = await world.begin({ deviceOf: scans.deviceOf });
    const id = await app.add();
    await app.pass(A_WHILE);
    app.endsAs('withdrawn');
    await app.end();
    scans.unmount(leaves);
    app = await world.begin({ deviceOf: scans.deviceOf });
    await app.pass(LONG);
    expect(app.view(id)).toMatchObject({ unread: 1 });
    scans.mount();
    await app.pass(LONG);
    expect(app.shown(id)).toEqual(['Scans/Contract.pdf: stopped']);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });
});

test('a drive in a sub-folder is watched anew when it is mounted again', async () => {
  const { scans, app, id } = await watched();
  await app.hears(id);
  await app.pass(A_WHILE);
  for (const change of [() => scans.unmount('empty'), scans.mount]) {
    const before = app.hearers.length;
    change();
    app.folders.look(id);
    // oxlint-disable-next-line no-await-in-loop -- it goes before it comes back
    await app.pass(1_000);
    expect(app.hearers.length).toBe(before + 1);
    // oxlint-disable-next-line no-await-in-loop
    await app.hears(id);
  }
  await app.end();
});

test('a drive of whose files nothing is known is not missed', async () => {
  const scans = drive();
  mkdirSync(world.path('Scans'));
  const app = await world.begin({ deviceOf: scans.deviceOf });
  const id = await app.add();
  await app.pass(A_WHILE);
  scans.unmount('nothing');
  await app.pass(LONG);
  expect(app.view(id)).toMatchObject({ unread: 0 });
  await app.end();
});

test('a file that was deleted on a drive that is there is given up', async () => {
  const { app, id } = await watched();
  await app.pass(A_WHILE);
  app.endsAs('withdrawn');
  rmSync(world.path('Scans/Contract.pdf'));
  await app.pass(LONG);
  expect(app.view(id)).toMatchObject({ unread: 0 });
  // A person puts it there once more, to have it signed.
  world.put('Scans/Contract.pdf');
  await app.pass(LONG);
  expect(app.shown(id)).toEqual(['Scans/Contract.pdf: under-way']);
  expect(world.submissions()).toHaveLength(2);
  await app.end();
});

test('a drive whose files were moved into the folder itself is missed no longer', async () => {
  const scans = drive();
  world.put('Scans/Contract.pdf');
  world.put('Scans/Offer.pdf');
  const app = await world.begin({ deviceOf: scans.deviceOf });
  const id = await app.add();
  await app.pass(A_WHILE);
  scans.giveUp();
  rmSync(world.path('Scans/Offer.pdf'));
  await app.pass(LONG);
  expect(app.view(id)).toMatchObject({ unread: 0 });
  expect(app.shown(id)).toEqual(['Scans/Contract.pdf: under-way']);
  await app.end();
});
