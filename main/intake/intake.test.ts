import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openJournal } from '../journal/journal.ts';
import type { Change } from '../submission/store.ts';
import { hashOf } from '../submission/submission.ts';
import { sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createIntake, type IntakeProgress, type Offer } from './intake.ts';
import { openSpool, type Spool } from './spool.ts';
import { nodeDisk, type SpoolDisk } from './spool-disk.ts';
import { pdfOf } from './testing/sample-files.ts';

let folder: string;
let spool: Spool;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-intake-'));
  spool = await openSpool({ folder: join(folder, 'spool'), disk: nodeDisk, limitBytes: 100_000_000 });
});
afterEach(() => rmSync(folder, { recursive: true }));

function offer(name: string, content: Buffer | string): Offer {
  const path = join(folder, name);
  writeFileSync(path, content);
  return {
    path,
    submission: (file) => {
      const sample = sampleSubmission(name);
      return { ...sample, wish: { ...sample.wish, file } };
    },
  };
}

const many = (count: number) => Array.from({ length: count }, (_, at) => offer(`f${at}.pdf`, pdfOf(`number ${at}`)));

describe('taking many files', () => {
  test('stores 32 submissions per transaction and accepts each after its copy and its submission are durable', async () => {
    const { journal } = openJournal(join(folder, 'journal.sqlite'));
    const groups: number[] = [];
    const intake = createIntake({
      spool,
      commit(changes) {
        groups.push(changes.length);
        return journal.submissions.commit(changes);
      },
    });
    const accepted: string[] = [];
    const offers = many(80);
    await intake.take(offers, (progress) => {
      if (progress.kind !== 'accepted') return;
      accepted.push(progress.offer.path);
      expect(journal.submissions.find(progress.submission.id)).toEqual(progress.submission);
      expect(existsSync(spool.path(hashOf(progress.submission)))).toBe(true);
    });
    expect(groups).toEqual([32, 32, 16]);
    expect(accepted.toSorted()).toEqual(offers.map(({ path }) => path).toSorted());
    expect(spool.entries().filter(({ whole }) => whole)).toHaveLength(80);
    journal.close();
  });

  test('stores no submission before all files are copied; the copies count against the spool limit', async () => {
    const offers = many(40);
    let copied = 0;
    const used: number[] = [];
    const intake = createIntake({
      spool,
      commit() {
        used.push(spool.use().used);
        expect(copied).toBe(40);
        return { ok: true };
      },
    });
    await intake.take(offers, (progress) => {
      if (progress.kind === 'copied') copied += 1;
    });
    const bytes = offers.reduce((sum, { path }) => sum + statSync(path).size, 0);
    expect(used).toEqual([bytes, bytes]);
  });

  test('stores no file that nobody wants any more in the moment of the commit, and keeps no copy of it', async () => {
    const { journal } = openJournal(join(folder, 'journal.sqlite'));
    const intake = createIntake({ spool, commit: journal.submissions.commit });
    const [wanted, other, last] = many(3);
    if (!wanted || !other || !last) throw new Error('There are three offers.');
    let copied = 0;
    // What speaks against it comes while the files are copied.
    const unwanted = { ...other, isUnchanged: () => copied < 3 };
    const told: string[] = [];
    await intake.take([wanted, unwanted, { ...last, isUnchanged: () => true }], ({ kind, offer: { path } }) => {
      if (kind === 'copied') copied += 1;
      else told.push(`${kind} ${basename(path)}`);
    });
    expect(told.toSorted()).toEqual(['accepted f0.pdf', 'accepted f2.pdf', 'unwanted f1.pdf']);
    expect(
      spool
        .entries()
        .map(({ submission }) => submission.id)
        .toSorted(),
    ).toEqual(['f0.pdf', 'f2.pdf']);
    expect([journal.submissions.find('f1.pdf'), journal.submissions.has('f2.pdf')]).toEqual([null, true]);
    journal.close();
  });

  test('does not look through the spool while every file is wanted', async () => {
    let lists = 0;
    const list = (path: string) => {
      lists += 1;
      return nodeDisk.list(path);
    };
    const disk = { ...nodeDisk, list };
    const counted = await openSpool({ folder: join(folder, 'counted'), disk, limitBytes: 100_000_000 });
    const before = lists;
    const intake = createIntake({ spool: counted, commit: () => ({ ok: true }) });
    await intake.take(many(40), () => undefined);
    expect(lists).toBe(before);
  });

  test('keeps the order of the files, however long each takes to read', async () => {
    const { journal } = openJournal(join(folder, 'journal.sqlite'));
    const intake = createIntake({ spool, commit: journal.submissions.commit });
    const sizes = [3_000_000, 1_000, 200_000, 10];
    const offers = sizes.map((size, at) => offer(`f${at}.pdf`, pdfOf(`${at}`.repeat(size))));
    await intake.take(offers, () => undefined);
    const { rows } = journal.pages.page({ connectionId: 'c1', limit: 10 });
    expect(rows.map(({ wish }) => wish.file.name)).toEqual(['f3.pdf', 'f2.pdf', 'f1.pdf', 'f0.pdf']);
    journal.close();
  });

  test('keeps how far the service’s clock was ahead, also beside the copy', async () => {
    const accepted: (number | null)[] = [];
    const intake = createIntake({ spool, commit: () => ({ ok: true }), skewOf: (id) => (id === 'c1' ? -3_000 : 0) });
    await intake.take([offer('a.pdf', pdfOf('a'))], (told) => {
      if (told.kind === 'accepted') accepted.push(told.submission.acceptedSkewMs);
    });
    const kept = spool.entries().map(({ submission }) => submission.acceptedSkewMs);
    expect([accepted, kept]).toEqual([[-3_000], [-3_000]]);
  });

  test('takes the others if one is refused, and reports each once', async () => {
    const ends: string[] = [];
    const intake = createIntake({ spool, commit: () => ({ ok: true }) });
    const offers = [
      ...many(3),
      offer('letter.pdf', 'Dear Anna'),
      { ...offer('gone.pdf', ''), path: join(folder, 'nowhere.pdf') },
      offer('last.pdf', pdfOf('last')),
    ];
    await intake.take(offers, (progress) => {
      if (progress.kind === 'accepted') ends.push(progress.submission.wish.file.name);
      if (progress.kind === 'refused') ends.push(progress.refusal.kind);
    });
    expect(ends.toSorted()).toEqual(['f0.pdf', 'f1.pdf', 'f2.pdf', 'last.pdf', 'missing', 'unknown-type']);
  });

  test('stores names in NFC, whatever form the file system uses', async () => {
    const names: string[] = [];
    const intake = createIntake({ spool, commit: () => ({ ok: true }) });
    await intake.take([offer('Mu\u0308ller.pdf', pdfOf())], (progress) => {
      if (progress.kind === 'accepted') names.push(progress.submission.wish.file.name);
    });
    expect(names).toEqual(['M\u00fcller.pdf']);
  });

  test('takes nothing and leaves no copy if the journal cannot be written', async () => {
    const ends: IntakeProgress[] = [];
    const intake = createIntake({
      spool,
      commit: () => ({ ok: false, reason: 'unwritable', details: 'database or disk is full' }),
    });
    await intake.take(many(3), (progress) => {
      if (progress.kind === 'refused' || progress.kind === 'accepted') ends.push(progress);
    });
    const reason = { kind: 'not-recorded', reason: 'database or disk is full' };
    expect(ends.map((end) => end.kind === 'refused' && end.refusal)).toEqual([reason, reason, reason]);
    expect(spool.use()).toMatchObject({ used: 0 });
    expect(spool.entries()).toEqual([]);
  });

  const full = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  test.each<[string, Partial<SpoolDisk>]>([
    ['flushed', { create: async (path) => ({ ...(await nodeDisk.create(path)), sync: full }) }],
    ['renamed', { rename: full }],
    ['made durable by name', { syncFolder: full }],
  ])('a disk that fails when the group is %s: each of it is refused with the reason', async (_when, part) => {
    const disk = { ...nodeDisk };
    const broken = await openSpool({ folder: join(folder, 'spool'), disk, limitBytes: 1_000_000 });
    Object.assign(disk, part);
    const commits: (readonly Change[])[] = [];
    const intake = createIntake({
      spool: broken,
      commit(changes) {
        commits.push(changes);
        return { ok: true };
      },
    });
    const refusals: string[] = [];
    await intake.take(many(2), (progress) => {
      if (progress.kind === 'refused') refusals.push(progress.refusal.kind);
    });
    expect(refusals).toEqual(['disk-full', 'disk-full']);
    expect(commits).toEqual([]);
    expect(broken.use()).toMatchObject({ used: 0 });
    expect(broken.entries()).toEqual([]);
    expect(readdirSync(join(folder, 'spool'))).toEqual(['incoming']);
    expect(readdirSync(join(folder, 'spool/incoming')).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('stores enough in the spool to rebuild all submissions', async () => {
    const intake = createIntake({ spool, commit: () => ({ ok: true }) });
    await intake.take(many(5), () => undefined);
    const { journal } = openJournal(join(folder, 'new-journal.sqlite'));
    const again = await openSpool({ folder: join(folder, 'spool'), disk: nodeDisk, limitBytes: 100_000_000 });
    const found = again.entries().map(({ submission }) => submission);
    expect(journal.submissions.restore(found, 5)).toEqual({ ok: true });
    const open = journal.submissions.open();
    expect(open.map(({ wish }) => wish.file.name).toSorted()).toEqual([
      'f0.pdf',
      'f1.pdf',
      'f2.pdf',
      'f3.pdf',
      'f4.pdf',
    ]);
    expect(open.every(({ stage, recovered }) => recovered && stage.kind === 'unclear')).toBe(true);
    journal.close();
  });
});
