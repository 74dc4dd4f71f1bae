import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { A_WHILE, type FolderWorld } from './testing/each-world.ts';
import { folderWorld } from './testing/folder-world.ts';

let world: FolderWorld;
beforeEach(() => {
  world = folderWorld('OneDrive - Muster AG/Inbox');
});
afterEach(() => world[Symbol.asyncDispose]());

const FIVE_MINUTES = 5 * 60_000;
const sent = () => world.submissions().filter(({ goal }) => goal === 'send').length;

/** The cloud brings the note of another computer that watches the folder, or its name alone. */
function anotherWatches(text = JSON.stringify({ id: 'computer-2', name: 'PC-2', user: 'beat' })): void {
  mkdirSync(world.path('.countersign/watchers'), { recursive: true });
  writeFileSync(world.path('.countersign/watchers/computer-2.json'), text);
}

test('a synchronised folder that this computer alone watches sends by itself', async () => {
  world.put('Contract.pdf');
  const app = await world.begin();
  const id = await app.add({ goal: 'send' });
  await app.pass(A_WHILE);
  expect(sent()).toBe(1);
  expect(app.view(id)).toMatchObject({ rule: { goal: 'send' }, remarks: ['cloud'] });
  await app.end();
});

test.each([
  ['with its note', undefined],
  ['whose note is not there yet', ''],
])(
  'from when another computer %s watches it, documents are only prepared: both would send them',
  async (_how, text) => {
    const app = await world.begin();
    const id = await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    anotherWatches(text);
    await app.pass(FIVE_MINUTES);
    world.put('Contract.pdf');
    await app.pass(A_WHILE);
    expect([world.names(), sent()]).toEqual([['Contract.pdf'], 0]);
    expect(app.view(id)).toMatchObject({ rule: { goal: 'hold' }, remarks: ['cloud', 'cloud-shared'] });
    await app.end();
    const next = await world.begin();
    world.put('Offer.pdf');
    await next.pass(A_WHILE);
    expect([world.names(), sent()]).toEqual([['Contract.pdf', 'Offer.pdf'], 0]);
    expect(next.view(id)?.remarks).toEqual(['cloud', 'cloud-shared']);
    await next.end();
  },
);

test('a person cannot let it send by itself where another computer watches it', async () => {
  anotherWatches();
  const app = await world.begin();
  await expect(app.add({ goal: 'send' })).rejects.toThrow('folder-cloud-shared');
  const id = await app.add({ goal: 'hold' });
  const rule = app.view(id)?.rule;
  if (!rule) throw new Error('The folder is not shown.');
  expect(await app.folders.save(id, { ...rule, goal: 'send' }, true)).toMatchObject({
    problem: { key: 'folder-cloud-shared', params: { who: 'PC-2 (beat)' } },
  });
  await app.end();
});

test('documents that the system tells of are only prepared at once, and not from the next scan on', async () => {
  const app = await world.begin();
  const id = await app.add({ goal: 'send' });
  await app.hears(id);
  await app.pass(A_WHILE);
  anotherWatches();
  world.put('Contract.pdf');
  app.hearers.at(-1)?.hint('Contract.pdf');
  await app.pass(10_000);
  expect([world.names(), sent()]).toEqual([['Contract.pdf'], 0]);
  await app.end();
});

test.each([
  ['from a start on', true],
  ['while it is watched', false],
])('documents are only prepared when nobody can read who watches the folder, %s', async (_when, isRestarted) => {
  let app = await world.begin();
  await app.add({ goal: 'send' });
  await app.pass(A_WHILE);
  if (isRestarted) await app.end();
  rmSync(world.path('.countersign/watchers'), { recursive: true });
  writeFileSync(world.path('.countersign/watchers'), '');
  if (isRestarted) app = await world.begin();
  world.put('Contract.pdf');
  await app.pass(A_WHILE);
  expect([world.names(), sent()]).toEqual([['Contract.pdf'], 0]);
  expect(app.state.get().folders).toMatchObject([{ others: [], remarks: ['cloud'] }]);
  await app.end();
});
