import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { newSubmission } from '../submission/new-submission.ts';
import { sampleSubmission } from '../submission/testing/store-contract.ts';
import { documentOf, done, drivenOutbox, refused } from './testing/driven-outbox.ts';
import {
  BEGIN,
  checkOf,
  HOUR,
  listed,
  missForLong,
  moveToStart,
  notFound,
  start,
  submissionOf,
  uploadAndAddSignees,
} from './testing/submission-steps.ts';

describe('sending a document', () => {
  test('uploads, adds the signees in order, compares after the time for Undo, and starts', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await uploadAndAddSignees(driven, submission);
    expect(driven.calls()).toEqual([]);
    await driven.advance(9_000);
    expect(driven.calls()).toEqual([]);
    await driven.advance(2_000);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    expect(driven.calls()).toEqual(['start d1']);
    expect(driven.stage('s1')).toMatchObject({ kind: 'calling', step: 'start' });
    await driven.answer('start d1', done);
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'started' });
  });

  test.for([
    ['mode', { signatureMode: 'timestamp' }],
    ['jurisdiction', { jurisdiction: 'eidas' }],
    ['name', { documentName: 'another.pdf' }],
    ['status', { documentStatus: 'withdrawn' }],
    ['signees', { signees: [{ email: 'a@x.test', signOrder: 0 }] }],
    ['signees', { signees: [{ email: 'a@x.test' }, { email: 'b@x.test' }, { email: 'c@x.test' }] }],
    [
      'order',
      {
        signees: [
          { email: 'a@x.test', signOrder: 1 },
          { email: 'b@x.test', signOrder: 0 },
        ],
      },
    ],
  ] as const)('another %s than asked for stops it before the start', async ([what, patch]) => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await uploadAndAddSignees(driven, submission);
    await driven.advance(11_000);
    await driven.answer('details d1', documentOf(submission, 'd1', patch));
    expect(driven.calls()).toEqual([]);
    expect(driven.stage('s1')).toEqual({ kind: 'needs-you', step: 'compare' });
    expect(driven.store.find('s1')?.reason).toMatchObject({ kind: 'differs', differences: [{ what }] });
  });

  test('ignores fields that the service does not show', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await uploadAndAddSignees(driven, submission);
    await driven.advance(11_000);
    const patch = { documentName: null, signees: ['b@x.test', 'A@x.test'] };
    await driven.answer('details d1', documentOf(submission, 'd1', patch));
    expect(driven.calls()).toEqual(['start d1']);
  });

  test('compares again after a pause before the start', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await uploadAndAddSignees(driven, submission);
    await driven.advance(11_000);
    driven.worker.pause(true);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    expect(driven.calls()).toEqual([]);
    await driven.advance(HOUR);
    driven.worker.pause(false);
    expect(driven.calls()).toEqual(['details d1']);
  });

  test('starts what was compared before it compares others: hundreds would wait until no comparison counts', async () => {
    const driven = drivenOutbox(BEGIN, { parallelCalls: () => 1 });
    const [one, other] = [submissionOf('s1'), submissionOf('s2')];
    await uploadAndAddSignees(driven, one, 'd1');
    await uploadAndAddSignees(driven, other, 'd2');
    await driven.advance(11_000);
    await driven.answer('details d1', documentOf(one, 'd1'));
    expect(driven.calls()).toEqual(['start d1']);
    await driven.answer('start d1', done);
    expect(driven.calls()).toEqual(['details d2']);
  });

  test('prepares a draft, and Send starts it later', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1', { goal: 'draft' });
    await uploadAndAddSignees(driven, submission);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'draft' });
    expect(driven.worker.command('s1', { kind: 'send', startAfter: driven.now() + 500 })).toEqual({ ok: true });
    await driven.advance(1_000);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    await driven.answer('start d1', done);
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'started' });
  });

  test('sends nothing on hold before a person presses Send', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(submissionOf('s1', { goal: 'hold', stage: { kind: 'held' } }));
    await driven.advance(HOUR);
    expect(driven.calls()).toEqual([]);
    driven.worker.command('s1', { kind: 'send', startAfter: driven.now() });
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });

  test.for([
    ['too-large', { file: { sha256: 'x', size: limits.fileBytes + 1, name: 'a.pdf', type: 'application/pdf' } }],
    ['too-many-signees', { signees: Array.from({ length: 501 }, (_, at) => ({ email: `p${at}@x.test` })) }],
    ['no-signees', { signees: [] }],
  ] as const)('%s is refused before any call', ([kind, patch]) => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(submissionOf('s1', { wish: { ...submissionOf('s1').wish, ...patch } }));
    expect(driven.calls()).toEqual([]);
    expect(driven.store.find('s1')).toMatchObject({ stage: { kind: 'needs-you' }, reason: { kind } });
  });
});

describe('undo', () => {
  test('deletes the draft before the start', async () => {
    const driven = drivenOutbox(BEGIN);
    await uploadAndAddSignees(driven, submissionOf('s1'));
    expect(driven.worker.command('s1', { kind: 'cancel' })).toEqual({ ok: true });
    await driven.answer('delete d1', done);
    await driven.answer('details d1', notFound);
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'cancelled' });
    await driven.advance(HOUR);
    expect(driven.calls()).toEqual([]);
  });

  test('waits for the end of a running upload', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    driven.accept(submission);
    driven.worker.command('s1', { kind: 'cancel' });
    expect(driven.calls()).toEqual(['upload s1.pdf']);
    await driven.answer('upload s1.pdf', documentOf(submission, 'd1', { signees: [] }));
    await driven.answer('delete d1', notFound);
    await missForLong(driven);
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'cancelled' });
  });

  test('says that it is too late after the start', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await moveToStart(driven, submission);
    driven.worker.command('s1', { kind: 'cancel' });
    await driven.answer('start d1', done);
    expect(driven.store.find('s1')).toMatchObject({ stage: { as: 'started' }, reason: { kind: 'too-late' } });
  });

  test('ends with Send now', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1', { startAfter: BEGIN + 120_000 });
    await uploadAndAddSignees(driven, submission);
    driven.worker.command('s1', { kind: 'send-now' });
    expect(driven.calls()).toEqual(['details d1']);
  });

  test('survives a restart', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await uploadAndAddSignees(driven, submission);
    driven.worker.close();
    const again = drivenOutbox(BEGIN + 2_000, { store: driven.store });
    await again.worker.start();
    // While the app was closed nobody could press Undo: all that was left is given again.
    await again.advance(9_900);
    expect(again.calls()).toEqual([]);
    await again.advance(200);
    expect(again.calls()).toEqual(['details d1']);
  });

  test('lasts at most two minutes', () => {
    const { wish } = sampleSubmission('s1');
    const given = { id: 's1', connectionId: 'one', account: null, origin: 'folder', wish, goal: 'send' } as const;
    expect(newSubmission({ ...given, undoMs: 10 * 60_000 }, BEGIN).startAfter).toBe(BEGIN + 120_000);
    expect(newSubmission({ ...given, undoMs: -5 }, BEGIN).startAfter).toBe(BEGIN);
  });
});

describe('after the start', () => {
  test('withdraw and redo withdraws the document and puts a new submission on hold', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await start(driven, submission);
    driven.worker.command('s1', { kind: 'redo', id: 's9' });
    expect(driven.stage('s9')).toEqual({ kind: 'held' });
    expect(driven.store.find('s9')).toMatchObject({ redoOf: 's1', wish: submission.wish, documentId: null });
    await driven.answer('withdraw d1', refused({ kind: 'answer-lost', certainty: 'unclear' }));
    await driven.advance(10_000);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'withdrawn' }));
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'withdrawn' });
    driven.worker.command('s1', { kind: 'delete' });
    await driven.answer('delete d1', notFound);
    await missForLong(driven);
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'deleted' });
  });

  test('a withdrawal says that it is too late', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await start(driven, submission);
    driven.worker.command('s1', { kind: 'withdraw' });
    await driven.answer('withdraw d1', refused({ kind: 'timed-out', certainty: 'unclear' }));
    await driven.advance(10_000);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'signed' }));
    expect(driven.store.find('s1')).toMatchObject({ stage: { as: 'started' }, reason: { kind: 'too-late' } });
  });

  test('an update of a draft is repeated until the document has it', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1', { goal: 'draft' });
    await uploadAndAddSignees(driven, submission);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    driven.worker.command('s1', { kind: 'update', alias: 'Berta', comment: 'New' });
    await driven.answer('update d1', refused({ kind: 'answer-lost', certainty: 'unclear' }));
    await driven.advance(10_000);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    await driven.advance(10_000);
    await driven.answer('update d1', done);
    expect(driven.store.find('s1')).toMatchObject({ stage: { as: 'draft' }, wish: { alias: 'Berta' } });
  });

  /** A document that is sent, and a draft of the same content beside it. */
  async function withOrphan() {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await start(driven, submission);
    const check = () => driven.worker.checked('one', checkOf(driven.now(), [listed('d2', 's1.pdf')]));
    const checked = check();
    await driven.answer('details d2', documentOf(submission, 'd2', { signees: [] }));
    await driven.answer('download https://storage.test/d2', { ok: true, value: submission.wish.file.sha256 });
    await checked;
    expect(driven.store.find('s1')?.orphans).toEqual(['d2']);
    return { driven, submission, check };
  }

  test.each([
    ['was started', { documentStatus: 'in-progress', signees: [] }],
    ['has people', {}],
  ] as const)(
    'an orphan that %s elsewhere is not deleted, and nobody is asked about it any more',
    async (_how, now) => {
      const { driven, submission, check } = await withOrphan();
      const late = driven.worker.deleteOrphan('s1', 'd2');
      await driven.answer('details d2', documentOf(submission, 'd2', now));
      expect(await late).toBe(false);
      expect(driven.store.find('s1')?.orphans).toEqual([]);
      await check();
      expect([driven.calls(), driven.store.find('s1')?.orphans]).toEqual([[], []]);
    },
  );

  test('an orphan is offered for deletion, and deleted while it is a draft', async () => {
    const { driven, submission } = await withOrphan();
    const wrong = driven.worker.deleteOrphan('s1', 'd1');
    expect(await wrong).toBe(false);
    const gone = driven.worker.deleteOrphan('s1', 'd2');
    await driven.answer('details d2', documentOf(submission, 'd2', { signees: [] }));
    await driven.answer('delete d2', done);
    expect([await gone, driven.askedByAPerson]).toEqual([true, ['d2']]);
    expect(driven.store.find('s1')?.orphans).toEqual([]);
  });

  test('a finished document no longer counts for the daily budget', async () => {
    const driven = drivenOutbox(BEGIN);
    await start(driven, submissionOf('s1'));
    expect(driven.worker.budgetOf('one').used).toBe(1);
    driven.worker.finished('one', ['d1']);
    expect(driven.worker.budgetOf('one').used).toBe(0);
  });
});
