import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { unless, windowsObstacle } from '../../test/only-where.ts';
import { lookAt } from '../files/file-look.ts';
import { ownFolders } from './file-names.ts';
import { moveFile, restoreMoving } from './move-file.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const ATTENTION = 'Needs attention';

/** Begins to move a document, and ends in the middle of it, as the app may. Returns the folder that was left. */
async function leave(path: string): Promise<string> {
  const ended = new Error('The app ended.');
  const look = await lookAt(world.path(path));
  mkdirSync(world.path('.countersign'), { recursive: true });
  const place = { root: world.root, computerId: 'computer-1', into: 'Sent', attention: ATTENTION };
  let left = '';
  const moved = moveFile({
    ...place,
    path,
    look: look ?? '',
    async stillMoves(held) {
      left = held.split('/').slice(0, 3).join('/');
      // What the move would put back is out of its reach, as after the end of the app.
      renameSync(world.path(left), world.path('.countersign/held'));
      throw ended;
    },
  });
  await moved;
  renameSync(world.path('.countersign/held'), world.path(left));
  return left;
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => !one.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));

describe('a document whose move did not come to its end', () => {
  test('is back under its name with the next look', async () => {
    world.put('Scans/Contract.pdf');
    await leave('Scans/Contract.pdf');
    expect(world.tree()).toEqual([]);
    const app = await world.begin();
    await app.add();
    await app.pass(A_WHILE);
    expect(world.tree()).toEqual(['Scans/Contract.pdf']);
    expect(world.names()).toEqual(['Contract.pdf']);
    await app.end();
  });

  test('leaves no empty file under a name that was held for it, on a disk without links', async () => {
    world.put('Scans/Contract.pdf');
    const left = await leave('Scans/Contract.pdf');
    const { atime, mtime } = statSync(world.path(`${left}/Scans/Contract.pdf`));
    mkdirSync(world.path('Sent/Scans'), { recursive: true });
    mkdirSync(world.path(ATTENTION), { recursive: true });
    const ofPerson = 'Sent/Scans/Contract.pdf';
    const holders = ['Scans/Contract.pdf', 'Sent/Scans/Contract (2).pdf', `${ATTENTION}/Contract.pdf`];
    for (const name of [ofPerson, ...holders]) writeFileSync(world.path(name), '');
    for (const name of holders) utimesSync(world.path(name), atime, mtime);
    const app = await world.begin();
    await app.add();
    await app.pass(A_WHILE);
    expect(world.tree()).toEqual(['Scans/Contract.pdf', ofPerson]);
    expect(world.names()).toEqual(['Contract.pdf']);
    await app.end();
  });

  test('waits for a person when a file lies where its folder was, and the folder goes on', async () => {
    world.put('Scans/Contract.pdf');
    await leave('Scans/Contract.pdf');
    writeFileSync(world.path('Scans before'), '');
    renameSync(world.path('Scans'), world.path('Old'));
    renameSync(world.path('Scans before'), world.path('Scans'));
    world.put('Offer.pdf');
    const app = await world.begin();
    const id = await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    expect(app.view(id)?.status).toBe('watching');
    expect(world.names()).toEqual(['Offer.pdf']);
    expect(world.tree()).toContain(`${ATTENTION}/Contract.pdf`);
    await app.end();
  });

  test('waits for a person when it is not the document whose move began', async () => {
    world.put('Scans/Contract.pdf');
    const left = await leave('Scans/Contract.pdf');
    world.put(`${left}/Scans/Contract.pdf`, 'private');
    const app = await world.begin();
    await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    expect(world.tree()).toEqual([`${ATTENTION}/Contract.pdf`]);
    expect(world.names()).toEqual([]);
    await app.end();
  });
});

test('another computer that ends its moves while this one looks at them does not fail the look', async () => {
  const moves = ['computer-2-a', 'computer-2-b'].map((name) => world.path(`.countersign/moving/${name}`));
  for (const folder of moves) mkdirSync(folder, { recursive: true });
  const longAfter = () => {
    for (const folder of moves) rmSync(folder, { recursive: true, force: true });
    return Date.now() + 2 * 24 * 60 * 60_000;
  };
  await expect(restoreMoving(world.root, 'computer-1', ownFolders.en, longAfter)).resolves.toBeUndefined();
});

describe('a sub-folder that becomes a link in the middle of a move', unless(windowsObstacle), () => {
  const outside = () => join(world.home, 'Outside');
  const beside = () => join(world.home, 'Scans beside');

  test('at any moment: a private file behind it stays there, or waits for a person', async () => {
    const options = { root: world.root, computerId: 'computer-1', attention: ATTENTION };
    const places = new Set<string>();
    mkdirSync(outside());
    const path = 'Scans/Contract.pdf';
    const undisturbed: number[] = [];
    for (let number = 0; number < 20; number += 1) {
      world.put(path);
      // oxlint-disable-next-line no-await-in-loop -- one move after the other
      const look = (await lookAt(world.path(path))) ?? '';
      const began = performance.now();
      // oxlint-disable-next-line no-await-in-loop
      await moveFile({ ...options, path, look, into: 'Sent' });
      undisturbed.push(performance.now() - began);
    }
    const usual = undisturbed.toSorted((a, b) => a - b)[10] ?? 1;
    for (let number = 0; number < 400; number += 1) {
      world.put(path);
      writeFileSync(join(outside(), 'Contract.pdf'), 'private');
      // oxlint-disable-next-line no-await-in-loop -- one move after the other
      const look = (await lookAt(world.path(path))) ?? '';
      const moving = moveFile({ ...options, path, look, into: 'Sent' });
      const until = performance.now() + (usual * (number % 100)) / 100;
      // oxlint-disable-next-line no-await-in-loop
      while (performance.now() < until) await setImmediate();
      renameSync(world.path('Scans'), beside());
      symlinkSync(outside(), world.path('Scans'));
      // oxlint-disable-next-line no-await-in-loop
      await moving;
      // The name is free when the folder is there again.
      rmSync(join(beside(), 'Contract.pdf'), { force: true });
      unlinkSync(world.path('Scans'));
      renameSync(beside(), world.path('Scans'));
      // oxlint-disable-next-line no-await-in-loop
      await restoreMoving(world.root, 'computer-1', ownFolders.en, Date.now);
      for (const file of [...filesIn(world.root), ...filesIn(outside())])
        if (readFileSync(file, 'utf8') === 'private') places.add(file.replace(/ \(\d+\)/, ''));
    }
    places.delete(join(outside(), 'Contract.pdf'));
    places.delete(world.path(`${ATTENTION}/Contract.pdf`));
    expect([...places]).toEqual([]);
  });
});

describe('a document that is in Sent, which the app did not note before it ended', () => {
  /** Sends a document and ends the app between the move of the original and its note. Returns the id of the submission. */
  async function endAfterMove(): Promise<string> {
    world.put('Scans/Contract.pdf');
    const app = await world.begin({
      async moveFile(options) {
        await moveFile(options);
        throw new Error('The app ended here.');
      },
    });
    await app.add();
    await app.pass(A_WHILE);
    app.endsAs('started');
    await app.pass(1_000);
    await app.end();
    expect(world.tree()).toEqual(['Sent/Scans/Contract.pdf']);
    expect(world.faults.splice(0)).toHaveLength(1);
    return world.submissions()[0]?.id ?? '';
  }
  const movedTo = (id: string) => world.here.journal.folderFiles.of(id)?.movedTo;

  test('is noted later', async () => {
    const id = await endAfterMove();
    const app = await world.begin();
    await app.pass(10 * 60_000);
    expect(movedTo(id)).toBe('Sent/Scans/Contract.pdf');
    await app.end();
  });

  test('is not taken for another one of its name', async () => {
    const id = await endAfterMove();
    world.put('Sent/Scans/Contract.pdf', 'Contract of another');
    const app = await world.begin();
    await app.pass(10 * 60_000);
    expect(world.here.journal.folderFiles.of(id)).toMatchObject({ movedTo: null, settledAt: expect.any(Number) });
    await app.end();
  });
});
