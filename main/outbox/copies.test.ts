import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { nodeDisk, type SpoolDisk } from '../intake/spool-disk.ts';
import { countingDisk } from '../intake/testing/counting-disk.ts';
import { changeOf } from '../submission/testing/sample-submission.ts';
import { stoppedClock } from '../testing/clocks.ts';
import type { Outbox } from './outbox.ts';
import type { OutboxDeps } from './outbox-parts.ts';
import { outboxFolder } from './testing/outbox-folder.ts';

let here: ReturnType<typeof outboxFolder>;

beforeEach(() => {
  here = outboxFolder();
});
afterEach(() => here[Symbol.asyncDispose]());

const open = (patch: Partial<OutboxDeps> = {}) => here.open(patch);
const take = (outbox: Outbox, ...ids: readonly string[]) => here.take(outbox, ids);

/** Marks a submission as uploaded and started. */
function start(id: string): void {
  const row = here.journal.submissions.find(id);
  if (!row) throw new Error(`There is no ${id}.`);
  const patch = { stage: { kind: 'done', as: 'started' }, documentId: `d-${id}`, startedAt: 3, changedAt: 3 } as const;
  expect(here.journal.submissions.commit([changeOf(row, patch)])).toEqual({ ok: true });
}

const no = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

describe('a handed over file', () => {
  test('is accepted after its copy and its submission are stored', async () => {
    const outbox = open();
    expect(await take(outbox, 'a', 'b')).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }]);
    expect([here.copies(), here.stageOf('a')?.kind, here.stageOf('b')?.kind]).toEqual([2, 'ready', 'ready']);
    expect(here.copies()).toBe(2);
  });

  test('is refused while nothing can be stored', async () => {
    const outbox = open({ durable: false });
    expect(await take(outbox, 'a')).toMatchObject([{ kind: 'refused', refusal: { kind: 'not-recorded' } }]);
    expect(existsSync(join(here.folder, 'spool'))).toBe(false);
  });

  test('is refused and its copy removed if its submission cannot be stored', async () => {
    const outbox = open({
      journal: {
        ...here.journal,
        submissions: {
          ...here.journal.submissions,
          commit: () => ({ ok: false, reason: 'unwritable', details: 'full' }),
        },
      },
    });
    expect(await take(outbox, 'a')).toMatchObject([
      { kind: 'refused', refusal: { kind: 'not-recorded', reason: 'full' } },
    ]);
    expect(here.copies()).toBe(0);
  });

  test.each([
    ['ENOSPC', 'disk-full'],
    ['EROFS', 'disk-read-only'],
    ['EIO', 'disk-error'],
  ])('is refused on %s with the reason, and taken once the disk is well', async (code, kind) => {
    let ill = true;
    const disk: SpoolDisk = { ...nodeDisk, create: (path) => (ill ? no(code)() : nodeDisk.create(path)) };
    const outbox = open({ disk });
    expect(await take(outbox, 'a')).toMatchObject([{ kind: 'refused', refusal: { kind } }]);
    ill = false;
    expect(await take(outbox, 'a')).toMatchObject([{ kind: 'accepted' }]);
  });
});

describe('a spool that cannot be opened', () => {
  test('stops the outbox: it takes, asks and sends nothing', async () => {
    await take(open(), 'a');
    const clientOf = () => {
      throw new Error('Something was to be sent.');
    };
    const outbox = open({ disk: { ...nodeDisk, makeFolder: no('EROFS') }, clientOf });
    expect(await outbox.ready).toMatchObject({ stopped: { kind: 'disk-read-only' } });
    expect(await take(outbox, 'b')).toMatchObject([{ kind: 'refused', refusal: { kind: 'disk-read-only' } }]);
    expect(await outbox.command('a', { kind: 'cancel' })).toEqual({ ok: false, reason: 'not-now' });
    expect(here.stageOf('a')).toMatchObject({ kind: 'ready' });
    expect(here.faults).toHaveLength(1);
  });
});

describe('at the start', () => {
  test('rebuilds an empty journal from the spool and searches for the documents first', async () => {
    await take(open(), 'a', 'b');
    await here.loseJournal();
    expect(await open().ready).toMatchObject({ stopped: null, restored: 2, unreadable: 0 });
    expect(['a', 'b'].map((id) => here.journal.submissions.find(id))).toMatchObject([
      { recovered: true, stage: { kind: 'unclear', step: 'upload' } },
      { recovered: true, stage: { kind: 'unclear', step: 'upload' } },
    ]);
    expect(here.copies()).toBe(2);
  });

  test.each([
    ['of others', ['a'], 1],
    // The app ended while it took its very first file, so the watched folder or the person hands it over again.
    ['of nothing', [], 0],
  ])('removes a copy that was never accepted, beside a sound journal %s', async (_what, accepted, copies) => {
    await take(open(), 'a', 'b');
    const known = accepted.flatMap((id) => here.journal.submissions.find(id) ?? []);
    await here.loseJournal();
    here.journal.submissions.restore(known, 1);
    const outbox = open({ older: false });
    expect(await outbox.ready).toMatchObject({ stopped: null, restored: 0, unreadable: 0 });
    expect([here.copies(), here.journal.submissions.find('b')]).toEqual([copies, null]);
  });

  test('but after damage restores the submission of such a copy', async () => {
    await take(open(), 'a', 'b');
    const known = here.journal.submissions.find('a');
    await here.loseJournal();
    if (known) here.journal.submissions.restore([known], 1);
    here.journal.settings.set('rebuild', true);
    const outbox = open();
    expect(await outbox.ready).toMatchObject({ stopped: null, restored: 1, unreadable: 0 });
    expect([here.copies(), here.stageOf('b')?.kind]).toEqual([2, 'unclear']);
    expect(here.journal.settings.get('rebuild')).toBe(false);
  });

  test('keeps the copies and tries again later if the submissions cannot be restored', async () => {
    await take(open(), 'a');
    await here.loseJournal();
    const submissions = {
      ...here.journal.submissions,
      restore: () => ({ ok: false, reason: 'unwritable', details: 'full' }) as const,
    };
    here.journal.settings.set('rebuild', true);
    const outbox = open({ journal: { ...here.journal, submissions } });
    expect(await outbox.ready).toMatchObject({ stopped: { kind: 'not-recorded', reason: 'full' } });
    expect([here.copies(), here.journal.settings.get('rebuild')]).toEqual([1, true]);
  });

  test('counts an unreadable group file and then removes no copy', async () => {
    await take(open(), 'a');
    writeFileSync(join(here.folder, 'spool', 'strange.json'), '{');
    start('a');
    const outbox = open();
    expect(await outbox.ready).toMatchObject({ stopped: null, restored: 0, unreadable: 1 });
    expect(here.copies()).toBe(1);
  });
});

describe('a spool copy', () => {
  test('is removed when its submission is given up, also after a restart in between', async () => {
    const outbox = open();
    await take(outbox, 'a', 'b');
    expect(await outbox.command('a', { kind: 'cancel' })).toEqual({ ok: true });
    await expect.poll(here.copies).toBe(1);
    const row = here.journal.submissions.find('b');
    if (row) here.journal.submissions.commit([changeOf(row, { stage: { kind: 'done', as: 'cancelled' } })]);
    await open().ready;
    expect(here.copies()).toBe(0);
  });

  test('is removed two weeks after its document is finished, not earlier', async () => {
    const first = open();
    await take(first, 'a');
    const row = first.find('a');
    if (!row) throw new Error('not taken');
    const done = { ...row, revision: 2, stage: { kind: 'done', as: 'started' } as const, finishedAt: 10_000 };
    here.journal.submissions.commit([
      { submission: done, event: { at: 1, submissionId: 'a', fact: { kind: 'finished' } } },
    ]);
    first.close();
    const at = (now: number) => open({ clock: stoppedClock(now) });
    const early = at(10_000 + limits.lifecycleMs.finished);
    await early.ready;
    expect(here.copies()).toBe(1);
    early.close();
    const late = at(10_001 + limits.lifecycleMs.finished);
    await late.ready;
    expect(here.copies()).toBe(0);
  });

  test('of an unreadable submission stays', async () => {
    await take(open(), 'a');
    const torn: Outbox['find'] = () => null;
    const outbox = open({ journal: { ...here.journal, submissions: { ...here.journal.submissions, find: torn } } });
    await outbox.ready;
    expect(here.copies()).toBe(1);
  });

  test('names the submission that it replaces, also after the journal was lost', async () => {
    await take(open(), 'a');
    start('a');
    expect(await open().command('a', { kind: 'redo' })).toEqual({ ok: true, created: 'again' });
    await here.loseJournal();
    expect(await open({ rebuild: true }).ready).toMatchObject({ restored: 2 });
    expect(here.journal.submissions.find('again')).toMatchObject({ redoOf: 'a' });
  });

  test('is shared with a submission that replaces its own, and stays until both are given up', async () => {
    await take(open(), 'a');
    start('a');
    const outbox = open();
    expect(await outbox.command('a', { kind: 'redo' })).toEqual({ ok: true, created: 'again' });
    expect(here.journal.submissions.find('again')).toMatchObject({ redoOf: 'a', stage: { kind: 'held' } });
    const old = here.journal.submissions.find('a');
    if (old) here.journal.submissions.commit([changeOf(old, { stage: { kind: 'done', as: 'deleted' } })]);
    const next = open();
    await next.ready;
    expect(here.copies()).toBe(1);
    expect(await next.command('again', { kind: 'cancel' })).toEqual({ ok: true });
    await expect.poll(here.copies).toBe(0);
  });

  test('that is missing makes a new submission of it impossible', async () => {
    await take(open(), 'a');
    start('a');
    for (const name of readdirSync(join(here.folder, 'spool')).filter((one) => one.endsWith('.bin')))
      rmSync(join(here.folder, 'spool', name));
    expect(await open().command('a', { kind: 'redo' })).toEqual({ ok: false, reason: 'not-now' });
    expect(here.journal.submissions.find('again')).toBeNull();
    expect(here.stageOf('a')).toEqual({ kind: 'done', as: 'started' });
  });

  test('of a refused submission is never in the spool, not even until it is let go', async () => {
    const { disk, begun } = countingDisk();
    const outbox = open({ disk });
    await take(outbox, 'a');
    const before = begun();
    // It was not started, so there is nothing to replace.
    expect(await outbox.command('a', { kind: 'redo' })).toEqual({ ok: false, reason: 'not-now' });
    expect(begun()).toBe(before);
  });

  test('is not kept for a second submission that could not be stored', async () => {
    const outbox = open();
    await take(outbox, 'a');
    expect(await outbox.command('a', { kind: 'redo' })).toEqual({ ok: false, reason: 'not-now' });
    await outbox.command('a', { kind: 'cancel' });
    await expect.poll(here.copies).toBe(0);
  });
});
