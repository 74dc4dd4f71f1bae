import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lookAt } from '../files/file-look.ts';
import { noteWatcher, prepareRoot, sameFolder } from './folder-root.ts';
import { makeFolders } from './inside-folder.ts';
import { moveFile } from './move-file.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const computer = { id: 'computer-2', name: 'PC-2', user: 'beat' };
const marker = () => world.path('.countersign/folder.json');

test.each([
  ['an empty', ''],
  ['half a', '{"version":1,"id'],
])('%s marker, left by a full disk or a power cut, is replaced, and the folder is known again', async (_name, text) => {
  mkdirSync(world.path('.countersign'));
  writeFileSync(marker(), text);
  world.put('Lease.pdf');
  let app = await world.begin();
  const id = await app.add();
  await app.pass(A_WHILE);
  expect(app.view(id)?.status).toBe('watching');
  await app.end();
  app = await world.begin();
  await app.pass(A_WHILE);
  expect(app.shown(id)).toEqual(['Lease.pdf: under-way']);
  await app.end();
});

/** An app that watched the folder when its marker was lost. */
async function withLostMarker() {
  const app = await world.begin();
  const id = await app.add();
  await app.pass(A_WHILE);
  writeFileSync(marker(), '');
  app.folders.look(id);
  await app.pass(A_WHILE);
  return { app, id };
}

test('a marker that is lost later is written again when a person says that the folder is meant', async () => {
  world.put('Lease.pdf');
  const { app, id } = await withLostMarker();
  expect(app.view(id)?.status).toBe('replaced');
  const rule = app.view(id)?.rule;
  if (!rule) throw new Error('The folder is not shown.');
  expect(await app.folders.accept(id)).toEqual({ ok: true });
  expect(await app.folders.save(id, rule, true)).toEqual({ ok: true, id });
  await app.pass(A_WHILE);
  expect(app.view(id)?.status).toBe('watching');
  await app.end();
});

test('a folder whose replacement is previewed goes with its connection', async () => {
  const { app, id } = await withLostMarker();
  expect(await app.folders.accept(id)).toEqual({ ok: true });
  const { connectionId } = app.view(id) ?? { connectionId: '' };
  await app.folders.removeAllOf(connectionId);
  expect([app.folders.summary().watched, world.here.journal.folders.of(connectionId)]).toEqual([0, []]);
  await app.end();
});

test('two computers that mark a folder at the same time agree, also about one with an empty marker', async () => {
  let ids = 0;
  const newId = () => `id-${(ids += 1)}`;
  const mark = (id: string) => prepareRoot(world.root, { ...computer, id }, { newId, names: 'en' });
  const fresh = await Promise.all(['a', 'b', 'c'].map(mark));
  expect(new Set(fresh.map(({ id }) => id)).size).toBe(1);
  expect(await mark('d')).toEqual(fresh[0]);
  writeFileSync(marker(), '');
  const again = await mark('a');
  expect(await mark('b')).toEqual(again);
});

test('an empty folder in the place of a drive stays empty', async () => {
  await expect(noteWatcher(world.root, computer)).rejects.toThrow('ENOENT');
  await expect(makeFolders(world.root, 'Sent/Offers')).rejects.toThrow('is not the watched folder now');
  expect(readdirSync(world.root)).toEqual([]);
});

test('a drive that goes away in the moment of a move leaves an empty folder in its place', async () => {
  world.put('Offer.pdf');
  const drive = `${world.root} on a drive`;
  let left: readonly string[] | null = null;
  const app = await world.begin({
    async moveFile(options) {
      if (left !== null) return moveFile(options);
      const moved = await moveFile({
        ...options,
        async lookAt(path) {
          const look = await lookAt(path);
          renameSync(world.root, drive);
          mkdirSync(world.root);
          return look;
        },
      });
      left = readdirSync(world.root);
      rmSync(world.root, { recursive: true });
      renameSync(drive, world.root);
      return moved;
    },
  });
  const id = await app.add();
  await app.pass(A_WHILE);
  app.endsAs('started');
  await app.pass(1_000);
  expect(left).toEqual([]);
  app.folders.look(id);
  await app.pass(A_WHILE);
  expect(world.tree()).toEqual(['Sent/Offer.pdf']);
  await app.end();
});

test('the marker of a newer version is left alone', async () => {
  mkdirSync(world.path('.countersign'));
  writeFileSync(marker(), '{"version":2,"id":"x"}');
  await expect(prepareRoot(world.root, computer, { newId: () => 'id', names: 'en' })).rejects.toThrow(
    'keeps no marker',
  );
  expect(readFileSync(marker(), 'utf8')).toBe('{"version":2,"id":"x"}');
});

test('a folder is known under another address, as of a share that is mounted twice, and a copy of it is another one', async () => {
  const names = 'en';
  const marked = await prepareRoot(world.root, computer, { newId: () => 'm1', names });
  const watched = [{ root: world.root, marker: marked.id }];
  symlinkSync(world.home, `${world.home}-2`);
  cpSync(world.root, world.path('../Copy'), { recursive: true });
  try {
    expect(await sameFolder(join(`${world.home}-2`, 'Inbox'), marked, watched)).toBe(watched[0]);
    expect(await sameFolder(world.path('../Copy'), marked, watched)).toBeUndefined();
  } finally {
    rmSync(`${world.home}-2`);
  }
});
