import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeDisk, type SpoolDisk } from '../intake/spool-disk.ts';
import { countingDisk } from '../intake/testing/counting-disk.ts';
import { changeOf, sampleSubmission } from '../submission/testing/sample-submission.ts';
import type { Outbox } from './outbox.ts';
import type { OutboxDeps } from './outbox-parts.ts';
import { outboxFolder } from './testing/outbox-folder.ts';

let here: ReturnType<typeof outboxFolder>;

beforeEach(() => {
  here = outboxFolder();
});
afterEach(() => here[Symbol.asyncDispose]());

const held = { goal: 'hold', stage: { kind: 'held' }, account: 'service-1' } as const;
const { file: _file, ...choices } = sampleSubmission('a').wish;
const revised = { ...choices, mode: 'timestamp' as const, signees: [{ email: 'right@example.ch' }] };

/** Hands over one file that stays on hold. */
async function takeHeld(patch: Partial<OutboxDeps> = {}): Promise<Outbox> {
  const outbox = here.open(patch);
  await here.take(outbox, ['a'], held);
  return outbox;
}

const revise = (outbox: Outbox) => outbox.command('a', { kind: 'revise', choices: revised });
const update = (outbox: Outbox) => outbox.command('a', { kind: 'update', alias: 'Berta', comment: 'New' });
const takeOver = (outbox: Outbox) => outbox.command('a', { kind: 'take-over', account: 'service-2' });

describe('after a lost journal, the spool still has changed', () => {
  test('signees and mode', async () => {
    expect(await revise(await takeHeld())).toEqual({ ok: true });
    await here.loseJournal();
    expect(await here.open().ready).toMatchObject({ restored: 1 });
    expect(here.row('a')).toMatchObject({ wish: revised, goal: 'hold' });
  });

  test('sender and comment', async () => {
    expect(await update(await takeHeld())).toEqual({ ok: true });
    await here.loseJournal();
    await here.open().ready;
    expect(here.row('a')?.wish).toMatchObject({ alias: 'Berta', comment: 'New', signees: choices.signees });
  });

  test('accounts, and the hold that follows', async () => {
    const outbox = here.open();
    await here.take(outbox, ['a'], { account: 'service-1' });
    expect(await takeOver(outbox)).toEqual({ ok: true });
    await here.loseJournal();
    await here.open().ready;
    expect(here.row('a')).toMatchObject({ account: 'service-2', goal: 'hold', recovered: true });
  });

  test('the account of who signed in after it was handed over', async () => {
    let account: string | null = null;
    const outbox = here.open({ accountOf: () => account });
    await here.take(outbox, ['a'], { account: null });
    account = 'service-1';
    outbox.connectionReady(here.row('a')?.connectionId ?? '');
    await expect.poll(() => here.row('a')?.account).toBe('service-1');
    await here.loseJournal();
    await here.open().ready;
    expect(here.row('a')).toMatchObject({ account: 'service-1', goal: 'send', recovered: true });
  });

  test('choices of one submission, without changing others of its group', async () => {
    const outbox = here.open();
    await here.take(outbox, ['a', 'b'], held);
    await revise(outbox);
    await here.loseJournal();
    await here.open().ready;
    expect(here.row('b')?.wish.signees).toEqual(choices.signees);
  });
});

describe('after a restored older journal', () => {
  test('the choices in the spool win, as they are newer', async () => {
    await takeHeld();
    await here.backUp();
    expect(await revise(here.open())).toEqual({ ok: true });
    await here.putBack();
    expect(here.row('a')?.wish.mode).toBe('qualified');
    await here.open({ older: here.testimony !== 'known' }).ready;
    expect(here.row('a')).toMatchObject({ wish: revised, recovered: true });
    // The spool still has them: another loss gives the same result.
    await here.loseJournal();
    await here.open().ready;
    expect(here.row('a')).toMatchObject({ wish: revised });
  });

  test('a submission that another account took over stays with it', async () => {
    const outbox = here.open();
    await here.take(outbox, ['a'], { account: 'service-1' });
    await here.backUp();
    expect(await takeOver(here.open())).toEqual({ ok: true });
    await here.putBack();
    await here.open({ older: here.testimony !== 'known' }).ready;
    expect(here.row('a')).toMatchObject({ account: 'service-2', goal: 'hold' });
  });

  test('the goal in the journal stays if no choice was changed', async () => {
    const outbox = await takeHeld();
    expect(await outbox.command('a', { kind: 'send', startAfter: 9_000 })).toEqual({ ok: true });
    await here.backUp();
    await here.take(here.open(), ['b']);
    await here.putBack();
    await here.open({ older: here.testimony !== 'known' }).ready;
    expect(here.row('a')).toMatchObject({ goal: 'send', recovered: true });
  });
});

describe('a correction that cannot be stored', () => {
  test('in the spool is not stored in the journal either', async () => {
    let ill = false;
    const disk: SpoolDisk = {
      ...nodeDisk,
      create: (path) => (ill ? Promise.reject(new Error('ENOSPC')) : nodeDisk.create(path)),
    };
    const outbox = await takeHeld({ disk });
    ill = true;
    expect(await revise(outbox)).toEqual({ ok: false, reason: 'unwritable' });
    expect([here.row('a')?.wish.mode, here.row('a')?.revision]).toEqual(['qualified', 1]);
  });

  test('in the journal is undone in the spool', async () => {
    await takeHeld();
    const { submissions } = here.journal;
    const commit = () => ({ ok: false, reason: 'unwritable', details: 'full' }) as const;
    const outbox = here.open({ journal: { ...here.journal, submissions: { ...submissions, commit } } });
    expect(await revise(outbox)).toEqual({ ok: false, reason: 'unwritable' });
    await here.loseJournal();
    await here.open().ready;
    expect(here.row('a')?.wish).toMatchObject({ mode: 'qualified', signees: choices.signees });
  });

  test('because it is not possible now is undone as well', async () => {
    const outbox = await takeHeld();
    const row = here.row('a');
    if (row) here.journal.submissions.commit([changeOf(row, { stage: { kind: 'done', as: 'started' } })]);
    await here.restart();
    expect(await revise(here.open())).toEqual({ ok: false, reason: 'not-now' });
    await here.loseJournal();
    await here.open().ready;
    expect(here.row('a')?.wish.mode).toBe('qualified');
    outbox.close();
  });
});

test('if the app ends between the writes to spool and journal, the journal wins', async () => {
  const outbox = await takeHeld();
  const { submissions } = here.journal;
  const cut = here.open({
    journal: {
      ...here.journal,
      submissions: {
        ...submissions,
        commit: () => {
          throw new Error('The app ends here.');
        },
      },
    },
  });
  // The spool has choices that were never confirmed.
  expect(await revise(cut)).toEqual({ ok: false, reason: 'unwritable' });
  outbox.close();
  await here.restart();
  expect(here.testimony).toBe('known');
  await here.open().ready;
  expect(here.row('a')?.wish.mode).toBe('qualified');
  await here.loseJournal();
  await here.open().ready;
  expect(here.row('a')?.wish.mode).toBe('qualified');
});

test('a refused correction is never in the spool, not even until it is set back', async () => {
  const { disk, begun } = countingDisk();
  const outbox = here.open({ disk });
  await here.take(outbox, ['a'], { stage: { kind: 'done', as: 'started' }, documentId: 'd1', account: 'service-1' });
  const before = begun();
  expect(await revise(outbox)).toEqual({ ok: false, reason: 'not-now' });
  expect(begun()).toBe(before);
});
