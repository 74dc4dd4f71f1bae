import { cpSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unless, windowsObstacle } from '../../test/only-where.ts';
import { createFileTable } from './file-table.ts';
import { moveFile } from './move-file.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { hiding } from './testing/hiding.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const LONG = 20 * 60_000;

describe.each([
  ['a part of the folder that cannot be read', { unread: new Set(['Scans']), isCut: false }],
  ['a look that ended before it', { unread: new Set<string>(), isCut: true }],
])('%s', (_name, incomplete) => {
  test.each(['withdrawn', 'cancelled'] as const)('counts as there: what was %s is not sent again', async (as) => {
    const { createTable, hide } = hiding('Scans/', incomplete);
    world.put('Scans/Contract.pdf');
    const app = await world.begin({ createTable });
    const id = await app.add();
    await app.pass(A_WHILE);
    app.endsAs(as);
    await app.pass(A_WHILE);
    hide(true);
    await app.pass(LONG);
    expect(app.view(id)).toMatchObject({ unread: incomplete.unread.size, isCut: incomplete.isCut, status: 'watching' });
    hide(false);
    await app.pass(LONG);
    expect(app.shown(id)).toEqual(['Scans/Contract.pdf: stopped']);
    expect(app.view(id)).toMatchObject({ unread: 0, isCut: false });
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });

  test('counts as there also for an app that begins meanwhile: no original becomes its own duplicate', async () => {
    const { createTable, hide } = hiding('Scans/', incomplete);
    world.put('Scans/Contract.pdf');
    let app = await world.begin({ createTable });
    const id = await app.add();
    await app.pass(A_WHILE);
    await app.end();
    hide(true);
    app = await world.begin({ createTable });
    await app.pass(LONG);
    world.put('Copy.pdf', 'Scans/Contract.pdf');
    await app.pass(A_WHILE);
    // It may be the original under another name.
    expect(app.shown(id)).toEqual(['Copy.pdf: under-way']);
    hide(false);
    await app.pass(LONG);
    expect(app.shown(id)).toEqual(['Duplicates/Copy.pdf: duplicate', 'Scans/Contract.pdf: under-way']);
    await app.end();
  });

  test('may have lost a file by a rename: it is sent neither again nor as a duplicate', async () => {
    const { createTable, hide } = hiding('Scans/', incomplete);
    world.put('Scans/Contract.pdf');
    const app = await world.begin({ createTable });
    const id = await app.add();
    await app.pass(A_WHILE);
    app.endsAs('withdrawn');
    hide(true);
    renameSync(world.path('Scans/Contract.pdf'), world.path('Contract.pdf'));
    await app.pass(LONG);
    expect(app.shown(id)).toEqual(['Contract.pdf: stopped']);
    hide(false);
    await app.pass(LONG);
    expect(app.shown(id)).toEqual(['Contract.pdf: stopped']);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });

  test('may hide where a file was moved to: it is not sent again when it can be seen', async () => {
    const { createTable, hide } = hiding('Scans/', incomplete);
    world.put('Contract.pdf');
    world.put('Scans/Other.pdf');
    const app = await world.begin({ createTable });
    const id = await app.add();
    await app.pass(A_WHILE);
    hide(true);
    renameSync(world.path('Contract.pdf'), world.path('Scans/Contract.pdf'));
    const submission = world.submissions().find(({ wish }) => wish.file.name === 'Contract.pdf');
    const stage = { kind: 'done', as: 'withdrawn' } as const;
    if (submission) app.folders.submissionChanged(world.become(submission, { stage }));
    await app.pass(LONG);
    hide(false);
    await app.pass(LONG);
    expect(app.shown(id)).toEqual(['Scans/Contract.pdf: stopped', 'Scans/Other.pdf: under-way']);
    expect(world.submissions()).toHaveLength(2);
    await app.end();
  });

  test('may hold the sidecar of a document, which is not sent to other people', async () => {
    const { createTable, hide } = hiding('Scans/Lease.pdf.json', {
      ...incomplete,
      unread: new Set([...incomplete.unread].map(() => 'Scans/Lease.pdf.json')),
    });
    world.put('Scans/Lease.pdf');
    world.put('Scans/Other.pdf');
    writeFileSync(world.path('Scans/Lease.pdf.json'), '{"signees":[{"email":"carla@example.ch"}]}');
    hide(true);
    const app = await world.begin({ createTable });
    const id = await app.add();
    await app.pass(LONG);
    expect(app.shown(id)).toEqual(['Scans/Lease.pdf: writing', 'Scans/Other.pdf: under-way']);
    hide(false);
    await app.pass(LONG);
    const lease = world.submissions().find(({ wish }) => wish.file.name === 'Lease.pdf');
    expect(lease?.wish.signees.map(({ email }) => email)).toEqual(['carla@example.ch']);
    await app.end();
  });
});

test('a drive that is mounted anew and cannot be read yet is not called empty', async () => {
  let refuses = false;
  world.put('Contract.pdf');
  const app = await world.begin({
    async deviceOf() {
      if (refuses) throw Object.assign(new Error('EIO'), { code: 'EIO' });
      return 1n;
    },
  });
  const id = await app.add();
  await app.pass(A_WHILE);
  expect(app.view(id)?.lastLook).not.toBeNull();
  // A copy has another number, as the folder of a drive that was mounted again.
  cpSync(world.root, `${world.root} anew`, { recursive: true, preserveTimestamps: true });
  renameSync(world.root, `${world.root} before`);
  renameSync(`${world.root} anew`, world.root);
  refuses = true;
  await app.pass(LONG);
  expect(app.view(id)).toMatchObject({ status: 'failed', lastLook: null });
  expect(app.shown(id)).toEqual([]);
  refuses = false;
  await app.pass(LONG);
  expect(app.view(id)?.lastLook).not.toBeNull();
  expect(app.shown(id)).toEqual(['Contract.pdf: under-way']);
  expect(world.submissions()).toHaveLength(1);
  await app.end();
});

test(
  'a sent original whose disk refuses one look counts as there, and is moved after it',
  unless(windowsObstacle),
  async () => {
    const away = join(world.home, 'Away');
    const countsAsThere: boolean[] = [];
    let refused: string | null = null;
    // A link to itself cannot be read, as little as a broken part of a disk.
    const refuse = (folder: string) => {
      renameSync(world.path(folder), away);
      symlinkSync(folder, world.path(folder));
      refused = folder;
    };
    const answer = (folder: string) => {
      unlinkSync(world.path(folder));
      renameSync(away, world.path(folder));
      refused = null;
    };
    world.put('Offers/Plan.pdf');
    world.put('Scans/Lease.pdf');
    let moves = 0;
    const app = await world.begin({
      createTable(monotonic) {
        const table = createFileTable(monotonic);
        const answerAfter = (act: (path: string) => void) => (path: string) => {
          act(path);
          if (refused === null || !path.startsWith(refused)) return;
          countsAsThere.push(table.mayBeThere(path));
          answer(refused);
        };
        return { ...table, remove: answerAfter(table.remove), hide: answerAfter(table.hide) };
      },
      async moveFile(options) {
        moves += 1;
        if (moves === 1) refuse(options.path.startsWith('Scans') ? 'Offers' : 'Scans');
        return moveFile(options);
      },
    });
    const id = await app.add();
    await app.hears(id);
    await app.pass(A_WHILE);
    for (const one of world.submissions())
      app.folders.submissionChanged(world.become(one, { stage: { kind: 'done', as: 'started' } }));
    await app.pass(A_WHILE);
    expect(countsAsThere).toEqual([true]);
    expect(world.tree()).toEqual(['Sent/Offers/Plan.pdf', 'Sent/Scans/Lease.pdf']);
    await app.end();
  },
);
