import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { moveFile } from './move-file.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const LONG = 20 * 60_000;
type App = Awaited<ReturnType<FolderWorld['begin']>>;

/** A file of each kind that would be moved. */
function putAll(): void {
  world.put('Copy.pdf', 'First.pdf');
  const content = world.put('Half.pdf');
  truncateSync(world.path('Half.pdf'), content.length - 20);
  writeFileSync(world.path('Letter.pdf'), 'Dear aunt');
  world.put('Misspelt.pdf');
  writeFileSync(world.path('Misspelt.pdf.json'), '{"singees":[]}');
  world.put('Huge.pdf');
  truncateSync(world.path('Huge.pdf'), 50_000_000);
}

const reasons: readonly [string, (app: App, on: boolean) => void][] = [
  ['sending is paused', (_app, on) => void world.here.journal.submissions.setPaused(on, 1)],
  [
    'the account is signed out',
    (app, on) => app.state.publish({ connections: [{ ...world.connection, signedIn: on ? 'again' : 'yes' }] }),
  ],
  [
    'another account is signed in',
    (app, on) => app.state.publish({ connections: [{ ...world.connection, username: on ? 'beat' : 'anna' }] }),
  ],
];

test.each(reasons)('nothing is moved while %s, whatever the file is', async (_name, stop) => {
  world.put('First.pdf');
  const app = await world.begin();
  const id = await app.add();
  await app.pass(A_WHILE);
  stop(app, true);
  const [first] = world.submissions();
  if (first) app.folders.submissionChanged(world.become(first, { stage: { kind: 'done', as: 'started' } }));
  putAll();
  const before = world.tree();
  await app.pass(LONG);
  expect(world.tree()).toEqual(before);
  stop(app, false);
  app.folders.look(id);
  await app.pass(LONG);
  expect(world.tree().filter((path) => !path.endsWith('.txt'))).toEqual([
    'Duplicates/Copy.pdf',
    'Needs attention/Half.pdf',
    'Needs attention/Huge.pdf',
    'Needs attention/Letter.pdf',
    'Needs attention/Misspelt.pdf',
    'Needs attention/Misspelt.pdf.json',
    'Sent/First.pdf',
  ]);
  await app.end();
});

const PAUSED: (typeof reasons)[number] = [
  'the folder is paused',
  (app, on) => app.folders.pauseAll(on ? 'always' : 'resume'),
];

test.each([...reasons, PAUSED])('a folder whose original was just moved rests while %s', async (_name, stop) => {
  world.put('First.pdf');
  const app = await world.begin();
  const id = await app.add({ quietSeconds: 10 });
  await app.hears(id);
  await app.pass(A_WHILE);
  app.endsAs('started');
  await app.pass(2_000);
  expect(world.tree()).toEqual(['Sent/First.pdf']);
  stop(app, true);
  await app.pass(A_WHILE);
  const before = app.time.timersRun();
  await app.pass(60_000);
  expect(app.time.timersRun() - before).toBeLessThanOrEqual(4);
  writeFileSync(world.path('Sent/First.pdf'), 'written on');
  stop(app, false);
  app.folders.look(id);
  await app.pass(A_WHILE);
  expect(world.tree()).toContain('Needs attention/First.pdf');
  await app.end();
});

const letters = Array.from({ length: 6 }, (_none, number) => `Letter ${number}.pdf`);
const putLetters = () => letters.forEach((name) => writeFileSync(world.path(name), 'Dear aunt'));

test.each([...reasons, PAUSED])('files that cannot be sent rest while %s', async (_name, stop) => {
  const app = await world.begin();
  const id = await app.add();
  await app.hears(id);
  putLetters();
  app.folders.look(id);
  await app.pass(A_WHILE);
  stop(app, true);
  await app.pass(5 * 60_000);
  const before = app.time.timersRun();
  await app.pass(60 * 60_000);
  expect(app.time.timersRun() - before).toBeLessThanOrEqual(60);
  expect(world.tree()).toEqual(letters);
  stop(app, false);
  app.folders.look(id);
  await app.pass(A_WHILE);
  expect(world.tree().filter((path) => path.startsWith('Needs attention/') && path.endsWith('.pdf'))).toHaveLength(6);
  await app.end();
});

const ENDED: (typeof reasons)[number] = ['the app ends', (app) => void app.folders.close()];

test.each([...reasons, PAUSED, ENDED])(
  'no other file is moved when %s in the middle of a move',
  async (_name, stop) => {
    let moves = 0;
    let stopNow = () => {};
    const app = await world.begin({
      moveFile(options) {
        moves += 1;
        stopNow();
        return moveFile(options);
      },
    });
    await app.add();
    stopNow = () => stop(app, true);
    putLetters();
    await app.pass(LONG);
    expect(moves).toBe(1);
    await app.end();
  },
);

test('nothing is moved in a folder that the IT department no longer allows, and at the daily limit', async () => {
  world.put('First.pdf');
  let app = await world.begin();
  await app.add();
  await app.pass(A_WHILE);
  await app.end();
  putAll();
  const before = world.tree();
  mkdirSync(`${world.home}/allowed`);
  const allowed = [`${world.home}/allowed`];
  app = await world.begin({ neighbours: () => ({ own: [], copies: [], allowed }) });
  await app.pass(LONG);
  await app.end();
  expect(world.tree()).toEqual(before);
  const full = { level: 'full', used: 1, resumesAt: null } as const;
  app = await world.begin({ outbox: { take: async () => {}, budgetOf: () => full } });
  await app.pass(LONG);
  await app.end();
  expect(world.tree()).toEqual(before);
});
