import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FolderHearer } from '../platform/folder-events.ts';
import { createFolderWatching } from './folder-watching.ts';
import { virtualTime } from './testing/virtual-time.ts';

const PROBE = '.countersign/probe-c1';
const MINUTE = 60_000;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-watching-'));
  mkdirSync(join(root, '.countersign'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Questions to the disk that are not answered yet, as Node names them. */
const isOfDisk: ReadonlySet<string> = new Set(['FSReqPromise', 'FSReqCallback', 'CloseReq']);

/** What the system's watcher does when it is begun. Watchers that hear tell of the probe when it lies on the disk. */
type Begin = 'hears' | 'deaf' | 'refused' | 'slow';

function watching(begins: readonly Begin[]) {
  const time = virtualTime();
  const told: string[] = [];
  const faults: unknown[] = [];
  const watchers: {
    readonly hearer: FolderHearer;
    readonly ignored: RegExp;
    readonly begin: Begin;
    isOpen: boolean;
    answer: () => void;
  }[] = [];
  const subject = createFolderWatching({
    root,
    computerId: 'c1',
    clock: time.clock,
    events: {
      async watch(_root, hearer, ignored) {
        const begin = begins[Math.min(watchers.length, begins.length - 1)] ?? 'hears';
        const { promise, resolve } = Promise.withResolvers<void>();
        const watcher = { hearer, ignored, begin, isOpen: begin !== 'refused', answer: resolve };
        watchers.push(watcher);
        if (begin === 'refused') throw Object.assign(new Error('too many watches'), { code: 'ENOSPC' });
        if (begin === 'slow') await promise;
        return {
          async close() {
            watcher.isOpen = false;
          },
        };
      },
    },
    readMounts: async () => null,
    worker: {
      hint: (path) => void told.push(`hint ${path}`),
      setHow: (how) => void told.push(how),
    },
    onFault: (error) => void faults.push(error),
  });

  function hearProbe(): boolean {
    const hearing = existsSync(join(root, PROBE)) ? watchers.filter((one) => one.isOpen && one.begin === 'hears') : [];
    for (const { hearer } of hearing) hearer.hint(PROBE);
    return hearing.length > 0;
  }

  /** Until the disk has answered every question: a busy one takes long to make or delete a file. */
  async function settled(): Promise<void> {
    for (let isBusy = true; isBusy; ) {
      // oxlint-disable-next-line no-await-in-loop -- an answer may lead to the next question
      await setImmediate();
      isBusy = hearProbe() || process.getActiveResourcesInfo().some((name) => isOfDisk.has(name));
    }
  }
  return {
    ...subject,
    told,
    faults,
    watchers,
    settled,
    open: () => watchers.filter(({ isOpen, begin }) => isOpen && begin !== 'refused').length,
    how: () => told.findLast((one) => one === 'events' || one === 'polling'),
    pass: (ms: number) => time.pass(ms, settled),
  };
}

test('a watcher that hears its own file is believed, and the folder is looked at once more', async () => {
  const folder = watching(['hears']);
  folder.restart();
  await folder.settled();
  expect(folder.told).toEqual(['polling', 'events', 'hint null']);
  expect(readdirSync(join(root, '.countersign'))).toEqual([]);
  folder.watchers[0]?.hearer.hint('Contract.pdf');
  expect(folder.told.at(-1)).toBe('hint Contract.pdf');
  await folder.stop();
  folder.watchers[0]?.hearer.hint('Late.pdf');
  expect(folder.told.at(-1)).toBe('polling');
  expect(folder.open()).toBe(0);
});

test('a watcher is to hear the probe and documents, and none of our own claims and moves', async () => {
  const folder = watching(['hears']);
  folder.restart();
  await folder.settled();
  const isHeard = (path: string) => folder.watchers[0]?.ignored.test(join(root, path)) === false;
  const ours = ['.countersign/claims', '.countersign/claims/a', '.countersign/moving/b/Lease.pdf'];
  expect([PROBE, 'Lease.pdf', 'claims/Lease.pdf'].filter(isHeard)).toHaveLength(3);
  expect(ours.filter(isHeard)).toEqual([]);
  await folder.stop();
});

test('a deaf watcher is closed, the folder is polled, and the watcher is tried again later', async () => {
  const folder = watching(['deaf', 'deaf', 'hears']);
  folder.restart();
  await folder.pass(3_000);
  expect([folder.how(), folder.open(), folder.watchers.length]).toEqual(['polling', 0, 1]);
  await folder.pass(5 * MINUTE);
  expect([folder.how(), folder.watchers.length]).toEqual(['polling', 2]);
  // It takes longer each time: a drive that never tells is not asked every few minutes.
  await folder.pass(5 * MINUTE);
  expect(folder.watchers.length).toBe(2);
  await folder.pass(6 * MINUTE);
  expect([folder.how(), folder.open(), folder.watchers.length]).toEqual(['events', 1, 3]);
  expect(folder.faults).toEqual([]);
  await folder.stop();
});

test('a watcher that the system refuses is told once and tried again later', async () => {
  const folder = watching(['refused', 'hears']);
  folder.restart();
  await folder.pass(MINUTE);
  expect(folder.how()).toBe('polling');
  expect(folder.faults).toMatchObject([{ code: 'ENOSPC' }]);
  await folder.pass(5 * MINUTE);
  expect([folder.how(), folder.open()]).toEqual(['events', 1]);
  await folder.stop();
});

test('a watcher that fails is begun anew at once, but not again and again', async () => {
  const folder = watching(['hears']);
  folder.restart();
  await folder.settled();
  await folder.pass(2 * MINUTE);
  folder.watchers[0]?.hearer.failed(new Error('lost'));
  await folder.settled();
  expect([folder.how(), folder.open(), folder.watchers.length]).toEqual(['events', 1, 2]);
  // Files that came while nobody heard are looked for.
  expect(folder.told.at(-1)).toBe('hint null');
  folder.watchers[1]?.hearer.failed(new Error('lost again'));
  await folder.settled();
  expect([folder.how(), folder.open(), folder.watchers.length]).toEqual(['polling', 0, 2]);
  await folder.pass(5 * MINUTE);
  expect([folder.how(), folder.open(), folder.watchers.length]).toEqual(['events', 1, 3]);
  // A watcher of the past has nothing to say.
  folder.watchers[0]?.hearer.failed(new Error('old'));
  await folder.settled();
  expect(folder.watchers).toHaveLength(3);
  await folder.stop();
});

test('begun twice at once, one watcher listens', async () => {
  const folder = watching(['hears']);
  folder.restart();
  folder.restart();
  await folder.settled();
  expect([folder.how(), folder.open()]).toEqual(['events', 1]);
  await folder.stop();
  expect(folder.open()).toBe(0);
});

test('stopped while it starts, no watcher and no file of ours is left', async () => {
  const folder = watching(['hears']);
  folder.restart();
  await folder.stop();
  await folder.settled();
  expect([folder.how(), folder.open()]).toEqual(['polling', 0]);
  await folder.pass(10 * MINUTE);
  expect(folder.open()).toBe(0);
});

test('stopped while the system still begins to watch, the watcher is closed when it is there', async () => {
  const folder = watching(['slow']);
  folder.restart();
  await folder.settled();
  await folder.stop();
  folder.watchers[0]?.answer();
  await folder.settled();
  expect([folder.how(), folder.open()]).toEqual(['polling', 0]);
});

test('stopped while it waits for its own file, the file is gone at once', async () => {
  const folder = watching(['deaf']);
  folder.restart();
  await folder.settled();
  expect(existsSync(join(root, PROBE))).toBe(true);
  await folder.stop();
  expect(readdirSync(join(root, '.countersign'))).toEqual([]);
  await folder.pass(10 * MINUTE);
  expect(folder.watchers).toHaveLength(1);
});

test('a folder that is gone is polled, and no file is made in its place', async () => {
  const folder = watching(['hears']);
  rmSync(root, { recursive: true });
  folder.restart();
  await folder.pass(3_000);
  expect([folder.how(), folder.open(), existsSync(root)]).toEqual(['polling', 0, false]);
  await folder.stop();
});
