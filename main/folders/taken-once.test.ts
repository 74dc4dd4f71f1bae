/** What is said or found twice, or while a folder takes files, is taken once. */
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noWishes } from '../hand-over/testing/no-wishes.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { accepted, sampleSubmission } from '../submission/testing/sample-submission.ts';
import { A_WHILE } from './testing/each-world.ts';
import { folderWorld, profile } from './testing/folder-world.ts';

let world: ReturnType<typeof folderWorld>;
beforeEach(() => {
  world = folderWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

type App = Awaited<ReturnType<ReturnType<typeof folderWorld>['begin']>>;

/** Watches a second folder with the same rule. */
async function addAnother(app: App, root: string): Promise<void> {
  mkdirSync(root);
  const preview = await app.folders.preview(root);
  if (!preview.ok) throw new Error(JSON.stringify(preview));
  const rule = app.state.get().folders.find(({ id }) => id === preview.id)?.rule;
  if (!rule) throw new Error('The preview is not shown.');
  const saved = await app.folders.save(preview.id, { ...rule, goal: 'send' }, true);
  if (!saved.ok) throw new Error(JSON.stringify(saved));
}

/** As the person presses it. */
const sendAnyway = (app: App, id: string) => app.act({ id, key: 'Contract.pdf', action: 'send-anyway' });

/** Taken, sent and withdrawn. */
async function withdrawn(app: App, id: string): Promise<void> {
  await app.pass(A_WHILE);
  app.endsAs('withdrawn');
  await app.pass(A_WHILE);
  expect(app.shown(id)).toEqual(['Contract.pdf: stopped']);
}

test('the same document in two folders is taken by one of them, when both look at the same time', async () => {
  const app = await world.begin();
  await app.add({ goal: 'send' });
  await addAnother(app, join(world.home, 'Other'));
  const sign = (signedIn: 'yes' | 'never') => app.state.publish({ connections: [{ ...world.connection, signedIn }] });
  sign('never');
  for (const root of ['Inbox', 'Other']) writeFileSync(join(world.home, root, 'Contract.pdf'), pdfOf('% the same'));
  await app.pass(A_WHILE);
  sign('yes');
  await app.pass(A_WHILE);
  expect(world.submissions()).toHaveLength(1);
  app.endsAs('started');
  await app.pass(A_WHILE);
  // One original was sent, the other one is a duplicate.
  const moved = ['Inbox', 'Other'].flatMap((root) =>
    readdirSync(join(world.home, root)).filter((name) => !name.startsWith('.')),
  );
  expect(moved.toSorted()).toEqual(['Duplicates', 'Sent']);
  await app.end();
  expect(world.faults).toEqual([]);
});

test('Send anyway that is pressed twice begins one submission', async () => {
  world.put('Contract.pdf');
  const app = await world.begin();
  const id = await app.add({ goal: 'send' });
  await withdrawn(app, id);
  const answers = await Promise.all([sendAnyway(app, id), sendAnyway(app, id)]);
  expect(answers).toMatchObject([{ ok: true }, { ok: false, problem: { key: 'shown-changed' } }]);
  expect(world.submissions()).toHaveLength(2);
  await app.end();
});

test('a folder that is paused while it takes files takes no more of them', async () => {
  for (let n = 0; n < 70; n += 1) world.put(`Scan ${n}.pdf`);
  const told: unknown[] = [];
  const app = await world.begin({}, {}, (take) => async (offers, report) => {
    if (told.length === 0) told.push(app.folders.pause(app.state.get().folders[0]?.id ?? '', 'always'));
    await take(offers, report);
  });
  const id = await app.add({ goal: 'send', perHour: 1_000 });
  await app.pass(A_WHILE);
  expect(told).toEqual([{ ok: true }]);
  expect(world.submissions()).toEqual([]);
  expect(app.folders.pause(id, 'resume')).toEqual({ ok: true });
  await app.pass(A_WHILE);
  expect(world.submissions()).toHaveLength(70);
  expect([...world.timesTaken().values()]).toEqual(Array.from({ length: 70 }, () => 1));
  await app.end();
});

test('a document that a person could not send again is not sent by the next start', async () => {
  world.put('Contract.pdf');
  let app = await world.begin();
  const id = await app.add({ goal: 'send' });
  await withdrawn(app, id);
  await app.end();
  app = await world.begin({}, {}, () => async (offers, report) => {
    for (const offer of offers) report({ kind: 'refused', offer, refusal: { kind: 'disk-full', code: 'ENOSPC' } });
  });
  await app.pass(A_WHILE);
  expect(await sendAnyway(app, id)).toMatchObject({ ok: false });
  await app.end();
  app = await world.begin();
  await app.pass(A_WHILE);
  expect([app.shown(id), world.submissions().length]).toEqual([['Contract.pdf: stopped'], 1]);
  expect(await sendAnyway(app, id)).toEqual({ ok: true });
  expect(world.submissions()).toHaveLength(2);
  await app.end();
});

test('a rule that could not be stored does not count from the next start', async () => {
  let app = await world.begin();
  const id = await app.add({ goal: 'hold' });
  const rule = app.view(id)?.rule;
  if (!rule) throw new Error('The folder is not shown.');
  const { folders, folderFiles } = world.here.journal;
  const full = () => {
    throw new Error('ENOSPC');
  };
  // The disk has room for one more transaction.
  const { note } = folderFiles;
  folderFiles.note = full;
  const { save } = folders;
  folders.save = (...args) => {
    save(...args);
    folders.save = full;
  };
  const answer = await app.folders.save(id, { ...rule, goal: 'send' }, true);
  Object.assign(folders, { save });
  Object.assign(folderFiles, { note });
  await app.end();
  await world.here.restart();
  app = await world.begin();
  app.folders.publish();
  expect(app.view(id)?.rule.goal).toBe(answer.ok ? 'send' : 'hold');
  await app.end();
});

test('another folder in the place of the watched one sends for the account that confirmed the rule', async () => {
  const app = await world.begin();
  const id = await app.add({ goal: 'send' });
  app.state.publish({ connections: [{ ...world.connection, username: 'beat' }] });
  await app.pass(A_WHILE);
  renameSync(world.root, `${world.root} old`);
  mkdirSync(world.root);
  world.put('Private.pdf');
  await app.pass(A_WHILE);
  expect(await app.folders.accept(id)).toEqual({ ok: true });
  await app.pass(A_WHILE);
  expect([app.shown(id), world.submissions()]).toEqual([['Private.pdf: other-account'], []]);
  await app.end();
});

test('a file whose bytes changed under the same size and time is read again, and taken', async () => {
  const app = await world.begin();
  const id = await app.add({ goal: 'send' });
  app.outbox.pause(true);
  const content = world.put('Form.pdf', 'AAAA');
  utimesSync(world.path('Form.pdf'), 1_000, 1_000);
  await app.pass(A_WHILE);
  expect(app.shown(id)).toEqual(['Form.pdf: waiting']);
  const file = openSync(world.path('Form.pdf'), 'r+');
  writeSync(file, 'BBBB', content.indexOf('AAAA'));
  closeSync(file);
  utimesSync(world.path('Form.pdf'), 1_000, 1_000);
  app.outbox.pause(false);
  app.folders.wake();
  await app.pass(A_WHILE);
  expect(app.shown(id)).toEqual(['Form.pdf: under-way']);
  expect(world.submissions().map(({ wish }) => wish.file.sha256)).toEqual([world.sha256('Form.pdf')]);
  await app.end();
});

test('the people in the fields of bytes that changed meanwhile under the same size and time are asked for anew', async () => {
  const byFields = { ...profile, choices: { ...profile.choices, signees: [], scanPredefined: true } };
  const names = ['A.pdf', 'B.pdf'];
  for (const name of names) {
    world.put(name, name.repeat(9));
    utimesSync(world.path(name), 1_000, 1_000);
  }
  const asked: string[] = [];
  const app = await world.begin({
    profilesOf: () => [byFields],
    async findSignees(_connection, { name }) {
      asked.push(name);
      const [first = ''] = asked;
      // While the service reads it: a file is taken as soon as its fields are read.
      if (asked.length === 1) {
        const file = openSync(world.path(first), 'r+');
        writeSync(file, 'X', readFileSync(world.path(first)).indexOf(first));
        closeSync(file);
        utimesSync(world.path(first), 1_000, 1_000);
      }
      const isNew = name === first && asked.length > 1;
      return { kind: 'found', signees: [{ email: `${isNew ? 'new' : name}@example.ch`, order: null }], asks: noWishes };
    },
  });
  await app.add({ goal: 'send' });
  await app.pass(A_WHILE);
  const people = world.submissions().flatMap(({ wish }) => wish.signees.map(({ email }) => email));
  const other = names.find((name) => name !== asked[0]);
  expect(people.toSorted()).toEqual([`${other}@example.ch`, 'new@example.ch'].toSorted());
  await app.end();
});

test.each(['as it was', 'under another name'])(
  'a withdrawn document whose journal was lost is not sent again: %s',
  async (as) => {
    world.put('Contract.pdf');
    let app = await world.begin();
    await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    await app.end();
    await world.here.loseJournal();
    world.here.journal.connections.save(world.connection, 1);
    if (as !== 'as it was') renameSync(world.path('Contract.pdf'), world.path('Renamed.pdf'));
    app = await world.begin({ isJournalTrusted: world.here.testimony === 'known' });
    // The spool had it. It is withdrawn before the person watches the folder again.
    expect(world.submissions()).toHaveLength(1);
    app.endsAs('withdrawn');
    const id = await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual([`${as === 'as it was' ? 'Contract' : 'Renamed'}.pdf: stopped`]);
    expect(world.submissions()).toHaveLength(1);
    const [key = ''] = app.folders.files(id, 'all').files.map((file) => file.key);
    expect(await app.act({ id, key, action: 'send-anyway' })).toEqual({ ok: true });
    expect(world.submissions()).toHaveLength(2);
    await app.end();
  },
);

test('what another connection of the account has sent is not sent again, and leads to no row', async () => {
  world.put('Contract.pdf');
  const { journal } = world.here;
  journal.connections.save({ ...world.connection, id: 'old' }, 1);
  const sent = sampleSubmission('sent', { connectionId: 'old', stage: { kind: 'done', as: 'started' } });
  const file = { ...sent.wish.file, sha256: world.sha256('Contract.pdf') };
  expect(journal.submissions.commit([accepted({ ...sent, wish: { ...sent.wish, file } })]).ok).toBe(true);
  const app = await world.begin();
  const id = await app.add({ goal: 'send' });
  await app.pass(A_WHILE);
  expect(app.folders.files(id, 'all').files).toMatchObject([{ verdict: 'duplicate', submissionId: null }]);
  expect(world.submissions()).toEqual([]);
  await app.end();
});

test('a withdrawn document that is dropped into another folder is sent again', async () => {
  const content = world.put('Contract.pdf');
  const app = await world.begin();
  const id = await app.add({ goal: 'send' });
  await withdrawn(app, id);
  expect(await app.folders.remove(id)).toEqual({ ok: true });
  await addAnother(app, join(world.home, 'Other'));
  writeFileSync(join(world.home, 'Other', 'Contract.pdf'), content);
  await app.pass(A_WHILE);
  expect(world.submissions()).toHaveLength(2);
  await app.end();
});

test('a withdrawn document is not sent again when its folder is removed and added again', async () => {
  world.put('Contract.pdf');
  const app = await world.begin();
  const id = await app.add({ goal: 'send' });
  await withdrawn(app, id);
  expect(await app.folders.remove(id)).toEqual({ ok: true });
  const again = await app.add({ goal: 'send' });
  await app.pass(A_WHILE);
  expect(app.shown(again)).toEqual(['Contract.pdf: stopped']);
  expect(world.submissions()).toHaveLength(1);
  await app.end();
});

test('nor when a corrected copy of it was made meanwhile, and given up', async () => {
  world.put('Contract.pdf');
  const app = await world.begin();
  const id = await app.add({ goal: 'send' });
  await withdrawn(app, id);
  const [row] = world.submissions();
  if (row === undefined) throw new Error('There is no submission.');
  const ended = { kind: 'done', as: 'cancelled' } as const;
  const copy = { ...row, id: 'copy', revision: 1, folder: null, redoOf: row.id, stage: ended };
  expect(world.here.journal.submissions.commit([accepted(copy)]).ok).toBe(true);
  await app.folders.remove(id);
  const again = await app.add({ goal: 'send' });
  await app.pass(A_WHILE);
  expect(app.shown(again)).toEqual(['Contract.pdf: stopped']);
  expect(world.submissions()).toHaveLength(2);
  await app.end();
});
