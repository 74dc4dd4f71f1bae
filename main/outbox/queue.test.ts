import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import type { IntakeProgress } from '../intake/intake.ts';
import { nodeDisk, type SpoolDisk } from '../intake/spool-disk.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { moved, sampleSubmission } from '../journal/testing/sample-submission.ts';
import { createQueue, type Queue, type QueueDeps } from './queue.ts';
import type { Submission } from './submission.ts';

let folder: string;
let journal: Journal;
let faults: unknown[];
let queues: Queue[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-queue-'));
  ({ journal } = openJournal(':memory:'));
  faults = [];
  queues = [];
});
afterEach(async () => {
  for (const queue of queues) {
    queue.close();
    await queue.ready;
  }
  journal.close();
  rmSync(folder, { recursive: true });
});

function open(patch: Partial<QueueDeps> = {}): Queue {
  const queue = createQueue({
    clock: { now: () => 5_000, after: () => () => {} },
    journal,
    durable: true,
    rebuild: false,
    onRebuilt() {},
    folder: join(folder, 'spool'),
    disk: nodeDisk,
    limitBytes: 10_000_000,
    newId: () => 'again',
    random: () => 0.5,
    clientOf: () => null,
    onChanged() {},
    onProgress() {},
    onConnectionTrouble() {},
    onUnwritable() {},
    onClockSetBack() {},
    onFault: (error) => void faults.push(error),
    ...patch,
  });
  queues.push(queue);
  return queue;
}

/** Hands files over, each of a content of its own, and answers what was said of them. */
async function take(queue: Queue, ...ids: readonly string[]): Promise<Exclude<IntakeProgress, { kind: 'copying' }>[]> {
  const said: Exclude<IntakeProgress, { kind: 'copying' }>[] = [];
  const offers = ids.map((id) => {
    const path = join(folder, `${id}.pdf`);
    writeFileSync(path, pdfOf(`% ${id}`));
    const submission = (file: Submission['wish']['file']): Submission => {
      const sample = sampleSubmission(id);
      return { ...sample, wish: { ...sample.wish, file } };
    };
    return { path, submission };
  });
  await queue.take(offers, (progress) => void (progress.kind !== 'copying' && said.push(progress)));
  return said;
}

const copies = () => readdirSync(join(folder, 'spool')).filter((name) => name.endsWith('.bin')).length;
const stageOf = (id: string) => journal.submissions.find(id)?.stage;

/** As if it had been uploaded and started. */
function start(id: string): void {
  const row = journal.submissions.find(id);
  if (!row) throw new Error(`There is no ${id}.`);
  const patch = { stage: { kind: 'done', as: 'started' }, documentId: `d-${id}`, startedAt: 3, changedAt: 3 } as const;
  expect(journal.submissions.commit([moved(row, patch)])).toEqual({ ok: true });
}

const no = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

describe('what is handed over', () => {
  test('is accepted once copy and row are there', async () => {
    const queue = open();
    expect(await take(queue, 'a', 'b')).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }]);
    expect([copies(), stageOf('a')?.kind, stageOf('b')?.kind]).toEqual([2, 'ready', 'ready']);
    expect(queue.use().copies).toBe(2);
  });

  test('is refused while nothing can be kept', async () => {
    const queue = open({ durable: false });
    expect(await take(queue, 'a')).toMatchObject([{ kind: 'refused', refusal: { kind: 'not-recorded' } }]);
    expect(existsSync(join(folder, 'spool'))).toBe(false);
  });

  test('is refused when its row cannot be written, and its copy goes', async () => {
    const queue = open({
      journal: {
        submissions: {
          ...journal.submissions,
          commit: () => ({ ok: false, reason: 'unwritable', details: 'full' }),
        },
      },
    });
    expect(await take(queue, 'a')).toMatchObject([
      { kind: 'refused', refusal: { kind: 'not-recorded', reason: 'full' } },
    ]);
    expect(copies()).toBe(0);
  });

  test.each([
    ['ENOSPC', 'disk-full'],
    ['EROFS', 'disk-read-only'],
    ['EIO', 'disk-error'],
  ])('is refused on %s with the reason, and taken once the disk is well', async (code, kind) => {
    let ill = true;
    const disk: SpoolDisk = { ...nodeDisk, create: (path) => (ill ? no(code)() : nodeDisk.create(path)) };
    const queue = open({ disk });
    expect(await take(queue, 'a')).toMatchObject([{ kind: 'refused', refusal: { kind } }]);
    ill = false;
    expect(await take(queue, 'a')).toMatchObject([{ kind: 'accepted' }]);
  });
});

describe('a spool that cannot be opened', () => {
  test('stops the queue: nothing is taken, asked or sent', async () => {
    await take(open(), 'a');
    const clientOf = () => {
      throw new Error('Something was to be sent.');
    };
    const queue = open({ disk: { ...nodeDisk, makeFolder: no('EROFS') }, clientOf });
    expect(await queue.ready).toMatchObject({ stopped: { kind: 'disk-read-only' } });
    expect(await take(queue, 'b')).toMatchObject([{ kind: 'refused', refusal: { kind: 'disk-read-only' } }]);
    expect(await queue.command('a', { kind: 'cancel' })).toEqual({ ok: false, reason: 'not-now' });
    expect(stageOf('a')).toMatchObject({ kind: 'ready' });
    expect(faults).toHaveLength(1);
  });
});

describe('at the start', () => {
  test('an empty journal is filled from the spool, and what is in it waits for a person', async () => {
    await take(open(), 'a', 'b');
    journal.close();
    ({ journal } = openJournal(':memory:'));
    expect(await open().ready).toEqual({ stopped: null, restored: 2, unreadable: 0 });
    expect([stageOf('a'), stageOf('b')]).toEqual([
      { kind: 'needs-you', step: 'upload' },
      { kind: 'needs-you', step: 'upload' },
    ]);
    expect(copies()).toBe(2);
  });

  test('a copy without a row was never acknowledged, and goes', async () => {
    await take(open(), 'a', 'b');
    const known = journal.submissions.find('a');
    journal.close();
    ({ journal } = openJournal(':memory:'));
    if (known) journal.submissions.restore([known], 1);
    expect(await open().ready).toEqual({ stopped: null, restored: 0, unreadable: 0 });
    expect([copies(), journal.submissions.find('b')]).toEqual([1, null]);
  });

  test('after damage the same copy brings its row back', async () => {
    await take(open(), 'a', 'b');
    const known = journal.submissions.find('a');
    journal.close();
    ({ journal } = openJournal(':memory:'));
    if (known) journal.submissions.restore([known], 1);
    let rebuilt = 0;
    const queue = open({ rebuild: true, onRebuilt: () => (rebuilt += 1) });
    expect(await queue.ready).toEqual({ stopped: null, restored: 1, unreadable: 0 });
    expect([copies(), stageOf('b')?.kind, rebuilt]).toEqual([2, 'needs-you', 1]);
  });

  test('when what was lost cannot be written back, the copies stay and the journal is still to be rebuilt', async () => {
    await take(open(), 'a');
    journal.close();
    ({ journal } = openJournal(':memory:'));
    const submissions = {
      ...journal.submissions,
      restore: () => ({ ok: false, reason: 'unwritable', details: 'full' }) as const,
    };
    let rebuilt = 0;
    const queue = open({ rebuild: true, journal: { submissions }, onRebuilt: () => (rebuilt += 1) });
    expect(await queue.ready).toMatchObject({ stopped: { kind: 'not-recorded', reason: 'full' } });
    expect([copies(), rebuilt]).toEqual([1, 0]);
  });

  test('a file of the spool that says nothing is counted, and no copy goes while it could be needed by it', async () => {
    await take(open(), 'a');
    writeFileSync(join(folder, 'spool', 'strange.json'), '{');
    start('a');
    const queue = open();
    expect(await queue.ready).toEqual({ stopped: null, restored: 0, unreadable: 1 });
    expect(copies()).toBe(1);
  });
});

describe('a copy', () => {
  test('goes when its submission is given up, also when the app ended in between', async () => {
    const queue = open();
    await take(queue, 'a', 'b');
    expect(await queue.command('a', { kind: 'cancel' })).toEqual({ ok: true });
    await expect.poll(copies).toBe(1);
    const row = journal.submissions.find('b');
    if (row) journal.submissions.commit([moved(row, { stage: { kind: 'done', as: 'cancelled' } })]);
    await open().ready;
    expect(copies()).toBe(0);
  });

  test('goes two weeks after its document came to its end, and not before', async () => {
    const first = open();
    await take(first, 'a');
    const row = first.find('a');
    if (!row) throw new Error('not taken');
    const done = { ...row, revision: 2, stage: { kind: 'done', as: 'started' } as const, finishedAt: 10_000 };
    journal.submissions.commit([{ submission: done, event: { at: 1, submissionId: 'a', fact: { kind: 'finished' } } }]);
    first.close();
    const at = (now: number) => open({ clock: { now: () => now, after: () => () => {} } });
    const early = at(10_000 + limits.lifecycleMs.finished);
    await early.ready;
    expect(early.use().copies).toBe(1);
    early.close();
    const late = at(10_001 + limits.lifecycleMs.finished);
    await late.ready;
    expect(late.use().copies).toBe(0);
  });

  test('of a row that cannot be read stays', async () => {
    await take(open(), 'a');
    const torn: Queue['find'] = () => null;
    const queue = open({ journal: { submissions: { ...journal.submissions, find: torn } } });
    await queue.ready;
    expect(queue.use().copies).toBe(1);
  });

  test('is shared by the submission that is made again, and stays until both are given up', async () => {
    await take(open(), 'a');
    start('a');
    const queue = open();
    expect(await queue.command('a', { kind: 'redo' })).toEqual({ ok: true });
    expect(journal.submissions.find('again')).toMatchObject({ redoOf: 'a', stage: { kind: 'held' } });
    const old = journal.submissions.find('a');
    if (old) journal.submissions.commit([moved(old, { stage: { kind: 'done', as: 'deleted' } })]);
    const next = open();
    await next.ready;
    expect(copies()).toBe(1);
    expect(await next.command('again', { kind: 'cancel' })).toEqual({ ok: true });
    await expect.poll(copies).toBe(0);
  });

  test('that is gone leaves nothing to make a submission again from', async () => {
    await take(open(), 'a');
    start('a');
    for (const name of readdirSync(join(folder, 'spool')).filter((one) => one.endsWith('.bin')))
      rmSync(join(folder, 'spool', name));
    expect(await open().command('a', { kind: 'redo' })).toEqual({ ok: false, reason: 'not-now' });
    expect(journal.submissions.find('again')).toBeNull();
    expect(stageOf('a')).toEqual({ kind: 'done', as: 'started' });
  });

  test('is not kept for a second submission that did not come about', async () => {
    const queue = open();
    await take(queue, 'a');
    expect(await queue.command('a', { kind: 'redo' })).toEqual({ ok: false, reason: 'not-now' });
    await queue.command('a', { kind: 'cancel' });
    await expect.poll(copies).toBe(0);
  });
});
