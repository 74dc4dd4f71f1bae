import { describe, expect, test } from 'vitest';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { type Outcome, success } from '../signing/outcome.ts';
import { markRecovered } from '../submission/decide/recovered.ts';
import { submissionSchema } from '../submission/submission.ts';
import { documentOf, done, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { outboxFolder } from './testing/outbox-folder.ts';
import { recordingClient } from './testing/recording-client.ts';
import {
  BEGIN,
  checkOf,
  HOUR,
  listed,
  missForLong,
  moveToStart,
  submissionOf,
  uploadAndAddSignees,
} from './testing/submission-steps.ts';

type Driven = ReturnType<typeof drivenOutbox>;

const undo = (driven: Driven) => driven.worker.command('s1', { kind: 'undo' });
const back = { stage: { kind: 'held' }, goal: 'hold', cancelled: false, undone: false, documentId: null, reason: null };
const lost = refused({ kind: 'answer-lost', certainty: 'unclear' });
const gone = refused({ kind: 'not-found', certainty: 'permanent' });

/** The app ends and starts again with what the journal has. */
async function restart(driven: Driven): Promise<Driven> {
  driven.worker.close();
  const next = drivenOutbox(driven.now(), { store: driven.store });
  await next.worker.start();
  return next;
}

/** A submission whose Undo came too late, and that a person withdraws then. */
async function withdrawnAfterUndo() {
  const driven = drivenOutbox(BEGIN);
  const submission = submissionOf('s1');
  await moveToStart(driven, submission);
  undo(driven);
  await driven.answer('start d1', done);
  driven.worker.command('s1', { kind: 'withdraw' });
  return { driven, submission };
}

/** Nothing is called any more, and the submission is back on hold. */
async function expectBack(driven: Driven): Promise<void> {
  expect(driven.store.find('s1')).toMatchObject(back);
  await driven.advance(HOUR);
  expect(driven.calls()).toEqual([]);
}

describe('Undo puts the submission back on hold', () => {
  test('after its upload is deleted at the service', async () => {
    const driven = drivenOutbox(BEGIN);
    await uploadAndAddSignees(driven, submissionOf('s1'));
    expect(undo(driven)).toEqual({ ok: true });
    expect(driven.store.find('s1')).toMatchObject({ cancelled: true, undone: true, documentId: 'd1' });
    await driven.answer('delete d1', done);
    await driven.answer('details d1', gone);
    await expectBack(driven);
  });

  test('only when a look shows that the draft is gone: a service may answer and delete nothing', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await uploadAndAddSignees(driven, submission);
    undo(driven);
    await driven.answer('delete d1', done);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    // The service may show it late: it is tried again with pauses.
    expect(driven.calls()).toEqual([]);
    await driven.advance(61_000);
    await driven.answer('delete d1', done);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    expect([driven.calls(), driven.stage('s1')]).toMatchObject([[], { kind: 'ready', step: 'delete' }]);
    await driven.advance(10_000);
    expect(driven.calls()).toEqual([]);
    await driven.advance(15 * 60_000);
    await driven.answer('delete d1', done);
    await driven.answer('details d1', gone);
    await expectBack(driven);
    // What was in vain then says nothing of the next Send.
    expect(driven.store.find('s1')).toMatchObject({ vainCalls: 0 });
  });

  test('at once if nothing was uploaded', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.worker.pause(true);
    driven.accept(submissionOf('s1'));
    expect(undo(driven)).toEqual({ ok: true });
    driven.worker.pause(false);
    await expectBack(driven);
  });

  test('after a running upload ended', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    driven.accept(submission);
    expect(undo(driven)).toEqual({ ok: true });
    expect(driven.calls()).toEqual(['upload s1.pdf']);
    await driven.answer('upload s1.pdf', documentOf(submission, 'd1', { signees: [] }));
    await driven.answer('delete d1', gone);
    await missForLong(driven);
    await expectBack(driven);
  });

  test('once: a second press is refused, and Send uploads it again and starts only the new document', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await uploadAndAddSignees(driven, submission);
    undo(driven);
    expect(undo(driven)).toEqual({ ok: false, reason: 'not-now' });
    await driven.answer('delete d1', done);
    await driven.answer('details d1', gone);
    expect(driven.worker.command('s1', { kind: 'send', startAfter: driven.now() })).toEqual({ ok: true });
    await driven.answer('upload s1.pdf', documentOf(submission, 'd2', { signees: [] }));
    for (const { email } of submission.wish.signees) await driven.answer(`add ${email} to d2`, done);
    await driven.answer('details d2', documentOf(submission, 'd2'));
    await driven.answer('start d2', done);
    expect(driven.store.find('s1')).toMatchObject({ stage: { as: 'started' }, documentId: 'd2' });
    expect(driven.calls()).toEqual([]);
  });

  test('and a draft that a repeated upload left behind is still offered for deletion', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await uploadAndAddSignees(driven, submission);
    undo(driven);
    await driven.answer('delete d1', done);
    await driven.answer('details d1', gone);
    const checked = driven.worker.checked('one', checkOf(driven.now(), [listed('late', 's1.pdf')]));
    await driven.answer('details late', documentOf(submission, 'late', { signees: [] }));
    await driven.answer('download https://storage.test/late', { ok: true, value: submission.wish.file.sha256 });
    await checked;
    expect(driven.store.find('s1')).toMatchObject({ stage: { kind: 'held' }, orphans: ['late'] });
  });
});

describe('a sleep of the computer', () => {
  async function asleep() {
    const driven = drivenOutbox(BEGIN);
    await uploadAndAddSignees(driven, submissionOf('s1', { startAfter: BEGIN + 60_000 }));
    await driven.advance(5_000);
    driven.worker.suspend();
    // Timers run before the computer says that it woke up.
    await driven.advance(HOUR);
    expect(driven.calls()).toEqual([]);
    return driven;
  }

  test('takes nothing of it either when an outcome is stored and the app ends before it hears of the end of the sleep', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(submissionOf('s1', { startAfter: BEGIN + 60_000 }));
    driven.worker.suspend();
    await driven.advance(HOUR);
    await driven.answer('upload s1.pdf', documentOf(submissionOf('s1'), 'd1'));
    const next = await restart(driven);
    expect(next.store.find('s1')).toMatchObject({ documentId: 'd1', startAfter: BEGIN + HOUR + 60_000 });
  });

  test('takes nothing of the time for Undo', async () => {
    const driven = await asleep();
    await driven.worker.awake(HOUR);
    expect(driven.store.find('s1')?.startAfter).toBe(BEGIN + 60_000 + HOUR);
    await driven.advance(54_000);
    expect(driven.calls()).toEqual([]);
    await driven.advance(2_000);
    expect(driven.calls()).toEqual(['details d1']);
  });

  test('takes nothing of it from what is sent before the app hears of the end of the sleep', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.worker.suspend();
    await driven.advance(HOUR);
    const sentAt = driven.now();
    const late = submissionOf('s1', { acceptedAt: sentAt, changedAt: sentAt, startAfter: sentAt + 60_000 });
    driven.accept({ ...late, stage: { kind: 'ready', step: 'upload', nextTryAt: null } });
    await driven.worker.connectionReady('one');
    expect(driven.store.find('s1')?.startAfter).toBe(sentAt + 60_000);
    await driven.worker.awake(0);
    expect([driven.calls(), driven.store.find('s1')?.startAfter]).toEqual([['upload s1.pdf'], sentAt + 60_000]);
  });

  test('leaves a time for Undo alone that was over', async () => {
    const driven = await asleep();
    await driven.worker.awake(1_000);
    expect(driven.calls()).toEqual(['details d1']);
  });
});

describe('after a crash', () => {
  test('a deletion that was running is looked up, and repeated while the draft is there', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await uploadAndAddSignees(driven, submission);
    undo(driven);
    const next = await restart(driven);
    expect(next.calls()).toEqual(['details d1']);
    await next.answer('details d1', documentOf(submission, 'd1'));
    await next.answer('delete d1', done);
    await next.answer('details d1', gone);
    await expectBack(next);
  });

  test('a deletion that had succeeded is not repeated', async () => {
    const driven = drivenOutbox(BEGIN);
    await uploadAndAddSignees(driven, submissionOf('s1'));
    undo(driven);
    const next = await restart(driven);
    await missForLong(next);
    await expectBack(next);
  });

  test('an upload that was running is searched for; without a trace the submission is back', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(submissionOf('s1'));
    undo(driven);
    const next = await restart(driven);
    expect(next.calls()).toEqual([]);
    await next.worker.checked('one', checkOf(next.now() + 1));
    expect(next.stage('s1')).toMatchObject({ kind: 'unclear', step: 'upload' });
    await next.advance(HOUR);
    await next.worker.checked('one', checkOf(next.now() + 1));
    await expectBack(next);
  });

  test('an upload that arrived is deleted after a person chose it', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    driven.accept(submission);
    undo(driven);
    const next = await restart(driven);
    await next.worker.checked('one', checkOf(next.now() + 1, [listed('d1', 's1.pdf')]));
    await next.answer('details d1', documentOf(submission, 'd1', { signees: [] }));
    await next.answer('download https://storage.test/d1', { ok: true, value: submission.wish.file.sha256 });
    expect(next.stage('s1')).toMatchObject({ kind: 'needs-you' });
    next.worker.command('s1', { kind: 'adopt', documentId: 'd1' });
    await next.answer('details d1', documentOf(submission, 'd1', { signees: [] }));
    await next.answer('delete d1', done);
    await next.answer('details d1', gone);
    await expectBack(next);
  });
});

describe('nothing comes back on hold that people may be signing', () => {
  test('after a start that was running', async () => {
    const driven = drivenOutbox(BEGIN);
    await moveToStart(driven, submissionOf('s1'));
    expect(undo(driven)).toEqual({ ok: true });
    await driven.answer('start d1', done);
    expect(driven.store.find('s1')).toMatchObject({ stage: { as: 'started' }, reason: { kind: 'too-late' } });
    expect(driven.worker.command('s1', { kind: 'send', startAfter: 0 })).toEqual({ ok: false, reason: 'not-now' });
  });

  test('after a start without an answer: the look decides', async () => {
    for (const [status, expected] of [
      ['in-progress', { stage: { kind: 'done', as: 'started' }, reason: { kind: 'too-late' } }],
      ['draft', { stage: { kind: 'calling', step: 'delete' }, undone: true }],
    ] as const) {
      const driven = drivenOutbox(BEGIN);
      const submission = submissionOf('s1');
      await moveToStart(driven, submission);
      undo(driven);
      await driven.answer('start d1', lost);
      await driven.advance(HOUR);
      await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: status }));
      expect(driven.store.find('s1')).toMatchObject(expected);
    }
  });

  test('after Undo came too late, a withdrawal, and an older journal that misses both', async () => {
    const withdrawing = { kind: 'ready', step: 'withdraw', nextTryAt: BEGIN } as const;
    for (const undone of [true, false]) {
      const late = { documentId: 'd1', startedAt: 5, cancelled: true, undone, stage: withdrawing } as const;
      const driven = drivenOutbox(BEGIN);
      driven.accept(markRecovered(submissionOf('s1', late), BEGIN));
      await missForLong(driven);
      expect(driven.store.find('s1')?.stage).toEqual({ kind: 'done', as: 'given-up' });
    }
  });

  test('after Undo came too late, also not when the withdrawn document is deleted', async () => {
    const { driven, submission } = await withdrawnAfterUndo();
    await driven.answer('withdraw d1', done);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'withdrawn' }));
    driven.worker.command('s1', { kind: 'delete' });
    await driven.answer('delete d1', done);
    await driven.answer('details d1', gone);
    expect(driven.stage('s1')).toMatchObject({ kind: 'done' });
  });

  test.each<[string, Outcome<unknown>, boolean]>([
    ['did not reach the service', refused({ kind: 'unreachable', certainty: 'never-sent' }), false],
    ['was refused', refused({ kind: 'conflict', certainty: 'permanent', status: 409 }), true],
    ['cannot be seen yet', done, true],
  ])(
    'after Undo came too late, a withdrawal that %s is a withdrawal still, and deletes nothing',
    async (_, said, isLookedAt) => {
      const { driven, submission } = await withdrawnAfterUndo();
      await driven.answer('withdraw d1', said);
      if (isLookedAt) {
        await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress' }));
        driven.worker.command('s1', { kind: 'retry' });
      }
      await driven.advance(HOUR);
      expect(driven.calls().filter((call) => call.startsWith('delete'))).toEqual([]);
      expect(driven.store.find('s1')).toMatchObject({ stage: { step: 'withdraw' }, cancelled: false });
    },
  );

  test('while the service refuses the deletion: a person is asked', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await uploadAndAddSignees(driven, submission);
    undo(driven);
    await driven.answer('delete d1', refused({ kind: 'conflict', certainty: 'permanent', status: 409 }));
    await driven.answer('details d1', documentOf(submission, 'd1'));
    expect(driven.store.find('s1')).toMatchObject({ stage: { kind: 'needs-you', step: 'delete' }, documentId: 'd1' });
    driven.worker.command('s1', { kind: 'retry' });
    await missForLong(driven);
    await expectBack(driven);
  });
});

test('a submission that an older version was cancelling ends as cancelled', async () => {
  const { undone: _new, ...older } = submissionOf('s1', { cancelled: true, documentId: 'd1' });
  const driven = drivenOutbox(BEGIN);
  driven.accept(submissionSchema.parse({ ...older, stage: { kind: 'ready', step: 'delete', nextTryAt: BEGIN } }));
  await driven.answer('delete d1', done);
  await driven.answer('details d1', gone);
  expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'cancelled' });
});

test('Undo is not possible on hold, before a draft, or when the submission has ended', () => {
  for (const patch of [
    { stage: { kind: 'held' }, goal: 'hold' },
    { goal: 'draft' },
    { stage: { kind: 'done', as: 'started' } },
    { stage: { kind: 'needs-you', step: 'upload' } },
  ] as const) {
    const driven = drivenOutbox(BEGIN);
    driven.worker.pause(true);
    driven.accept(submissionOf('s1', patch));
    expect(undo(driven)).toEqual({ ok: false, reason: 'not-now' });
  }
});

test('the spool copy stays, and the list forgets the deleted draft', async () => {
  await using here = outboxFolder();
  const forgotten: string[] = [];
  const client = { ...recordingClient([]), delete: async () => success(undefined), details: async () => gone };
  const outbox = here.open({ clientOf: () => client, onDocumentGone: (_connection, id) => void forgotten.push(id) });
  const stage = { kind: 'ready', step: 'compare', nextTryAt: 9_000 } as const;
  await here.take(outbox, ['a'], { goal: 'send', startAfter: 9_000, documentId: 'd1', stage });
  const listedDraft = { id: 'd1', name: 'a.pdf', mimeType: '', signStatus: null, canWithdraw: false, canDelete: true };
  const connectionId = here.row('a')?.connectionId ?? '';
  here.journal.connections.save({ ...sampleConnection, id: connectionId }, 0);
  here.journal.documents.see(connectionId, [{ ...listedDraft, documentStatus: 'draft' }], 5_000);
  here.journal.documentsSeen.replace(connectionId, [{ ...listedDraft, documentStatus: 'draft' }]);
  expect(await outbox.command('a', { kind: 'undo' })).toEqual({ ok: true });
  await expect.poll(() => here.stageOf('a')).toEqual({ kind: 'held' });
  expect(here.copies()).toBe(1);
  expect(here.journal.documentsSeen.list(connectionId)).toEqual([]);
  expect([...here.journal.listKeys.gone(connectionId, 0)]).toEqual([]);
  expect([forgotten, here.faults]).toEqual([['d1'], []]);
  await here.restart();
  await here.open().ready;
  expect([here.copies(), here.stageOf('a')]).toEqual([1, { kind: 'held' }]);
});
