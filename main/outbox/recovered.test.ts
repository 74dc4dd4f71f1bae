import { describe, expect, test } from 'vitest';
import { documentOf, done, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { accepted, draft, WINDOW, withCandidates } from './testing/recovered-outbox.ts';
import { BEGIN, checkOf, listed, notFound, submissionOf } from './testing/submission-steps.ts';

describe('a recovered submission is searched for', () => {
  test('it wants a check and makes no call before it', async () => {
    const { advance, calls, driven, row } = accepted();
    await advance(WINDOW);
    expect([calls(), driven.worker.wantsCheck('one')]).toEqual([[], true]);
    expect(row()).toMatchObject({ recovered: true, reason: { kind: 'recovered' } });
  });

  test('a partial reading proves nothing, so its drafts are not looked at', async () => {
    const { check, calls, row } = accepted();
    await check([listed('d1', 's1.pdf')], { whole: false });
    expect([calls(), row()?.stage.kind]).toEqual([[], 'unclear']);
  });

  test('a reading that began earlier proves nothing', async () => {
    const { driven, calls, row } = accepted();
    for (let checks = 0; checks < 3; checks += 1) await driven.worker.checked('one', checkOf(BEGIN - 1));
    expect([calls(), row()?.stage]).toMatchObject([[], { kind: 'unclear', missed: 0 }]);
  });

  test('a reading over several checks counts if it began later', async () => {
    const { driven, row } = accepted();
    await driven.advance(WINDOW + 1_000);
    await driven.worker.checked('one', checkOf(BEGIN + WINDOW, [], { whole: false }));
    await driven.advance(WINDOW);
    await driven.worker.checked('one', checkOf(BEGIN + WINDOW));
    expect(row()?.stage).toMatchObject({ kind: 'unclear', missed: 1 });
  });

  test('two whole readings without a trace put it on hold until Send', async () => {
    const { check, calls, row, driven } = accepted();
    await check();
    expect(row()?.stage).toMatchObject({ kind: 'unclear', missed: 1 });
    await check();
    expect(row()).toMatchObject({ stage: { kind: 'held' }, goal: 'hold', recovered: false, firstSent: null });
    // It may have been signed, and deleted by the service since.
    expect(row()?.reason).toEqual({ kind: 'perhaps-sent' });
    await driven.advance(WINDOW);
    expect(calls()).toEqual([]);
    driven.worker.command('s1', { kind: 'send', startAfter: driven.now() });
    await driven.advance(0);
    expect(calls()).toEqual(['upload s1.pdf']);
  });
});

describe('documents with its name', () => {
  test('are shown with status, people and date, started ones first', async () => {
    const { row, calls } = await withCandidates();
    expect(calls()).toEqual([]);
    expect(row()).toMatchObject({ stage: { kind: 'needs-you', step: 'upload' }, documentId: null });
    expect(row()?.reason).toEqual({
      kind: 'several',
      whole: true,
      more: 0,
      passed: [],
      candidates: [
        { documentId: 'd2', status: 'in-progress', createdAt: BEGIN, signees: ['old@x.test'], likeness: 'likely' },
        { documentId: 'd1', status: 'draft', createdAt: BEGIN, signees: [], likeness: 'proven' },
      ],
    });
  });

  test('leave out a draft with another content', async () => {
    const { check, answer, submission, row } = accepted();
    await check([listed('d1', 's1.pdf')]);
    await answer('details d1', draft(submission));
    await answer('download https://storage.test/d1', { ok: true, value: 'another' });
    expect(row()?.stage).toMatchObject({ kind: 'unclear', missed: 1 });
  });

  test('leave out a document from days before the hand-over', async () => {
    const { check, answer, submission, row } = accepted();
    await check([listed('d1', 's1.pdf', 'in-progress')]);
    const creationTime = new Date(BEGIN - 3 * 24 * 3_600_000).toISOString();
    await answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress', creationTime }));
    expect(row()?.stage).toMatchObject({ kind: 'unclear', missed: 1 });
  });
});

describe('a person chooses its document', () => {
  test('a started one gets a look and no signees', async () => {
    const { driven, answer, submission, row, calls } = await withCandidates();
    expect(driven.worker.command('s1', { kind: 'adopt', documentId: 'd2' })).toEqual({ ok: true });
    expect(calls()).toEqual(['details d2']);
    await answer('details d2', documentOf(submission, 'd2', { documentStatus: 'in-progress' }));
    expect(calls()).toEqual([]);
    expect(row()).toMatchObject({ stage: { kind: 'done', as: 'started' }, documentId: 'd2', recovered: false });
  });

  test('a draft that was started meanwhile gets no signees either', async () => {
    const { driven, answer, submission, row, calls } = await withCandidates();
    driven.worker.command('s1', { kind: 'adopt', documentId: 'd1' });
    await answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress' }));
    expect([calls(), row()?.stage]).toEqual([[], { kind: 'done', as: 'started' }]);
  });

  test('a draft gets the missing signees', async () => {
    const { driven, answer, submission, calls } = await withCandidates();
    driven.worker.command('s1', { kind: 'adopt', documentId: 'd1' });
    await answer('details d1', draft(submission, { signees: [{ email: 'A@x.test' }] }));
    expect(calls()).toEqual(['add b@x.test to d1']);
  });

  test('a draft that an older journal knows without its people gets the missing ones alone', async () => {
    const { driven, answer, submission, calls } = accepted({ documentId: 'd1', goal: 'draft', signeesAdded: 0 });
    await driven.advance(1);
    await answer('details d1', draft(submission, { signees: [{ email: 'A@x.test' }] }));
    expect(calls()).toEqual(['add b@x.test to d1']);
  });

  test('a draft of a submission on hold stays a draft until Send', async () => {
    const { driven, answer, submission, row, calls } = await withCandidates({ stage: { kind: 'held' } });
    driven.worker.command('s1', { kind: 'adopt', documentId: 'd1' });
    await answer('details d1', draft(submission));
    await driven.advance(WINDOW);
    expect([calls(), row()?.stage]).toEqual([[], { kind: 'done', as: 'draft' }]);
  });

  test('a deleted one restarts the search', async () => {
    const { driven, answer, row } = await withCandidates();
    driven.worker.command('s1', { kind: 'adopt', documentId: 'd1' });
    await answer('details d1', refused({ kind: 'not-found', certainty: 'permanent', status: 404 }));
    expect(row()?.stage).toMatchObject({ kind: 'unclear', step: 'upload', chosen: false, candidates: [] });
    expect(driven.worker.wantsCheck('one')).toBe(true);
  });
});

describe('a person says that none is its document', () => {
  const others = [listed('d2', 's1.pdf', 'in-progress'), listed('d1', 's1.pdf')];

  test('after a second whole reading it is on hold, and not uploaded', async () => {
    const { driven, check, command, calls, row } = await withCandidates();
    expect(command('upload-again')).toEqual({ ok: true });
    expect(row()?.stage).toMatchObject({ kind: 'unclear', missed: 1, passed: ['d2', 'd1'] });
    await check(others);
    await driven.advance(WINDOW);
    expect([calls(), row()?.stage, row()?.goal]).toEqual([[], { kind: 'held' }, 'hold']);
  });

  test('its own document that the list shows late is offered, and it is not on hold', async () => {
    const { check, answer, command, submission, row } = await withCandidates();
    command('upload-again');
    await check([...others, listed('own', 's1.pdf', 'in-progress')]);
    await answer('details own', documentOf(submission, 'own', { documentStatus: 'in-progress' }));
    expect(row()?.reason).toMatchObject({ kind: 'several', candidates: [{ documentId: 'own' }] });
  });

  test('a reading with entries that cannot be read does not count', async () => {
    const { check, answer, command, submission, row } = accepted();
    const other = [listed('d2', 's1.pdf', 'in-progress')];
    await check(other, { unreadable: 1 });
    await answer('details d2', documentOf(submission, 'd2', { documentStatus: 'in-progress' }));
    for (let windows = 0; windows < 2; windows += 1) await check(other, { unreadable: 1 });
    expect(row()?.reason).toMatchObject({ kind: 'several', whole: false });
    expect(command('upload-again')).toEqual({ ok: true });
    await check(other);
    expect(row()?.stage).toMatchObject({ kind: 'unclear', missed: 1 });
  });

  test('after three partial readings it is on hold as well, for no list may ever prove it', async () => {
    const { driven, check, command, row, calls } = accepted();
    for (let windows = 0; windows < 3; windows += 1) await check([], { whole: false });
    expect(row()?.reason).toMatchObject({ kind: 'unsettled', whole: false });
    expect(command('upload-again')).toEqual({ ok: true });
    await driven.advance(WINDOW);
    expect([calls(), row()?.stage, row()?.goal]).toEqual([[], { kind: 'held' }, 'hold']);
  });

  test('after partial readings the checks continue, and two whole ones end the doubt', async () => {
    const { check, row, calls } = accepted();
    for (let windows = 0; windows < 3; windows += 1) await check([], { whole: false });
    await check();
    await check();
    expect([calls(), row()?.stage]).toEqual([[], { kind: 'held' }]);
  });
});

describe('a person gives it up', () => {
  test('the search ends without a claim about the document', async () => {
    const { driven, command, row, calls } = await withCandidates();
    expect(command('give-up')).toEqual({ ok: true });
    expect([calls(), row()?.stage]).toEqual([[], { kind: 'done', as: 'given-up' }]);
    expect(driven.worker.wantsCheck('one')).toBe(false);
  });

  test('this is not possible for a submission that is not recovered', () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(submissionOf('s1', { stage: { kind: 'needs-you', step: 'upload' }, reason: { kind: 'no-signees' } }));
    expect(driven.worker.command('s1', { kind: 'give-up' })).toEqual({ ok: false, reason: 'not-now' });
  });
});

describe('a person cancels it', () => {
  test('the search comes first', async () => {
    const { command, check, row, calls } = await withCandidates();
    expect(command('cancel')).toEqual({ ok: true });
    expect([calls(), row()?.stage]).toMatchObject([[], { kind: 'unclear', step: 'upload' }]);
    await check();
    expect(row()?.stage.kind).toBe('unclear');
    await check();
    expect(row()).toMatchObject({ stage: { kind: 'done', as: 'given-up' }, cancelled: true });
  });

  test('without a trace, its end does not say that it was not sent: what was signed is deleted there', async () => {
    const onHold = accepted();
    for (let checks = 0; checks < 2; checks += 1) await onHold.check();
    expect(onHold.row()).toMatchObject({ stage: { kind: 'held' }, reason: { kind: 'perhaps-sent' } });
    expect(onHold.command('cancel')).toEqual({ ok: true });
    expect(onHold.row()?.stage).toEqual({ kind: 'done', as: 'given-up' });
  });

  test('Undo without a trace puts it on hold, and keeps that it may have been sent', async () => {
    const { driven, check, row } = accepted();
    expect(driven.worker.command('s1', { kind: 'undo' })).toEqual({ ok: true });
    for (let checks = 0; checks < 2; checks += 1) await check();
    expect(row()).toMatchObject({ stage: { kind: 'held' }, reason: { kind: 'perhaps-sent' }, cancelled: false });
  });

  test('Send and Undo keep that it may have been sent, and so does its end', async () => {
    const { driven, check, command, answer, calls, row } = accepted();
    for (let checks = 0; checks < 3; checks += 1) await check();
    driven.worker.command('s1', { kind: 'send', startAfter: driven.now() + 60_000 });
    await driven.advance(0);
    expect([calls(), row()]).toMatchObject([['upload s1.pdf'], { reason: null, stage: { kind: 'calling' } }]);
    expect(command('undo')).toEqual({ ok: true });
    await answer('upload s1.pdf', refused({ kind: 'invalid-request', certainty: 'permanent' }));
    expect(row()).toMatchObject({ stage: { kind: 'held' }, reason: { kind: 'perhaps-sent' }, goal: 'hold' });
    driven.worker.command('s1', { kind: 'send', startAfter: driven.now() });
    await driven.advance(0);
    await answer('upload s1.pdf', refused({ kind: 'invalid-request', certainty: 'permanent' }));
    expect(row()?.stage.kind).toBe('needs-you');
    expect(command('cancel')).toEqual({ ok: true });
    expect(row()?.stage).toEqual({ kind: 'done', as: 'given-up' });
  });

  test('a started document is reported as too late', async () => {
    const { command, answer, submission, row } = accepted({ documentId: 'd1' });
    command('cancel');
    await answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress' }));
    expect(row()).toMatchObject({ stage: { kind: 'done', as: 'started' }, reason: { kind: 'too-late' } });
  });

  test('a draft is deleted after the search', async () => {
    const { check, command, answer, submission, row } = accepted({ documentId: 'd1' });
    command('cancel');
    await answer('details d1', documentOf(submission, 'd1'));
    for (let checks = 0; checks < 2; checks += 1) await check([listed('d1', 's1.pdf')]);
    await answer('delete d1', done);
    await answer('details d1', notFound);
    expect(row()?.stage).toEqual({ kind: 'done', as: 'cancelled' });
  });

  test('a known draft is looked at again', async () => {
    const { check, command, answer, submission, row, calls } = accepted({ documentId: 'd1' });
    await answer('details d1', documentOf(submission, 'd1'));
    for (let checks = 0; checks < 2; checks += 1) await check([listed('d1', 's1.pdf')]);
    expect(row()?.stage).toEqual({ kind: 'needs-you', step: 'start' });
    command('cancel');
    expect(calls()).toEqual(['details d1']);
  });
});
