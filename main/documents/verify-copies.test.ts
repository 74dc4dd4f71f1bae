import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CopyCheck } from '../../preload/contract/document.ts';
import { openJournal } from '../journal/journal.ts';
import { type CopyDisk, nodeCopyDisk } from './copy-disk.ts';
import { createVerifyCopies } from './verify-copies.ts';

/** Saved copies `d0`, `d1` … of a connection, on a real disk. */
function prepare(count: number, nameOf = (number: number) => `${number}.pdf`) {
  const folder = join(mkdtempSync(join(tmpdir(), 'countersign-verify-')), 'signed');
  mkdirSync(folder);
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
  const { journal } = openJournal(':memory:');
  const pathOf = (number: number) => join(folder, nameOf(number));
  for (let number = 0; number < count; number += 1) {
    const content = `%PDF-1.7 ${number} %%EOF`;
    const documentId = `d${number}`;
    mkdirSync(dirname(pathOf(number)), { recursive: true });
    writeFileSync(pathOf(number), content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    journal.documentFacts.see('c', [{ id: documentId, status: 'signed' }], { at: 1, before: null, account: null });
    journal.savedCopies.add({
      connectionId: 'c',
      documentId,
      path: pathOf(number),
      sha256,
      size: content.length,
      at: 1,
    });
  }
  /** What the disk answers instead of a file, by its path. */
  const breaks = new Map<string, string>();
  const breakAt = (place: string) => {
    const code = breaks.get(place);
    if (code !== undefined) throw Object.assign(new Error(code), { code });
  };
  const disk: CopyDisk = {
    ...nodeCopyDisk,
    async stat(path) {
      breakAt(`stat ${path}`);
      return nodeCopyDisk.stat(path);
    },
    async *read(path) {
      breakAt(path);
      yield* nodeCopyDisk.read(path);
    },
  };
  const watched = new Map<string, { readonly folder: string; readonly createBelow: string }>();
  const published: CopyCheck[] = [];
  let current = folder;
  let now = 0;
  let isRefused = false;
  const verify = createVerifyCopies({
    clock: { now: () => now, monotonic: () => (now += 1_000), after: () => () => {} },
    journal: {
      ...journal,
      documentFacts: {
        ...journal.documentFacts,
        setSaveProblem(...given) {
          if (isRefused) throw new Error('ENOSPC');
          journal.documentFacts.setSaveProblem(...given);
        },
      },
    },
    disk,
    placeOf: () => ({ folder: current, createBelow: null }),
    placeOfDocument: async (_connectionId, id) => watched.get(id) ?? null,
    publish(check) {
      published.push(check);
    },
    onChanged() {},
  });
  return {
    journal,
    verify,
    published,
    folder,
    watched,
    breaks,
    /** New copies go to another folder from now on. */
    moveTo(other: string) {
      current = other;
      mkdirSync(other);
    },
    refuse(on: boolean) {
      isRefused = on;
    },
    pathOf,
    last: () => published.at(-1),
    problem: (id: string) => journal.documentFacts.find('c', id)?.saveProblem?.key ?? null,
  };
}

test('copies that were moved or changed say so at their documents, the others nothing', async () => {
  const { verify, pathOf, last, problem } = prepare(120);
  rmSync(pathOf(3));
  writeFileSync(pathOf(70), '%PDF-1.7 x0 %%EOF');
  await verify.start('c');
  expect(last()).toEqual({ connectionId: 'c', running: false, done: 120, all: 120, damaged: 2, problem: null });
  expect(['d3', 'd70', 'd71'].map(problem)).toEqual(['copy-missing', 'copy-changed', null]);
});

test('a copy that is back is no longer told', async () => {
  const { verify, pathOf, problem } = prepare(1);
  rmSync(pathOf(0));
  await verify.start('c');
  writeFileSync(pathOf(0), '%PDF-1.7 0 %%EOF');
  await verify.start('c');
  expect(problem('d0')).toBeNull();
});

test('a folder that is gone is told once, not at each document', async () => {
  const { verify, folder, last, problem } = prepare(3);
  rmSync(folder, { recursive: true });
  await verify.start('c');
  expect(last()).toMatchObject({ connectionId: 'c', running: false, problem: { key: 'copy-folder-unreachable' } });
  expect(problem('d0')).toBeNull();
});

test('an earlier folder that is gone is told as such, and does not say that new copies cannot be saved', async () => {
  const { verify, folder, last, moveTo } = prepare(3);
  moveTo(`${folder}-new`);
  rmSync(folder, { recursive: true });
  await verify.start('c');
  expect(last()).toMatchObject({ done: 0, all: 3, problem: { key: 'copies-out-of-reach', params: { folder } } });
});

test('a sub-folder that was deleted does not end it: its copies are missing, and the later ones are read', async () => {
  const { verify, folder, pathOf, last, problem } = prepare(
    120,
    (number) => `${number % 2 ? 'Sales' : 'Law'}/${number}`,
  );
  rmSync(join(folder, 'Sales'), { recursive: true });
  writeFileSync(pathOf(118), '%PDF-1.7 x18 %%EOF');
  await verify.start('c');
  expect(last()).toEqual({ connectionId: 'c', running: false, done: 120, all: 120, damaged: 61, problem: null });
  expect(['d0', 'd1', 'd118', 'd119'].map(problem)).toEqual([null, 'copy-missing', 'copy-changed', 'copy-missing']);
});

test('copies of a watched folder count as missing only while the folder itself is there', async () => {
  const { verify, folder, watched, last, problem } = prepare(
    4,
    (number) => `../Inbox ${number % 2}/Signed/${number}.pdf`,
  );
  const inbox = (number: number) => join(folder, '..', `Inbox ${number}`);
  for (const number of [0, 1]) rmSync(join(inbox(number), 'Signed'), { recursive: true });
  // The drive of the other watched folder is gone, so it has no place for copies.
  for (const id of ['d0', 'd2']) watched.set(id, { folder: join(inbox(0), 'Signed'), createBelow: inbox(0) });
  await verify.start('c');
  expect(['d0', 'd1', 'd2', 'd3'].map(problem)).toEqual(['copy-missing', null, 'copy-missing', null]);
  expect(last()).toMatchObject({
    done: 2,
    all: 4,
    damaged: 2,
    problem: { params: { folder: join(inbox(1), 'Signed') } },
  });
});

test('it can be stopped, and tells how far it is meanwhile', async () => {
  const { verify, published, last } = prepare(60);
  const done = verify.start('c');
  await verify.start('c');
  await expect.poll(() => published.length).toBeGreaterThan(3);
  verify.stop();
  await done;
  expect(last()?.running).toBe(false);
  expect(published.every(({ done: at }, number) => number === 0 || at >= (published[number - 1]?.done ?? 0))).toBe(
    true,
  );
});

test('a copy that is as it was keeps the problem that its receipt is missing', async () => {
  const { verify, problem, journal, pathOf, breaks } = prepare(2);
  for (const id of ['d0', 'd1'])
    journal.documentFacts.setSaveProblem('c', [id], { key: 'copy-receipt', params: { path: '' } });
  breaks.set(pathOf(0), 'EIO');
  await verify.start('c');
  expect(problem('d0')).toBe('copy-receipt');
  breaks.clear();
  rmSync(pathOf(1));
  await verify.start('c');
  expect([problem('d0'), problem('d1')]).toEqual(['copy-receipt', 'copy-missing']);
});

test('a copy that cannot be read is not called changed: it says so, and the others are read', async () => {
  const { verify, journal, pathOf, last, problem, breaks } = prepare(3);
  breaks.set(pathOf(1), 'EIO');
  breaks.set(pathOf(2), 'EACCES');
  const before = { key: 'copy-missing', params: { path: '' } } as const;
  journal.documentFacts.setSaveProblem('c', ['d2'], before);
  await verify.start('c');
  expect(['d0', 'd1', 'd2'].map(problem)).toEqual([null, 'copy-unreadable', 'copy-unreadable']);
  expect(last()).toEqual({ connectionId: 'c', running: false, done: 3, all: 3, damaged: 2, problem: null });
  breaks.clear();
  await verify.start('c');
  expect(['d0', 'd1', 'd2'].map(problem)).toEqual([null, null, null]);
});

test('a look at a copy that fails does not say that it is missing', async () => {
  const { verify, pathOf, problem, last, breaks } = prepare(1);
  breaks.set(`stat ${pathOf(0)}`, 'EIO');
  await verify.start('c');
  expect([problem('d0'), last()?.damaged]).toEqual(['copy-unreadable', 1]);
});

test('a finding that cannot be stored ends it with a word, and it can begin anew', async () => {
  const { verify, refuse, pathOf, last, problem } = prepare(3);
  rmSync(pathOf(1));
  refuse(true);
  await expect(verify.start('c')).rejects.toThrow('ENOSPC');
  expect(last()).toMatchObject({
    connectionId: 'c',
    running: false,
    done: 1,
    problem: { key: 'unknown', details: 'ENOSPC' },
  });
  refuse(false);
  await verify.start('c');
  expect([last(), problem('d1')]).toMatchObject([
    { connectionId: 'c', running: false, done: 3, problem: null },
    'copy-missing',
  ]);
});
