import { describe, expect, test } from 'vitest';
import { documentOf, done, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { BEGIN, checkOf, HOUR, listed, one, started, starting, uploaded } from './testing/submission-steps.ts';

const conflict = refused({ kind: 'conflict', certainty: 'permanent', details: 'HTTP 409', status: 409 });
const lost = refused({ kind: 'answer-lost', certainty: 'unclear' });

/** As far as the call of its start. */
async function startCalled() {
  const driven = drivenOutbox(BEGIN);
  const submission = one('s1');
  await starting(driven, submission);
  expect(driven.calls()).toEqual(['start d1']);
  return { driven, submission, row: () => driven.store.find('s1') };
}

describe('a refused start is looked up before it is told', () => {
  test('an earlier one, whose answer was lost, has landed: it is started', async () => {
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

  test('it is a draft: the service refused it, and that is told', async () => {
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

  test('somebody stops it meanwhile: what the look shows decides', async () => {
    const { driven, submission, row } = await startCalled();
    await driven.answer('start d1', conflict);
    driven.worker.command('s1', { kind: 'cancel' });
    await driven.answer('details d1', documentOf(submission, 'd1'));
    expect(driven.calls()).toEqual(['delete d1']);
    await driven.answer('delete d1', done);
    expect(row()?.stage).toEqual({ kind: 'done', as: 'cancelled' });
  });

  test('a look that fails is made again, and nothing is said before', async () => {
    const { driven, submission, row } = await startCalled();
    await driven.answer('start d1', conflict);
    await driven.answer('details d1', refused({ kind: 'server-error', certainty: 'unclear', status: 502 }));
    expect(row()?.stage).toMatchObject({ kind: 'unclear', step: 'start', refusal: { status: 409 } });
    await driven.advance(10_000);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'signed' }));
    expect(row()).toMatchObject({ stage: { kind: 'done', as: 'started' }, finishedAt: driven.now() });
  });
});

describe('so is any other refusal of what may have been carried out', () => {
  test('a signee who is there was added', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    driven.accept(submission);
    await driven.answer('upload s1.pdf', documentOf(submission, 'd1', { signees: [] }));
    await driven.answer('add a@x.test to d1', conflict);
    await driven.answer('details d1', documentOf(submission, 'd1', { signees: [{ email: 'a@x.test' }] }));
    expect(driven.calls()).toEqual(['add b@x.test to d1']);
  });

  test('a signee who is not there was refused', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
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
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    await started(driven, submission);
    driven.worker.command('s1', { kind: 'withdraw' });
    await driven.answer('withdraw d1', conflict);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus }));
    expect(driven.store.find('s1')).toMatchObject(row);
  });

  test('an update that is there was made', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1', { goal: 'draft' });
    await uploaded(driven, submission);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    driven.worker.command('s1', { kind: 'update', alias: 'Berta', comment: 'New' });
    await driven.answer('update d1', conflict);
    const patch = { initiatorDisplayName: 'Berta', comment: 'New' };
    await driven.answer('details d1', documentOf(submission, 'd1', patch));
    expect(driven.store.find('s1')).toMatchObject({ stage: { kind: 'done', as: 'draft' }, reason: null });
  });

  test('a deletion of a document that is gone was made', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1', { goal: 'draft' });
    await uploaded(driven, submission);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    driven.worker.command('s1', { kind: 'delete' });
    await driven.answer('delete d1', conflict);
    await driven.answer('details d1', refused({ kind: 'not-found', certainty: 'permanent', status: 404 }));
    expect(driven.store.find('s1')?.stage).toEqual({ kind: 'done', as: 'deleted' });
  });

  test('a refused upload left nothing to look for', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(one('s1'));
    await driven.answer('upload s1.pdf', conflict);
    expect(driven.stage('s1')).toEqual({ kind: 'needs-you', step: 'upload' });
    expect(driven.worker.wantsCheck('one')).toBe(false);
  });
});

describe('a draft that is not as it should be', () => {
  /** A person is in it twice. */
  async function differing() {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    await uploaded(driven, submission);
    await driven.advance(11_000);
    const twice = ['a@x.test', 'a@x.test', 'b@x.test'].map((email) => ({ email }));
    await driven.answer('details d1', documentOf(submission, 'd1', { signees: twice }));
    expect(driven.store.find('s1')?.reason).toMatchObject({ kind: 'differs' });
    return { driven, submission };
  }

  test('is deleted, and a copy on hold takes its place', async () => {
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
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'cancelled' });
    await driven.advance(HOUR);
    expect(driven.calls()).toEqual([]);
  });

  test('makes no second copy', async () => {
    const { driven } = await differing();
    driven.worker.command('s1', { kind: 'redo', id: 's8' });
    expect(driven.worker.command('s1', { kind: 'redo', id: 's9' })).toEqual({ ok: false, reason: 'not-now' });
    expect(driven.store.find('s9')).toBeNull();
  });
});

test('details for drafts left behind are read for twenty of them per check', async () => {
  const driven = drivenOutbox(BEGIN);
  const submission = one('s1');
  await started(driven, submission);
  const strangers = Array.from({ length: 30 }, (_, at) => listed(`x${at}`, 's1.pdf'));
  const checked = driven.worker.checked('one', checkOf(driven.now(), strangers));
  const foreign = { signees: [{ email: 'c@x.test' }], comment: 'not mine', documentUrl: null };
  for (let looks = 0; looks < 20; looks += 1)
    await driven.answer(`details x${looks}`, documentOf(submission, `x${looks}`, foreign));
  await checked;
  expect(driven.calls()).toEqual([]);
});
