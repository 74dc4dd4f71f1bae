import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { everyRightObstacle, unless } from '../../test/only-where.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { profile } from './testing/folder-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const signee = (email: string, name = '') => ({ email, name, comment: '', order: null });
const crowd = Array.from({ length: 8 }, (_none, at) => signee(`p${at}@example.ch`));
const other = { ...profile, id: 'p2', name: 'Board', choices: { ...profile.choices, signees: crowd } };

async function watched(rule: Parameters<Awaited<ReturnType<FolderWorld['begin']>>['add']>[0] = {}) {
  const app = await world.begin();
  app.state.publish({ profiles: [profile, other] });
  const id = await app.add(rule);
  await app.pass(A_WHILE);
  const now = app.view(id)?.rule;
  if (!now) throw new Error('The folder is not shown.');
  return { app, id, rule: now };
}

test('the question shows the people and files of the rule that is about to be saved, not of the old one', async () => {
  for (const name of ['a.pdf', 'b.pdf', 'Offers/c.pdf']) world.put(name);
  writeFileSync(world.path('b.pdf.json'), '{"signees":[{"email":"carla@example.ch"}]}');
  world.put('Letter.docx.pdf', 'a.pdf');
  const { app, id, rule } = await watched({ patterns: ['*.docx'] });
  const wanted = { ...rule, goal: 'send' as const, profileId: 'p2', patterns: ['*.pdf'] };
  expect(await app.folders.wouldSend(id, wanted)).toEqual({
    documents: 3,
    held: 0,
    people: ['p0@example.ch', 'p1@example.ch', 'p2@example.ch', 'p3@example.ch', 'p4@example.ch'],
    peopleCount: 9,
    isByFields: false,
    isRead: true,
    print: expect.any(String),
  });
  expect(await app.folders.wouldSend(id, { ...wanted, perHour: 1 })).toMatchObject({ documents: 1, held: 2 });
  expect(await app.folders.wouldSend(id, { ...wanted, patterns: ['x*'] })).toMatchObject({ documents: 0, people: [] });
  // Nothing was changed by asking.
  expect(app.shown(id)).toEqual([]);
  expect(world.submissions()).toEqual([]);
  await app.end();
});

test('counts more files than the window shows, and those that wait for a pause to end', async () => {
  for (let number = 0; number < 520; number += 1) world.put(`${number}.pdf`);
  const app = await world.begin();
  world.here.journal.submissions.setPaused(true, 1);
  const preview = await app.folders.preview(world.root);
  const id = preview.ok ? preview.id : '';
  await app.pass(A_WHILE);
  const rule = app.view(id)?.rule;
  if (!rule) throw new Error('The preview is not shown.');
  expect(app.view(id)?.counts).toEqual({ waiting: 520 });
  const told = await app.folders.wouldSend(id, { ...rule, goal: 'send', perHour: 1_000 });
  expect(told).toMatchObject({ documents: 520, held: 0 });
  await app.end();
});

test('leaves out what was taken, set aside or is a duplicate', async () => {
  world.put('Taken.pdf');
  mkdirSync(world.path('Duplicates'));
  world.put('Duplicates/Aside.pdf');
  const { app, id, rule } = await watched({ originals: 'keep' });
  world.put('Copy.pdf', 'Taken.pdf');
  await app.pass(A_WHILE);
  expect(await app.folders.wouldSend(id, { ...rule, goal: 'send' })).toMatchObject({ documents: 0, held: 0 });
  await app.end();
});

test('of a folder that is away nobody says what it would send, and nobody lets it send', async () => {
  world.put('a.pdf');
  const { app, id, rule } = await watched({ patterns: ['*.docx'] });
  renameSync(world.root, `${world.root} away`);
  await app.pass(A_WHILE);
  const wanted = { ...rule, goal: 'send' as const, patterns: ['*.pdf'] };
  expect(await app.folders.wouldSend(id, wanted)).toMatchObject({ isRead: false });
  expect(await app.folders.save(id, wanted, true)).toMatchObject({ problem: { key: 'folder-unreachable' } });
  renameSync(`${world.root} away`, world.root);
  await app.pass(A_WHILE);
  expect(world.submissions()).toEqual([]);
  expect(await app.folders.wouldSend(id, wanted)).toMatchObject({ isRead: true, documents: 1 });
  expect(await app.folders.save(id, wanted, true)).toEqual({ ok: true, id });
  await app.end();
});

test('of a folder that cannot be listed nobody says what it would send', unless(everyRightObstacle), async () => {
  world.put('a.pdf');
  chmodSync(world.root, 0o300);
  try {
    const { app, id, rule } = await watched({});
    const wanted = { ...rule, goal: 'send' as const };
    expect(await app.folders.wouldSend(id, wanted)).toMatchObject({ isRead: false });
    // A look at some of it, which follows the question, has not listed it.
    for (let turns = 0; turns < 3; turns += 1) {
      await app.pass(1_000);
      expect(await app.folders.wouldSend(id, wanted)).toMatchObject({ isRead: false });
    }
    expect(await app.folders.save(id, wanted, true)).toMatchObject({ ok: false });
    await app.end();
  } finally {
    chmodSync(world.root, 0o700);
  }
});

test('a rule that sends is saved only with the word of a person, also when the folder sends already', async () => {
  const { app, id, rule } = await watched({ goal: 'send' });
  const save = (confirmed: boolean) => app.folders.save(id, { ...rule, profileId: 'p2' }, confirmed);
  expect(await save(false)).toEqual({ ok: false, problem: { key: 'not-now', params: {} } });
  expect(await save(true)).toEqual({ ok: true, id });
  await app.end();
});
