/** A sidecar that is meant for the next document of a name stays when the one before goes. */
import { renameSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { moveFile } from './move-file.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const putSidecar = (email: string) =>
  writeFileSync(world.path('Lease.pdf.json'), JSON.stringify({ signees: [{ email }] }));
const asked = () => world.submissions().map(({ wish }) => wish.signees.map(({ email }) => email));

/** The folder has taken a document that goes to Anna by its sidecar, or to the people of the profile. */
async function taken(hasSidecar: boolean) {
  world.put('Lease.pdf');
  if (hasSidecar) putSidecar('anna@example.ch');
  const app = await world.begin();
  const id = await app.add();
  await app.pass(A_WHILE);
  expect(app.shown(id)).toEqual(['Lease.pdf: under-way']);
  return { app, id };
}

describe('a sidecar that came after its document was taken', () => {
  test.each([
    ['in the place of another one', true],
    ['where there was none', false],
  ])('%s stays, and calls a person for the next document', async (_where, hasSidecar) => {
    const { app, id } = await taken(hasSidecar);
    putSidecar('berta@example.ch');
    await app.pass(A_WHILE);
    app.endsAs('started');
    await app.pass(A_WHILE);
    expect(world.tree()).toEqual(['Lease.pdf.json', 'Sent/Lease.pdf']);
    await app.pass(10 * 60_000);
    world.put('Lease.pdf', 'the next one');
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Lease.pdf: sidecar-old']);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });

  test.each([
    ['another document', 'Contract.pdf', 'Lease.pdf'],
    ['another document, and the next one is in capitals', 'Contract.pdf', 'LEASE.PDF'],
  ])('stays when its document gets the name of %s, and calls a person for the next', async (_what, name, next) => {
    const { app, id } = await taken(true);
    renameSync(world.path('Lease.pdf'), world.path(name));
    await app.pass(A_WHILE);
    app.endsAs('started');
    await app.pass(A_WHILE);
    expect(world.tree()).toEqual(expect.arrayContaining([`Sent/${name}`, 'Lease.pdf.json']));
    await app.pass(10 * 60_000);
    world.put(next, 'the next one');
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual([`${next}: sidecar-old`]);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });

  test.each(['MÜLLER.PDF', 'Mu\u0308ller.pdf'])(
    'stays for a document that has other letters than English: %s',
    async (next) => {
      world.put('Müller.pdf');
      writeFileSync(world.path('Müller.pdf.json'), JSON.stringify({ signees: [{ email: 'anna@example.ch' }] }));
      const app = await world.begin();
      const id = await app.add();
      await app.pass(A_WHILE);
      renameSync(world.path('Müller.pdf'), world.path('Contract.pdf'));
      await app.pass(A_WHILE);
      app.endsAs('started');
      await app.pass(10 * 60_000);
      world.put(next, 'the next one');
      await app.pass(A_WHILE);
      expect(app.shown(id)).toEqual([`${next}: sidecar-old`]);
      await app.end();
    },
  );

  test('a moment before the next document speaks for that one', async () => {
    const { app } = await taken(true);
    putSidecar('berta@example.ch');
    app.endsAs('started');
    await app.pass(A_WHILE);
    world.put('Lease.pdf', 'the next one');
    await app.pass(A_WHILE);
    expect(asked().flat().toSorted()).toEqual(['anna@example.ch', 'berta@example.ch']);
    await app.end();
  });

  test('stays when a person sets its document aside', async () => {
    const { app, id } = await taken(true);
    app.endsAs('withdrawn');
    putSidecar('berta@example.ch');
    await app.pass(A_WHILE);
    expect(await app.act({ id, key: 'Lease.pdf', action: 'aside' })).toEqual({ ok: true });
    expect(world.tree()).toEqual(['Lease.pdf.json', 'Needs attention/Lease.pdf', 'Needs attention/Lease.pdf.txt']);
    await app.end();
  });
});

test('a sidecar that is replaced in the moment of the move stays', async () => {
  world.put('Lease.pdf');
  putSidecar('anna@example.ch');
  const app = await world.begin({
    async moveFile(options) {
      const moved = await moveFile(options);
      putSidecar('berta@example.ch');
      return moved;
    },
  });
  await app.add();
  await app.pass(A_WHILE);
  app.endsAs('started');
  await app.pass(A_WHILE);
  expect(world.tree()).toEqual(['Lease.pdf.json', 'Sent/Lease.pdf']);
  await app.end();
});

test('the sidecar of a document goes with it also after a restart', async () => {
  const { app } = await taken(true);
  await app.end();
  const next = await world.begin();
  next.endsAs('started');
  await next.pass(A_WHILE);
  expect(world.tree()).toEqual(['Sent/Lease.pdf', 'Sent/Lease.pdf.json']);
  await next.end();
});

test('the sidecar of a document that was taken by an earlier version goes along', async () => {
  const { app } = await taken(true);
  const [row] = world.submissions();
  if (row === undefined || row.folder === null) throw new Error('Nothing was taken.');
  // By the clock of the disk, which is that of files.
  world.become(row, { folder: { ...row.folder, sidecar: null }, acceptedAt: Date.now() });
  app.endsAs('started');
  await app.pass(A_WHILE);
  expect(world.tree()).toEqual(['Sent/Lease.pdf', 'Sent/Lease.pdf.json']);
  await app.end();
});
