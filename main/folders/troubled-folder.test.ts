import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { profile } from './testing/folder-world.ts';
import { hiding } from './testing/hiding.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

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
  const added = await app.folders.save(preview.id, rule, true);
  if (!added.ok) throw new Error('refused');
  world.put('Lease.pdf');
  writeFileSync(join(other, 'Lease.pdf'), pdfOf('% Lease.pdf'));
  // Both work, whichever connection the window shows.
  await app.pass(A_WHILE);
  expect(app.state.get().folders.map(({ id }) => id)).toEqual([added.id]);
  const taken = (connectionId: string) =>
    world.here.journal.pages
      .page({ connectionId, limit: 10 })
      .rows.map(({ account, folder, wish }) => [account, folder?.id, wish.alias]);
  expect(taken('c')).toEqual([['anna', first, 'Anna Muster']]);
  expect(taken('d')).toEqual([['beat', added.id, 'Beat Frei']]);
  await app.end();
});

test('one original that cannot be moved stays, and neither it nor its reason labels the whole folder', async () => {
  for (const name of ['Offers/Stuck.pdf', 'Moves.pdf']) world.put(name);
  mkdirSync(world.path('Sent'));
  writeFileSync(world.path('Sent/Offers'), 'a file in the way');
  const app = await world.begin();
  const id = await app.add();
  await app.pass(A_WHILE);
  for (const submission of world.submissions())
    app.folders.submissionChanged(world.become(submission, { stage: { kind: 'done', as: 'started' } }));
  await app.pass(A_WHILE);
  expect(app.view(id)?.status).toBe('watching');
  expect(world.tree()).toEqual(['Offers/Stuck.pdf', 'Sent/Moves.pdf', 'Sent/Offers']);
  rmSync(world.path('Sent/Offers'));
  await app.pass(RESCAN);
  expect(world.tree()).toEqual(['Sent/Moves.pdf', 'Sent/Offers/Stuck.pdf']);
  await app.end();
});

test('a folder that keeps nothing aside or sent says so', async () => {
  world.put('Lease.pdf');
  const app = await world.begin();
  const id = await app.add();
  await app.pass(A_WHILE);
  writeFileSync(world.path('Sent'), 'a file in the way');
  for (const submission of world.submissions())
    app.folders.submissionChanged(world.become(submission, { stage: { kind: 'done', as: 'started' } }));
  await app.pass(A_WHILE);
  expect(app.view(id)?.status).toBe('failed');
  await app.end();
});

test('a reason goes with its file also in a sub-folder of those set aside', async () => {
  mkdirSync(world.path('Offers'));
  writeFileSync(world.path('Offers/Letter.pdf'), 'Dear aunt');
  const app = await world.begin();
  await app.add();
  await app.pass(RESCAN);
  expect(world.tree()).toEqual(['Needs attention/Offers/Letter.pdf', 'Needs attention/Offers/Letter.pdf.txt']);
  rmSync(world.path('Needs attention/Offers/Letter.pdf'));
  await app.pass(RESCAN);
  expect(world.tree()).toEqual([]);
  await app.end();
});

test('the reason of a file of the same name that was set aside before is replaced, and no text of a person', async () => {
  writeFileSync(world.path('Letter.pdf'), 'Dear aunt');
  writeFileSync(world.path('Other.pdf'), 'Dear uncle');
  mkdirSync(world.path('Needs attention'));
  writeFileSync(world.path('Needs attention/Other.pdf.txt'), 'Notes of a person');
  const app = await world.begin();
  const id = await app.add();
  await app.hears(id);
  await app.pass(2 * 60_000);
  const reason = () => readFileSync(world.path('Needs attention/Letter.pdf.txt'), 'utf8');
  expect(reason()).toContain('not-a-document');
  rmSync(world.path('Needs attention/Letter.pdf'));
  world.put('Letter.pdf');
  writeFileSync(world.path('Letter.pdf.json'), '{"singees":[]}');
  for (const path of ['Needs attention/Letter.pdf', 'Letter.pdf', 'Letter.pdf.json']) app.hearers.at(-1)?.hint(path);
  await app.pass(2 * 60_000);
  expect(world.exists('Needs attention/Letter.pdf')).toBe(true);
  expect(reason()).toContain('sidecar-wrong');
  expect(readFileSync(world.path('Needs attention/Other.pdf.txt'), 'utf8')).toBe('Notes of a person');
  await app.end();
});

test('a folder that is no longer watched no longer names this computer', async () => {
  const app = await world.begin();
  const id = await app.add();
  expect(readdirSync(world.path('.countersign/watchers'))).toEqual(['computer-1.json']);
  await app.folders.remove(id);
  expect(readdirSync(world.path('.countersign/watchers'))).toEqual([]);
  await app.end();
});

test('on a disk that ignores case, an original under another case is the same file', async () => {
  const { createTable, hide } = hiding('lease.pdf', { unread: new Set(), isCut: false });
  world.put('lease.pdf');
  const app = await world.begin({ createTable });
  const id = await app.add();
  // The watcher is believed, so that nobody looks at the whole folder for minutes.
  for (let tries = 0; tries < 10_000 && app.view(id)?.how !== 'events'; tries += 1) {
    app.hearers.at(-1)?.hint('.countersign/probe-computer-1');
    app.folders.publish();
    // oxlint-disable-next-line no-await-in-loop -- until the watcher listens
    await setImmediate();
  }
  await app.pass(A_WHILE);
  // The disk answers for both names, and lists the new one alone.
  linkSync(world.path('lease.pdf'), world.path('Lease.PDF'));
  hide(true);
  app.hearers.at(-1)?.hint('Lease.PDF');
  await app.pass(RESCAN);
  expect(app.shown(id)).toEqual(['Lease.PDF: under-way']);
  expect(world.submissions()).toHaveLength(1);
  // It is not given up either, however often the whole folder is seen.
  for (let scans = 0; scans < 6; scans += 1) {
    app.folders.look(id);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await app.pass(RESCAN);
  }
  expect(app.shown(id)).toEqual(['Lease.PDF: under-way']);
  await app.end();
});

test('a folder that is removed while an answer waits for its turn is not watched again', async () => {
  world.put('Lease.pdf');
  const app = await world.begin({ profilesOf: () => [{ ...profile, choices: { ...profile.choices, signees: [] } }] });
  const id = await app.add();
  await app.pass(A_WHILE);
  expect(app.shown(id)).toEqual(['Lease.pdf: no-signee']);
  app.folders.look(id);
  const signees = [{ email: 'anna@example.ch', name: '', comment: '', order: null }];
  const answered = app.act({ id, key: 'Lease.pdf', action: 'complete', signees, remember: true });
  const removed = app.folders.remove(id);
  expect([await answered, await removed]).toMatchObject([{ ok: false }, { ok: true }]);
  expect([world.submissions(), world.here.journal.folders.of(world.connection.id)]).toEqual([[], []]);
  await app.end();
});

test('a link in a folder of ours that leads around in a circle ends no scan', async () => {
  world.put('Needs attention/Half.pdf');
  for (const name of ['a', 'b']) symlinkSync('.', world.path(`Needs attention/${name}`));
  writeFileSync(world.path('Needs attention/Gone.pdf.txt'), 'Countersign');
  const app = await world.begin();
  const id = await app.add();
  await app.pass(A_WHILE);
  expect(app.view(id)?.status).toBe('watching');
  await app.end();
});
