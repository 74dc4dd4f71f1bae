import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chokidarEvents, hearWatcher } from './folder-events.ts';

let home: string;
let root: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'countersign-chokidar-'));
  root = join(home, 'Inbox');
  mkdirSync(join(root, 'Offers'), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function listen() {
  const hints: (string | null)[] = [];
  const failures: unknown[] = [];
  const hearer = {
    hint: (path: string | null) => void hints.push(path),
    failed: (error: unknown) => void failures.push(error),
  };
  const watcher = await chokidarEvents.watch(root, hearer, /[\\/]Quiet$/);
  return {
    hints,
    failures,
    /** Until the watcher told of it. What it told before does not count. */
    async tells(path: string | null, act: () => void): Promise<void> {
      hints.length = 0;
      act();
      await expect.poll(() => hints).toContain(path);
    },
    [Symbol.asyncDispose]: () => watcher.close(),
  };
}

describe('the watcher of the system', () => {
  test('says nothing of files in a folder that is ignored', async () => {
    mkdirSync(join(root, 'Quiet'));
    await using watcher = await listen();
    writeFileSync(join(root, 'Quiet/Lease.pdf'), 'a');
    await watcher.tells('Plan.pdf', () => writeFileSync(join(root, 'Plan.pdf'), 'a'));
    expect(watcher.hints).not.toContain('Quiet/Lease.pdf');
  });

  test('names files that are written, renamed and deleted, also in sub-folders', async () => {
    await using watcher = await listen();
    await watcher.tells('Lease.pdf', () => writeFileSync(join(root, 'Lease.pdf'), 'a'));
    await watcher.tells('Offers/Offer.pdf', () => writeFileSync(join(root, 'Offers/Offer.pdf'), 'a'));
    await watcher.tells('Plan.pdf', () => renameSync(join(root, 'Lease.pdf'), join(root, 'Plan.pdf')));
    await watcher.tells('Plan.pdf', () => rmSync(join(root, 'Plan.pdf')));
    expect(watcher.failures).toEqual([]);
  });

  test('a new folder may have been filled before it was watched: everything is looked at', async () => {
    await using watcher = await listen();
    await watcher.tells(null, () => {
      mkdirSync(join(root, 'New'));
      writeFileSync(join(root, 'New/Early.pdf'), 'a');
    });
    await watcher.tells('New/Late.pdf', () => writeFileSync(join(root, 'New/Late.pdf'), 'a'));
  });

  test('nothing tells of the files of a folder that is moved away: everything is looked at', async () => {
    await using watcher = await listen();
    await watcher.tells(null, () => renameSync(join(root, 'Offers'), join(home, 'Offers')));
  });

  test.each([
    ['deleted', () => rmSync(root, { recursive: true })],
    ['renamed', () => renameSync(root, `${root} away`)],
  ])('a watched folder that is %s is looked for at once', async (_what, leave) => {
    await using watcher = await listen();
    await watcher.tells(null, leave);
  });

  test('the polling that another program asked for is not ours', async () => {
    process.env['CHOKIDAR_USEPOLLING'] = '1';
    await using watcher = await listen();
    expect(process.env['CHOKIDAR_USEPOLLING']).toBe(undefined);
    await watcher.tells('Lease.pdf', () => writeFileSync(join(root, 'Lease.pdf'), 'a'));
  });
});

describe('what a watcher tells', () => {
  const told = async (act: (watcher: EventEmitter) => void) => {
    const watcher = new EventEmitter();
    const heard: unknown[] = [];
    const ready = hearWatcher(watcher, '/Inbox', {
      hint: (path) => void heard.push(path),
      failed: (error) => void heard.push(error),
    });
    act(watcher);
    await ready;
    return heard;
  };

  test.each([
    ['a file', 'Lease.pdf', { watchedPath: '/Inbox' }, 'Lease.pdf'],
    ['a file below', 'Lease.pdf', { watchedPath: '/Inbox/a/b' }, 'a/b/Lease.pdf'],
    ['no name: events were lost', null, { watchedPath: '/Inbox' }, null],
    ['an empty name', '', { watchedPath: '/Inbox' }, null],
    ['no folder', 'Lease.pdf', undefined, null],
    ['a name outside of the folder', '../Other/Lease.pdf', { watchedPath: '/Inbox' }, null],
    ['the folder itself', 'Inbox', { watchedPath: '/Inbox' }, null],
    ['a sub-folder itself', 'a', { watchedPath: '/Inbox/a' }, null],
  ])('%s', async (_name, path, details, hint) => {
    expect(
      await told((watcher) => {
        watcher.emit('raw', 'rename', path, details);
        watcher.emit('ready');
      }),
    ).toEqual([hint]);
  });

  test('an error before the watcher is ready is the answer, later it is a failure', async () => {
    const full = new Error('too many watches');
    await expect(told((watcher) => watcher.emit('error', full))).rejects.toBe(full);
    const lost = new Error('lost');
    const heard = await told((watcher) => {
      watcher.emit('ready');
      watcher.emit('error', lost);
    });
    expect(heard).toEqual([lost]);
  });
});
