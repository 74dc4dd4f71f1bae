/** Watched folders on a real disk, with the system's own watcher and programs that save as they really do. */
import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { pdfOf } from '../../main/intake/testing/sample-files.ts';
import { namespaceObstacle, ownNamespace, unless } from '../only-where.ts';
import { realFolder } from './folders/real-folder.ts';
import { saveTraces } from './folders/save-traces.ts';
import { until } from './real/until.ts';

const run = promisify(execFile);
const pdf = (what: string) => pdfOf(`% ${what} ${'x'.repeat(3_000)}`);

test.concurrent('every program that saves in its own way: each document is taken once, and never half of one', async () => {
  await using folder = await realFolder();
  await folder.hears();
  const finals = await Promise.all(saveTraces.map(({ name, save }) => save(folder.path(name))));
  // oxlint-disable-next-line no-await-in-loop -- they arrive on their own, the order does not matter
  for (const content of finals) await folder.takes(content);
  // One more whole look finds nothing left to take.
  folder.lookNow();
  // oxlint-disable-next-line no-await-in-loop
  for (const { name } of saveTraces) await folder.has(`${name}: under-way`);
  expect(finals.map(folder.taken)).toEqual(finals.map(() => 1));
  expect(
    folder.world
      .submissions()
      .map(({ wish }) => wish.file.name)
      .toSorted(),
  ).toEqual(saveTraces.map(({ name }) => name).toSorted());
  expect(folder.world.faults).toEqual([]);
});

test.concurrent('a file that was half-written when the app started is taken when it is whole', async () => {
  const content = pdf('half');
  await using folder = await realFolder(({ path }) => writeFileSync(path('Half.pdf'), content.subarray(0, 700)));
  await folder.has('Half.pdf: damaged');
  await folder.restart();
  await folder.has('Half.pdf: damaged');
  appendFileSync(folder.path('Half.pdf'), content.subarray(700));
  await folder.takes(content);
  expect(folder.world.submissions()).toHaveLength(1);
});

describe.concurrent('what is no document', () => {
  test('pipes, sockets, links out of the folder and in circles are told and left alone, and nothing waits for them', async () => {
    await using folder = await realFolder(({ root, home, path }) => {
      mkdirSync(join(home, 'Outside'));
      writeFileSync(join(home, 'Outside/Secret.pdf'), pdf('secret'));
      symlinkSync(join(home, 'Outside'), path('Outside'));
      symlinkSync(join(home, 'Outside/Secret.pdf'), path('Link.pdf'));
      symlinkSync(root, path('Circle'));
      execFileSync('/usr/bin/mkfifo', [path('Pipe.pdf')]);
    });
    const server = createServer();
    await new Promise<void>((done) => server.listen(folder.path('Socket.pdf'), done));
    try {
      const content = pdf('beside');
      writeFileSync(folder.path('Beside.pdf'), content);
      await folder.takes(content);
      folder.lookNow();
      // oxlint-disable-next-line no-await-in-loop
      for (const name of ['Link.pdf', 'Pipe.pdf', 'Socket.pdf']) await folder.has(`${name}: ignored`);
      expect(folder.world.submissions()).toHaveLength(1);
    } finally {
      await new Promise((done) => server.close(done));
    }
  });

  test('a file that becomes a folder of the same name, and one that is gone before it is taken, take nothing with them', async () => {
    const gone = pdf('gone');
    await using folder = await realFolder(
      () => {},
      {},
      (take) => (offers, report) => {
        for (const { path } of offers) if (path.endsWith('/Gone.pdf')) rmSync(path, { force: true });
        return take(offers, report);
      },
    );
    writeFileSync(folder.path('Gone.pdf'), gone);
    writeFileSync(folder.path('Turned.pdf'), pdf('turned'));
    rmSync(folder.path('Turned.pdf'));
    mkdirSync(folder.path('Turned.pdf'));
    const inside = pdf('inside');
    writeFileSync(folder.path('Turned.pdf/Inside.pdf'), inside);
    const other = pdf('other');
    writeFileSync(folder.path('Other.pdf'), other);
    await folder.takes(other);
    await folder.takes(inside);
    await until(
      () => !readdirSync(folder.world.root).includes('Gone.pdf'),
      () => 'Gone.pdf was never taken',
    );
    expect(folder.taken(gone)).toBe(0);
    // It comes back and is a file like any other.
    writeFileSync(folder.path('Back.pdf'), gone);
    await folder.takes(gone);
    expect([...folder.world.timesTaken().values()]).toEqual([1, 1, 1]);
  });
});

test.concurrent('names of 255 bytes, twins in another spelling of Unicode and control characters are each taken once', async () => {
  const names = [
    `${'ä'.repeat(125)}.pdf`,
    'M\u00fcller.pdf',
    'Mu\u0308ller.pdf',
    'a\u202efdp.pdf',
    '2026.05/Offer.pdf',
  ];
  await using folder = await realFolder();
  await folder.hears();
  mkdirSync(folder.path('2026.05'));
  const contents = names.map((name) => {
    const content = pdf(name.length > 100 ? 'long' : name);
    writeFileSync(folder.path(name), content);
    return content;
  });
  // oxlint-disable-next-line no-await-in-loop
  for (const content of contents) await folder.takes(content);
  expect(folder.world.submissions()).toHaveLength(names.length);
  // The system tells of files in such a folder, too: it is not found by the rescan alone.
  const later = pdf('later in May');
  writeFileSync(folder.path('2026.05/Later.pdf'), later);
  await folder.takes(later);
});

describe.concurrent('a folder that goes away', () => {
  test('under another name, and an empty one in its place, loses nothing, and goes on when it is back', async () => {
    const first = pdf('first');
    await using folder = await realFolder(({ path }) => writeFileSync(path('First.pdf'), first));
    await folder.takes(first);
    await folder.hears();
    const { root } = folder.world;
    renameSync(root, `${root} away`);
    folder.lookNow();
    await folder.status('unreachable');
    mkdirSync(root);
    writeFileSync(join(root, 'Stranger.pdf'), pdf('stranger'));
    folder.lookNow();
    await folder.status('replaced');
    expect(folder.world.submissions()).toHaveLength(1);
    expect(readdirSync(root)).toEqual(['Stranger.pdf']);
    rmSync(root, { recursive: true });
    const second = pdf('second');
    writeFileSync(join(`${root} away`, 'Second.pdf'), second);
    renameSync(`${root} away`, root);
    await folder.status('watching');
    await folder.takes(second);
    // The watcher went blind with the folder: it was begun anew.
    await folder.hears();
    const third = pdf('third');
    writeFileSync(folder.path('Third.pdf'), third);
    await folder.takes(third);
    expect([...folder.world.timesTaken().values()]).toEqual([1, 1, 1]);
    expect(folder.world.faults).toEqual([]);
  });

  const child = fileURLToPath(new URL('folders/drive-child.ts', import.meta.url));
  const [unshare, ...namespace] = ownNamespace;
  test.each([
    ['unmounted', 'with its drive, unmounted and mounted again'],
    ['unmounted-inside', 'with a drive in a sub-folder: what was withdrawn is not sent again'],
    [
      'read-only',
      'is read-only between claim and record: each file is taken once, and it goes on when it can be written',
    ],
    ['full-in-a-move', 'is full in the middle of a move: the file is there again as soon as there is room'],
  ])('%s: %s', unless(namespaceObstacle()), async (story) => {
    const { stdout } = await run(unshare, [...namespace, process.execPath, child, story], { timeout: 120_000 });
    expect(stdout).toBe('told');
  });
});

/** The child is in a user namespace of its own, where it may set its limit and lose the rights of root. */
const restricted = [
  'echo 4 > /proc/sys/user/max_inotify_watches',
  'exec setpriv --securebits=+noroot,+noroot_locked --inh-caps=-all --bounding-set=-all "$@"',
].join(' && ');

test.concurrent(
  'what the system refuses to read holds up nothing, and looking makes up for too few watches',
  unless(namespaceObstacle()),
  async () => {
    const child = fileURLToPath(new URL('folders/restricted-child.ts', import.meta.url));
    const command = ['-Ur', 'sh', '-c', restricted, 'sh', process.execPath, child];
    const { stdout } = await run('/usr/bin/unshare', command, { timeout: 120_000 });
    expect(JSON.parse(stdout)).toEqual({
      how: 'polling',
      status: 'watching',
      unread: 1,
      shown: ['Allowed.pdf: under-way', 'Claimed.pdf: claimed', 'Forbidden.pdf: unreadable', 'a/b/Deep.pdf: under-way'],
      taken: [1, 1, 0, 0],
      faults: ['ENOSPC'],
    });
  },
);
