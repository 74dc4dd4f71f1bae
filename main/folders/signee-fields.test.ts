import { utimesSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Problem } from '../../preload/contract/problem.ts';
import type { SigneeScan } from '../hand-over/signee-scan.ts';
import { noWishes } from '../hand-over/testing/no-wishes.ts';
import { createClaims } from './claims.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { profile } from './testing/folder-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const RESCAN = 5 * 60_000;
/** The people are in the fields of each PDF. */
const byFields = { ...profile, choices: { ...profile.choices, signees: [], scanPredefined: true } };
const signees = [{ email: 'carla@example.ch', order: null }];
const found: SigneeScan = { kind: 'found', signees, asks: noWishes };
const problem: Problem = { key: 'unreachable', params: { host: 'sign.example' } };

/** A folder whose service answers by the name of the file. */
async function watched(answer: (name: string) => SigneeScan) {
  const asked: string[] = [];
  const app = await world.begin({
    profilesOf: () => [byFields],
    findSignees: async (_connection, { name }) => {
      asked.push(name);
      return answer(name);
    },
  });
  const id = await app.add();
  return { app, id, asked };
}

test('the people in the fields of a PDF sign it, and each file is asked for once', async () => {
  world.put('Lease.pdf');
  const { app, asked } = await watched(() => found);
  await app.pass(RESCAN);
  expect(world.submissions().map(({ wish }) => wish.signees.map(({ email }) => email))).toEqual([['carla@example.ch']]);
  expect(asked).toEqual(['Lease.pdf']);
  expect(world.submissions().map(({ wish }) => wish.fieldsRead)).toEqual([true]);
  await app.end();
});

test('a file is taken as soon as its fields are read, and a person does not wait for those of all others', async () => {
  for (const name of ['A.pdf', 'B.pdf', 'C.pdf', 'D.pdf']) world.put(name);
  const held = Promise.withResolvers<SigneeScan>();
  const second = Promise.withResolvers<void>();
  const asked: string[] = [];
  const app = await world.begin({
    profilesOf: () => [byFields],
    async findSignees(_connection, { name }) {
      asked.push(name);
      if (asked.length !== 2) return found;
      second.resolve();
      return held.promise;
    },
  });
  const id = await app.add();
  const passed = app.pass(A_WHILE);
  await second.promise;
  expect(world.submissions()).toHaveLength(1);
  const rule = app.view(id)?.rule;
  if (!rule) throw new Error('The folder is not shown.');
  const answered = app.folders.wouldSend(id, rule);
  held.resolve(found);
  await answered;
  expect(asked).toHaveLength(2);
  await passed;
  await app.pass(A_WHILE);
  expect(world.names()).toEqual(['A.pdf', 'B.pdf', 'C.pdf', 'D.pdf']);
  await app.end();
});

test('a file that the service does not read waits for people with the reason, and is not asked for again', async () => {
  world.put('Lease.pdf');
  world.put('Offer.pdf');
  const { app, id, asked } = await watched((name) => (name === 'Lease.pdf' ? { kind: 'refused', problem } : found));
  await app.pass(2 * RESCAN);
  expect(app.folders.files(id, 'needs-you').files).toMatchObject([
    { key: 'Lease.pdf', verdict: 'no-signee', problem, actions: ['complete', 'aside'] },
  ]);
  expect(world.names()).toEqual(['Offer.pdf']);
  expect(asked.toSorted()).toEqual(['Lease.pdf', 'Offer.pdf']);
  await app.end();
});

test('a file whose bytes changed under the same size and date is read again, and then asked for', async () => {
  const before = world.put('Lease.pdf', 'Lease one');
  const date = new Date(1_700_000_000_000);
  utimesSync(world.path('Lease.pdf'), date, date);
  const hashes: string[] = [];
  const app = await world.begin({
    profilesOf: () => [byFields],
    async findSignees(_connection, { sha256 }) {
      hashes.push(sha256);
      if (hashes.length > 1) return found;
      expect(world.put('Lease.pdf', 'Lease two')).toHaveLength(before.length);
      utimesSync(world.path('Lease.pdf'), date, date);
      return { kind: 'failed', problem: { key: 'file-changed', params: {} }, forAll: false, waitMs: 0 };
    },
  });
  await app.add();
  await app.pass(RESCAN);
  expect(hashes).toHaveLength(2);
  expect(hashes[1]).toBe(world.sha256('Lease.pdf'));
  expect(world.names()).toEqual(['Lease.pdf']);
  await app.end();
});

test('a PDF that asks for a stronger signature than the profile waits for a person', async () => {
  world.put('Lease.pdf');
  const { app, id } = await watched(() => ({ kind: 'found', signees, asks: { ...noWishes, mode: 'qualified' } }));
  await app.pass(2 * RESCAN);
  expect(byFields.choices.mode).not.toBe('qualified');
  expect(app.folders.files(id, 'needs-you').files).toMatchObject([
    { key: 'Lease.pdf', verdict: 'asks-more', problem: { key: 'asks-stronger' }, actions: ['change-folder', 'aside'] },
  ]);
  expect(world.submissions()).toEqual([]);
  await app.end();
});

test('a PDF that asks for more waits also where the profile names the people, until a person sends it', async () => {
  const named = { ...profile, choices: { ...profile.choices, scanPredefined: true } };
  world.put('Lease.pdf');
  world.put('Offer.pdf');
  const app = await world.begin({
    profilesOf: () => [named],
    findSignees: async (_connection, { name }) =>
      name === 'Lease.pdf' ? { kind: 'found', signees, asks: { ...noWishes, reminder: '3' } } : found,
  });
  const id = await app.add();
  await app.pass(2 * RESCAN);
  expect(world.names()).toEqual(['Offer.pdf']);
  const [file] = app.folders.files(id, 'needs-you').files;
  expect(file).toMatchObject({
    key: 'Lease.pdf',
    verdict: 'asks-more',
    problem: { key: 'asks-reminder', params: { value: '3' } },
    actions: ['change-folder', 'send-anyway', 'aside'],
  });
  expect(await app.act({ id, key: 'Lease.pdf', action: 'send-anyway' })).toEqual({ ok: true });
  await app.pass(A_WHILE);
  expect(world.names().toSorted()).toEqual(['Lease.pdf', 'Offer.pdf']);
  const people = world.submissions().map(({ wish }) => wish.signees.map(({ email }) => email));
  expect(new Set(people.flat())).toEqual(new Set(named.choices.signees.map(({ email }) => email)));
  await app.end();
});

test.each([
  [{ reminder: '3' }, true],
  [{ reminder: '3', attachments: true }, undefined],
] as const)(
  'a file that is sent anyway is read again only if it asks for more than its row told: %j',
  async (more, read) => {
    world.put('Lease.pdf');
    const { app, id } = await watched(() => ({ kind: 'found', signees, asks: { ...noWishes, ...more } }));
    await app.pass(2 * RESCAN);
    expect(await app.act({ id, key: 'Lease.pdf', action: 'send-anyway' })).toEqual({ ok: true });
    expect(world.submissions().map(({ wish }) => wish.fieldsRead)).toEqual([read]);
    await app.end();
  },
);

test('without a network the first file is told of it, the others wait with it, and all go on later', async () => {
  for (let number = 0; number < 20; number += 1) world.put(`${number}.pdf`);
  let isDown = true;
  const { app, id, asked } = await watched(() =>
    isDown ? { kind: 'failed', problem, forAll: true, waitMs: 0 } : found,
  );
  await app.pass(10_000);
  expect(asked).toHaveLength(1);
  expect(new Set(app.folders.files(id, 'all').files.map(({ verdict }) => verdict))).toEqual(new Set(['waiting']));
  expect(app.folders.files(id, 'all').files[0]).toMatchObject({ problem });
  // The folder is looked at every few seconds, the service is not asked every few seconds.
  await app.pass(A_WHILE);
  expect(asked).toHaveLength(1);
  isDown = false;
  await app.pass(RESCAN + 60_000);
  expect(world.submissions()).toHaveLength(20);
  await app.end();
});

test('a pause that the service asks for is kept', async () => {
  world.put('Lease.pdf');
  const { app, asked } = await watched(() => ({ kind: 'failed', problem, forAll: true, waitMs: 60 * 60_000 }));
  await app.pass(50 * 60_000);
  expect(asked).toHaveLength(1);
  await app.pass(20 * 60_000);
  expect(asked).toHaveLength(2);
  await app.end();
});

test('one file that gets no answer does not hold up the others', async () => {
  for (const name of ['A.pdf', 'B.pdf', 'C.pdf']) world.put(name);
  const { app } = await watched((name) =>
    name === 'B.pdf' ? { kind: 'failed', problem, forAll: false, waitMs: 0 } : found,
  );
  await app.pass(A_WHILE);
  expect(world.names()).toEqual(['A.pdf', 'C.pdf']);
  await app.end();
});

test('no file goes to the service that would not be sent: another account, another computer, a duplicate, a wrong sidecar', async () => {
  for (const name of ['Claimed.pdf', 'Wrong.pdf']) world.put(name);
  writeFileSync(world.path('Wrong.pdf.json'), '{"singees":[]}');
  const { app, id, asked } = await watched(() => found);
  const other = createClaims(world.root, { id: 'computer-2', name: 'PC-2', user: 'beat' }, () => 7);
  await other.claim(world.sha256('Claimed.pdf'), 'Claimed.pdf');
  await app.pass(A_WHILE);
  expect(app.shown(id)).toEqual(['Claimed.pdf: claimed', 'Wrong.pdf: sidecar-wrong']);
  app.state.publish({ connections: [{ ...world.connection, username: 'beat' }] });
  world.put('Secret.pdf');
  await app.pass(A_WHILE);
  expect(app.shown(id)).toContain('Secret.pdf: other-account');
  expect(asked).toEqual([]);
  await app.end();
});
