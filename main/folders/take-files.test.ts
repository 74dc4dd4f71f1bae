import { readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { directReader } from '../intake/document-reader.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { directTextMarkReader } from '../text-marks/testing/direct-text-mark-reader.ts';
import { createClaims } from './claims.ts';
import { A_WHILE } from './testing/each-world.ts';
import { folderWorld } from './testing/folder-world.ts';

let world: ReturnType<typeof folderWorld>;
beforeEach(() => {
  world = folderWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

test('a fault after the journal has recorded a file does not let it be taken again', async () => {
  for (const name of ['A.pdf', 'B.pdf', 'C.pdf']) world.put(name);
  let faults = 0;
  const app = await world.begin({}, {}, (take) => async (offers, report) => {
    await take(offers, report);
    faults += 1;
    throw new Error('Something failed after the write.');
  });
  const id = await app.add();
  await app.pass(10 * 60_000);
  expect(faults).toBe(1);
  expect(world.names()).toEqual(['A.pdf', 'B.pdf', 'C.pdf']);
  expect(app.shown(id)).toEqual(['A.pdf: under-way', 'B.pdf: under-way', 'C.pdf: under-way']);
  await app.end();
});

test('another account that is signed in for a moment gets no document', async () => {
  world.put('Contract.pdf');
  const claims = () =>
    readdirSync(world.path('.countersign'), { recursive: true }).filter((one) => String(one).length > 60);
  const signIn = (username: string) => app.state.publish({ connections: [{ ...world.connection, username }] });
  let isWatched = true;
  const watch = () => {
    if (isWatched && claims().length === 0) setImmediate(watch);
    else if (isWatched) signIn('beat');
  };
  // The document is planned for anna. Beat comes while it is claimed, and goes before anything is compared again.
  const app = await world.begin({}, {}, (take) => (offers, report) => {
    isWatched = false;
    signIn('anna');
    return take(offers, report);
  });
  await app.add();
  watch();
  await app.pass(10 * 60_000);
  expect(world.submissions().map(({ account }) => account)).toEqual(['anna']);
  await app.end();
});

test('the window shows what was taken while the folder still takes others', async () => {
  for (let number = 0; number < 70; number += 1) world.put(`${number}.pdf`);
  const shown: number[] = [];
  const app = await world.begin({}, {}, (take) => (offers, report) => {
    shown.push(app.folders.files(app.state.get().folders[0]?.id ?? '', 'taken').all);
    return take(offers, report);
  });
  await app.add();
  await app.pass(60_000);
  expect(world.submissions()).toHaveLength(70);
  expect(shown).toEqual([0, 32, 64]);
  await app.end();
});

test('what holds for all files is asked once for a group, whatever its size', async () => {
  for (let number = 0; number < 60; number += 1) world.put(`${number}.pdf`);
  let asked = 0;
  const budgetOf = () => {
    asked += 1;
    return outbox.budgetOf(world.connection.id);
  };
  const outbox = world.here.open();
  await outbox.ready;
  const app = await world.begin({ outbox: { take: outbox.take, budgetOf } });
  await app.add();
  const before = asked;
  await app.pass(A_WHILE);
  expect(world.submissions()).toHaveLength(60);
  expect(asked - before).toBeLessThan(40);
  await app.end();
});

test('what is judged, read and hashed of a document are the same bytes', async () => {
  world.put('Contract.pdf', 'the first');
  const seen: string[] = [];
  const app = await world.begin({
    documentReader: {
      ...directTextMarkReader,
      async isReadable(kind, bytes) {
        if (seen.length === 0) writeFileSync(world.path('Contract.pdf'), pdfOf('% the later'));
        seen.push((await bytes.read(0, bytes.size)).toString('latin1'));
        return directReader.isReadable(kind, bytes);
      },
    },
  });
  await app.add();
  await app.pass(A_WHILE);
  expect(seen[0]).toContain('the first');
  expect(seen.at(-1)).toContain('the later');
  expect(world.submissions()).toHaveLength(1);
  await app.end();
});

test('a claim says where it lies that its content was taken, and is written anew only when it is gone', async () => {
  world.put('Contract.pdf');
  const app = await world.begin();
  await app.add();
  const claims = createClaims(world.root, { id: 'computer-9', name: 'PC', user: '"taken":false' }, () => 7);
  const path = world.path('.countersign/claims/ab.claim');
  await claims.claim('ab', '"taken":false.pdf');
  const { ino, size } = statSync(path);
  await claims.noteTaken('ab', 'Another name.pdf');
  expect(statSync(path)).toMatchObject({ ino, size });
  expect(await claims.look('ab')).toEqual({ kind: 'own', taken: true, at: 7 });
  unlinkSync(path);
  await claims.noteTaken('ab', 'a.pdf');
  expect(await claims.look('ab')).toEqual({ kind: 'own', taken: true, at: 7 });
  await app.end();
});
