import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import type { Command } from '../submission/fact.ts';
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

const conflict = refused({ kind: 'conflict', certainty: 'permanent', details: 'HTTP 409', status: 409 });
const lost = refused({ kind: 'answer-lost', certainty: 'unclear' });

/** A started submission whose withdrawal is being called. */
async function withdrawing() {
  const driven = drivenOutbox(BEGIN);
  const submission = submissionOf('s1');
  await start(driven, submission);
  driven.worker.command('s1', { kind: 'withdraw' });
  return { driven, submission };
}

/** A submission whose start is being called. */
async function startCalled() {
  const driven = drivenOutbox(BEGIN);
  const submission = submissionOf('s1');
  await moveToStart(driven, submission);
  expect(driven.calls()).toEqual(['start d1']);
  return { driven, submission, row: () => driven.store.find('s1') };
}

describe('after a refused start it looks at the document first', () => {
  test('started, if an earlier start without an answer had succeeded', async () => {
    const { driven, submission, row } = await startCalled();
    await driven.answer('start d1', lost);
    await driven.advance(10_000);
    // The first look still shows a draft.
    await driven.answer('details d1', documentOf(submission, 'd1'));
    await driven.answer('details d1', documentOf(submission, 'd1'));
    await driven.answer('start d1', conflict);
    expect([driven.calls(), row()?.reason]).toEqual([['details d1'], null]);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress' }));
    expect(row()).toMatchObject({ stage: { kind: 'done', as: 'started' }, reason: null });
  });

  test('still a draft: shows the refusal', async () => {
    const { driven, submission, row } = await startCalled();
    await driven.answer('start d1', conflict);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    expect(row()).toMatchObject({
      stage: { kind: 'needs-you', step: 'start' },
      reason: { kind: 'failed', failure: { kind: 'conflict', status: 409 } },
    });
    await driven.advance(24 * HOUR);
    expect(driven.calls()).toEqual([]);
  });

  test('cancelled meanwhile: the look decides', async () => {
    const { driven, submission, row } = await startCalled();
    await driven.answer('start d1', conflict);
    driven.worker.command('s1', { kind: 'cancel' });
    await driven.answer('details d1', documentOf(submission, 'd1'));
    expect(driven.calls()).toEqual(['delete d1']);
    await driven.answer('delete d1', done);
    await driven.answer('details d1', notFound);
    expect(row()?.stage).toEqual({ kind: 'done', as: 'cancelled' });
  });

  test('a failed look is repeated before anything is shown', async () => {
    const { driven, submission, row } = await startCalled();
    await driven.answer('start d1', conflict);
    await driven.answer('details d1', refused({ kind: 'server-error', certainty: 'unclear', status: 502 }));
    expect(row()?.stage).toMatchObject({ kind: 'unclear', step: 'start', refusal: { status: 409 } });
    await driven.advance(10_000);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'signed' }));
    expect(row()).toMatchObject({ stage: { kind: 'done', as: 'started' }, finishedAt: driven.now() });
  });
});

describe('it also looks after the refusal of other calls that may have succeeded', () => {
  test('a signee who is there counts as added', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    driven.accept(submission);
    await driven.answer('upload s1.pdf', documentOf(submission, 'd1', { signees: [] }));
    await driven.answer('add a@x.test to d1', conflict);
    await driven.answer('details d1', documentOf(submission, 'd1', { signees: [{ email: 'a@x.test' }] }));
    expect(driven.calls()).toEqual(['add b@x.test to d1']);
  });

  test('a signee who is not there counts as refused', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    driven.accept(submission);
    await driven.answer('upload s1.pdf', documentOf(submission, 'd1', { signees: [] }));
    await driven.answer('add a@x.test to d1', conflict);
    await driven.answer('details d1', documentOf(submission, 'd1', { signees: [] }));
    expect(driven.store.find('s1')).toMatchObject({
      stage: { kind: 'needs-you', step: 'add-signee' },
      reason: { kind: 'failed', failure: { status: 409 } },
    });
  });

  test.each([
    ['withdrawn', { stage: { kind: 'done', as: 'withdrawn' }, reason: null }],
    ['signed', { stage: { kind: 'done', as: 'started' }, reason: { kind: 'too-late' } }],
    ['in-progress', { stage: { kind: 'needs-you', step: 'withdraw' }, reason: { kind: 'failed' } }],
  ])('a withdrawal of a document that is %s', async (documentStatus, row) => {
    const { driven, submission } = await withdrawing();
    await driven.answer('withdraw d1', conflict);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus }));
    expect(driven.store.find('s1')).toMatchObject(row);
  });

  test('a start whose document is not found is looked up: it may have been started before', async () => {
    const submission = submissionOf('s1');
    const driven = drivenOutbox(BEGIN);
    await moveToStart(driven, submission);
    await driven.answer('start d1', notFound);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress' }));
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'started' });
  });

  test('a document that is not found before its start is gone by two looks alone', async () => {
    const submission = submissionOf('s1');
    const driven = drivenOutbox(BEGIN);
    await uploadAndAddSignees(driven, submission);
    await driven.advance(11_000);
    await driven.answer('details d1', notFound);
    expect(driven.stage('s1')).toMatchObject({ kind: 'unclear', step: 'start' });
    await missForLong(driven);
    expect(driven.store.find('s1')).toMatchObject({ stage: { kind: 'needs-you' }, reason: { kind: 'gone' } });
  });

  test('a withdrawal of a document that is gone has nothing left to do', async () => {
    const { driven } = await withdrawing();
    await driven.answer('withdraw d1', notFound);
    await driven.answer('details d1', notFound);
    expect([driven.stage('s1')?.kind, driven.calls()]).toEqual(['unclear', []]);
    await driven.advance(limits.missesApartMs + 1_000);
    await driven.answer('details d1', notFound);
    expect(driven.store.find('s1')).toMatchObject({ stage: { kind: 'done', as: 'deleted' }, reason: null });
    await driven.advance(HOUR);
    expect(driven.calls()).toEqual([]);
  });

  test('a withdrawal that is not found, while the document is, is made again', async () => {
    const { driven, submission } = await withdrawing();
    await driven.answer('withdraw d1', notFound);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress' }));
    expect(driven.calls()).toEqual(['withdraw d1']);
  });

  test('a withdrawal that is never found, while the document is, ends with a person', async () => {
    const { driven, submission } = await withdrawing();
    for (let tries = 0; tries < 8; tries += 1) {
      await driven.answer('withdraw d1', notFound);
      await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress' }));
      await driven.advance(tries < 7 ? 300_000 : HOUR);
    }
    expect(driven.calls()).toEqual([]);
    expect(driven.store.find('s1')).toMatchObject({
      stage: { kind: 'needs-you', step: 'withdraw' },
      reason: { kind: 'failed', failure: { kind: 'not-found' } },
    });
  });

  test('one answer that does not find a withdrawal is none of eight, whatever failed before', async () => {
    const { driven, submission } = await withdrawing();
    for (let tries = 0; tries < 9; tries += 1) {
      await driven.answer('withdraw d1', refused({ kind: 'unreachable', certainty: 'never-sent' }));
      await driven.advance(HOUR);
    }
    await driven.answer('withdraw d1', notFound);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress' }));
    await driven.advance(HOUR);
    expect(driven.calls()).toEqual(['withdraw d1']);
  });

  test('an update that is there counts as made', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1', { goal: 'draft' });
    await uploadAndAddSignees(driven, submission);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    driven.worker.command('s1', { kind: 'update', alias: 'Berta', comment: 'New' });
    await driven.answer('update d1', conflict);
    const patch = { initiatorDisplayName: 'Berta', comment: 'New' };
    await driven.answer('details d1', documentOf(submission, 'd1', patch));
    expect(driven.store.find('s1')).toMatchObject({ stage: { kind: 'done', as: 'draft' }, reason: null });
  });

  /** A draft of ours, of which a person orders something that the service refuses. */
  async function refusedOrder(command: Command) {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1', { goal: 'draft' });
    await uploadAndAddSignees(driven, submission);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    driven.worker.command('s1', command);
    await driven.answer(`${command.kind} d1`, conflict);
    return { driven, submission };
  }
  const update = { kind: 'update', alias: 'Berta', comment: 'New' } as const;

  test('an update of a draft that others have started came too late: the row follows the document', async () => {
    const { driven, submission } = await refusedOrder(update);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress' }));
    const { alias, comment } = submission.wish;
    const row = driven.store.find('s1');
    expect(row).toMatchObject({ stage: { kind: 'done', as: 'started' }, reason: { kind: 'too-late' } });
    expect(row?.wish).toMatchObject({ alias, comment });
    expect(driven.worker.command('s1', { kind: 'withdraw' })).toEqual({ ok: true });
  });

  test.each([update, { kind: 'delete' } as const])(
    'a draft stays what it was after a refused $kind',
    async (command) => {
      const { driven, submission } = await refusedOrder(command);
      await driven.answer('details d1', documentOf(submission, 'd1'));
      expect(driven.store.find('s1')).toMatchObject({
        stage: { kind: 'done', as: 'draft' },
        reason: { kind: 'failed', failure: { status: 409 } },
        wish: { alias: submission.wish.alias, comment: submission.wish.comment },
      });
      expect(driven.worker.command('s1', { kind: 'delete' })).toEqual({ ok: true });
    },
  );

  test('a withdrawn document stays withdrawn after a refused deletion', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await start(driven, submission);
    const withdrawn = documentOf(submission, 'd1', { documentStatus: 'withdrawn' });
    driven.worker.command('s1', { kind: 'withdraw' });
    await driven.answer('withdraw d1', done);
    await driven.answer('details d1', withdrawn);
    driven.worker.command('s1', { kind: 'delete' });
    await driven.answer('delete d1', conflict);
    await driven.answer('details d1', withdrawn);
    expect(driven.store.find('s1')).toMatchObject({
      stage: { kind: 'done', as: 'withdrawn' },
      reason: { kind: 'failed' },
    });
  });

  test('a deletion counts as made if the document is gone', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1', { goal: 'draft' });
    await uploadAndAddSignees(driven, submission);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    driven.worker.command('s1', { kind: 'delete' });
    await driven.answer('delete d1', conflict);
    await missForLong(driven);
    expect(driven.store.find('s1')?.stage).toEqual({ kind: 'done', as: 'deleted' });
  });

  test('but not after a refused upload', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(submissionOf('s1'));
    await driven.answer('upload s1.pdf', conflict);
    expect(driven.stage('s1')).toEqual({ kind: 'needs-you', step: 'upload' });
    expect(driven.worker.wantsCheck('one')).toBe(false);
  });
});

describe('a draft that differs from the choices', () => {
  /** One signee is in it twice. */
  async function differing() {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await uploadAndAddSignees(driven, submission);
    await driven.advance(11_000);
    const twice = ['a@x.test', 'a@x.test', 'b@x.test'].map((email) => ({ email }));
    await driven.answer('details d1', documentOf(submission, 'd1', { signees: twice }));
    expect(driven.store.find('s1')?.reason).toMatchObject({ kind: 'differs' });
    return { driven, submission };
  }

  const observers = [{ observerId: 'o1', email: 'boss@x.test' }];

  test('in people in copy, whom nobody chose, is not sent', async () => {
    const driven = drivenOutbox(BEGIN);
    const sent = submissionOf('s1');
    await uploadAndAddSignees(driven, sent);
    await driven.advance(11_000);
    await driven.answer('details d1', documentOf(sent, 'd1', { observers }));
    expect(driven.store.find('s1')?.reason).toEqual({
      kind: 'differs',
      differences: [{ what: 'observers', wanted: '', found: 'boss@x.test' }],
    });
  });

  test('in people in copy is sent after their fields were shown', async () => {
    const driven = drivenOutbox(BEGIN);
    const { wish } = submissionOf('s1');
    const shown = submissionOf('s1', { wish: { ...wish, scanPredefined: true, fieldsRead: true } });
    driven.accept(shown);
    await driven.answer('upload s1.pdf', documentOf(shown, 'd1', { observers }));
    await driven.answer('details d1', documentOf(shown, 'd1', { observers }));
    await driven.advance(11_000);
    await driven.answer('details d1', documentOf(shown, 'd1', { observers }));
    expect(driven.calls()).toEqual(['start d1']);
  });

  test('in people in copy is sent where it rested: a person saw them there', async () => {
    const driven = drivenOutbox(BEGIN);
    const rested = submissionOf('s1', { goal: 'draft' });
    await uploadAndAddSignees(driven, rested);
    await driven.answer('details d1', documentOf(rested, 'd1', { observers }));
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'draft' });
    driven.worker.command('s1', { kind: 'send', startAfter: driven.now() });
    await driven.answer('details d1', documentOf(rested, 'd1', { observers }));
    expect(driven.calls()).toEqual(['start d1']);
  });

  test('in people in copy, whom a person saw on a draft that is gone, is not sent', async () => {
    const driven = drivenOutbox(BEGIN);
    const rested = submissionOf('s1', { goal: 'draft' });
    await uploadAndAddSignees(driven, rested);
    await driven.answer('details d1', documentOf(rested, 'd1', { observers }));
    driven.worker.command('s1', { kind: 'send', startAfter: driven.now() + HOUR });
    driven.worker.command('s1', { kind: 'undo' });
    await driven.answer('delete d1', done);
    await missForLong(driven);
    expect(driven.stage('s1')).toEqual({ kind: 'held' });
    driven.worker.command('s1', { kind: 'send', startAfter: driven.now() });
    const anew = { creationTime: new Date(driven.now()).toISOString() };
    await driven.answer('upload s1.pdf', documentOf(rested, 'd2', { ...anew, signees: [] }));
    for (const { email } of rested.wish.signees) await driven.answer(`add ${email} to d2`, done);
    await driven.answer('details d2', documentOf(rested, 'd2', { ...anew, observers }));
    expect(driven.store.find('s1')?.reason).toMatchObject({ kind: 'differs', differences: [{ what: 'observers' }] });
  });

  test('is deleted and replaced by a submission on hold', async () => {
    const { driven, submission } = await differing();
    expect(driven.worker.command('s1', { kind: 'redo', id: 's9' })).toEqual({ ok: true });
    expect(driven.store.find('s9')).toMatchObject({
      stage: { kind: 'held' },
      goal: 'hold',
      redoOf: 's1',
      wish: submission.wish,
      documentId: null,
    });
    await driven.answer('delete d1', done);
    await driven.answer('details d1', notFound);
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'cancelled' });
    await driven.advance(HOUR);
    expect(driven.calls()).toEqual([]);
  });

  test('is replaced once only', async () => {
    const { driven } = await differing();
    driven.worker.command('s1', { kind: 'redo', id: 's8' });
    expect(driven.worker.command('s1', { kind: 'redo', id: 's9' })).toEqual({ ok: false, reason: 'not-now' });
    expect(driven.store.find('s9')).toBeNull();
  });
});

test('asks at most twenty times per check for possible orphans: one may need a fresh address', async () => {
  const driven = drivenOutbox(BEGIN);
  const submission = submissionOf('s1');
  await start(driven, submission);
  const strangers = Array.from({ length: 30 }, (_, at) => listed(`x${at}`, 's1.pdf'));
  const checked = driven.worker.checked('one', checkOf(driven.now(), strangers));
  const foreign = { signees: [{ email: 'c@x.test' }], comment: 'not mine', documentUrl: null };
  for (let looks = 0; looks < 19; looks += 1)
    await driven.answer(`details x${looks}`, documentOf(submission, `x${looks}`, foreign));
  await checked;
  expect(driven.calls()).toEqual([]);
});
