/** Folders whose rules come from an older journal wait for their person. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { A_WHILE } from './testing/each-world.ts';
import { folderWorld } from './testing/folder-world.ts';

let world: ReturnType<typeof folderWorld>;
beforeEach(() => {
  world = folderWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

/** Starts with a journal that is older, and ends. */
async function startWithOlder(check: (app: Awaited<ReturnType<typeof world.begin>>) => void): Promise<void> {
  const app = await world.begin({ isJournalTrusted: false });
  await app.pass(A_WHILE);
  check(app);
  await app.end();
  await world.here.restart();
}

test('a folder takes nothing by the rule of an older journal before its person resumes it, also at later starts', async () => {
  let app = await world.begin();
  const id = await app.add({ goal: 'send' });
  await app.end();
  await world.here.backUp();
  app = await world.begin();
  expect(app.folders.pause(id, 'always')).toEqual({ ok: true });
  await app.end();
  await world.here.putBack();
  expect(world.here.testimony).toBe('older');
  world.put('Secret.pdf');
  await startWithOlder((older) => {
    older.folders.publish();
    expect([older.view(id)?.status, world.submissions()]).toEqual(['paused', []]);
  });

  app = await world.begin();
  await app.pass(A_WHILE);
  expect(world.submissions()).toEqual([]);
  expect(app.folders.pause(id, 'resume')).toEqual({ ok: true });
  await app.pass(A_WHILE);
  expect(world.names()).toEqual(['Secret.pdf']);
  await app.end();
});

test('a change of the connection does not let a folder go on whose pause is not stored yet', async () => {
  const app = await world.begin();
  const id = await app.add({ goal: 'send' });
  const [stored] = world.here.journal.folders.of(world.connection.id);
  if (!stored) throw new Error('The folder is not stored.');
  expect(app.folders.pause(id, 'always')).toEqual({ ok: true });
  world.here.journal.folders.save(stored, 1);
  app.folders.connectionChanged(world.connection.id);
  world.put('Secret.pdf');
  await app.pass(A_WHILE);
  expect(world.submissions()).toEqual([]);
  await app.end();
});

test('what the folder may have sent after an older journal was stored stays in doubt at later starts', async () => {
  world.put('Contract.pdf');
  let app = await world.begin();
  const id = await app.add({ goal: 'send', originals: 'keep' });
  await app.end();
  await world.here.backUp();
  // The app ends after the journal has the submission, and before the claim says so.
  app = await world.begin({}, {}, (take) => async (offers, report) => {
    await take(offers, report);
    if (offers.length > 0) throw Object.assign(new Error('EIO'), { code: 'EIO' });
  });
  await app.pass(A_WHILE);
  expect(world.submissions()).toHaveLength(1);
  await app.end();
  rmSync(join(world.here.folder, 'spool'), { recursive: true });
  await world.here.putBack();
  await startWithOlder((older) => expect(older.shown(id)).toEqual(['Contract.pdf: maybe-sent']));

  app = await world.begin();
  expect(app.folders.pause(id, 'resume')).toEqual({ ok: true });
  await app.pass(A_WHILE);
  expect([app.shown(id), world.submissions()]).toEqual([['Contract.pdf: maybe-sent'], []]);
  await app.end();
});
