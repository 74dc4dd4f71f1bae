import { describe, expect, test } from 'vitest';
import { markRecovered } from '../submission/decide/recovered.ts';
import type { Submission } from '../submission/submission.ts';
import { createWork } from '../time/work.ts';
import type { Listed } from '../tracking/reading.ts';
import { documentOf, done, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { accepted, draft, WINDOW, withCandidates } from './testing/recovered-outbox.ts';
import { BEGIN, checkOf, HOUR, listed, notFound, submissionOf } from './testing/submission-steps.ts';

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

describe('a submission without a trace, in the moment of Send', () => {
  /** Two whole readings did not show it, and then a person presses Send after this check. */
  async function sentAfter(documents: readonly Listed[]) {
    const found = accepted();
    for (let checks = 0; checks < 2; checks += 1) await found.check();
    await found.check(documents);
    expect([found.calls(), found.row()?.stage.kind]).toEqual([[], 'held']);
    const send = async () => {
      const answer = found.driven.worker.command('s1', { kind: 'send', startAfter: found.driven.now() });
      await found.driven.advance(0);
      return answer;
    };
    expect(await send()).toEqual({ ok: true });
    return { ...found, send };
  }
  test('is being sent while the look runs: the press is not in the journal yet, and whoever quits is asked', async () => {
    const work = createWork(() => undefined);
    const { check, driven, row, answer } = accepted({}, { during: work.during });
    for (let checks = 0; checks < 3; checks += 1) await check(checks < 2 ? [] : late);
    driven.worker.command('s1', { kind: 'send', startAfter: driven.now() });
    await driven.advance(0);
    expect([row()?.stage.kind, work.count('send')]).toEqual(['held', 1]);
    await answer('details d2', notFound);
    expect([row()?.stage.kind, work.count('send')]).toEqual(['unclear', 0]);
  });

  test('has the whole time for Undo after the look, which a slow line makes long', async () => {
    const { check, driven, row, answer } = accepted();
    for (let checks = 0; checks < 3; checks += 1) await check(checks < 2 ? [] : late);
    driven.worker.command('s1', { kind: 'send', startAfter: driven.now() + 60_000 });
    await driven.advance(50_000);
    const other = documentOf(submissionOf('s7'), 'd2', { documentName: 'another.pdf', documentStatus: 'in-progress' });
    await answer('details d2', other);
    expect(row()?.startAfter).toBe(driven.now() + 60_000);
  });

  const late = [listed('d2', 's1.pdf', 'in-progress'), listed('d9', 'other.pdf')];
  const started = (submission: Submission, patch: object = {}) =>
    documentOf(submission, 'd2', { documentStatus: 'in-progress', ...patch });

  test('is looked for again: a document that the list showed late stops the Send, and a person decides', async () => {
    const { answer, calls, row, submission, driven } = await sentAfter(late);
    expect(calls()).toEqual(['details d2']);
    await answer('details d2', started(submission));
    await driven.advance(WINDOW);
    expect([calls(), row()?.stage]).toEqual([[], { kind: 'needs-you', step: 'upload' }]);
    expect(row()?.reason).toMatchObject({ kind: 'several', candidates: [{ documentId: 'd2', status: 'in-progress' }] });
    expect(driven.worker.command('s1', { kind: 'adopt', documentId: 'd2' })).toEqual({ ok: true });
    await answer('details d2', started(submission));
    expect([calls(), row()?.stage]).toEqual([[], { kind: 'done', as: 'started' }]);
  });

  test('is not sent by a press from before it was corrected', async () => {
    const { answer, calls, row, submission, driven } = await sentAfter(late);
    expect(calls()).toEqual(['details d2']);
    const { file: _file, ...choices } = { ...submission.wish, signees: submission.wish.signees.slice(0, 1) };
    expect(driven.worker.command('s1', { kind: 'revise', choices })).toEqual({ ok: true });
    await answer('details d2', started(submission, { documentName: 'other.pdf' }));
    await driven.advance(WINDOW);
    expect([calls(), row()?.stage.kind]).toEqual([[], 'held']);
  });

  test('is sent by a press after it was corrected, while the look of the first press still runs', async () => {
    const { answer, calls, submission, driven, send } = await sentAfter(late);
    const { file: _file, ...choices } = { ...submission.wish, signees: submission.wish.signees.slice(0, 1) };
    expect(driven.worker.command('s1', { kind: 'revise', choices })).toEqual({ ok: true });
    expect(await send()).toEqual({ ok: true });
    await answer('details d2', started(submission, { documentName: 'other.pdf' }));
    await driven.advance(WINDOW);
    expect(calls()).toEqual(['upload s1.pdf']);
  });

  test('has the whole time for Undo also when its look waited for another one', async () => {
    const { answer, row, submission, driven } = await sentAfter(late);
    const { file: _file, ...choices } = { ...submission.wish, signees: submission.wish.signees.slice(0, 1) };
    driven.worker.command('s1', { kind: 'revise', choices });
    driven.worker.command('s1', { kind: 'send', startAfter: driven.now() + 60_000 });
    await driven.advance(50_000);
    await answer('details d2', started(submission, { documentName: 'other.pdf' }));
    expect(row()?.startAfter).toBe(driven.now() + 60_000);
  });

  test('is sent when a person has said that what the list shows is another one', async () => {
    const { answer, calls, row, submission, command, check, send } = await sentAfter(late);
    await answer('details d2', started(submission));
    expect(command('upload-again')).toEqual({ ok: true });
    for (let checks = 0; checks < 3 && row()?.stage.kind !== 'held'; checks += 1) await check();
    await check(late);
    expect([await send(), calls()]).toEqual([{ ok: true }, ['upload s1.pdf']]);
  });

  test('is searched for by whole readings when the look fails, and is sent after them', async () => {
    const { answer, calls, row, check, send } = await sentAfter(late);
    await answer('details d2', refused());
    expect(row()).toMatchObject({ stage: { kind: 'unclear', step: 'upload' }, goal: 'hold', recovered: true });
    for (let checks = 0; checks < 2; checks += 1) await check();
    await check([listed('d3', 's1.pdf', 'in-progress'), ...late]);
    expect([row()?.stage.kind, calls()]).toEqual(['held', []]);
    // The search has decided about the one, and the other is new.
    expect([await send(), calls()]).toEqual([{ ok: true }, ['details d3']]);
  });

  test('is searched for by whole readings when too many have its name', async () => {
    const { answer, calls, row, submission } = await sentAfter(
      Array.from({ length: 21 }, (_none, at) => listed(`n${at}`, 's1.pdf', 'in-progress')),
    );
    // Each may take two requests.
    for (let at = 0; at < 9; at += 1)
      await answer(`details n${at}`, documentOf(submission, `n${at}`, { documentName: 'x' }));
    expect([calls(), row()?.stage.kind, row()?.recovered]).toEqual([[], 'unclear', true]);
  });

  test('shares what was looked at since the check with the others of its name', async () => {
    const { driven, check, answer, calls, submission } = accepted();
    driven.accept(markRecovered(submissionOf('s2', { wish: submission.wish }), BEGIN));
    for (let checks = 0; checks < 2; checks += 1) await check();
    await check(late);
    for (const id of ['s1', 's2']) {
      driven.worker.command(id, { kind: 'send', startAfter: driven.now() });
      await driven.advance(0);
      if (id === 's1') await answer('details d2', documentOf(submission, 'd2', { documentName: 'x' }));
    }
    expect(calls()).toEqual(['upload s1.pdf', 'upload s1.pdf']);
  });

  test('is looked for no further than the list is young enough', async () => {
    const { answer, calls, submission } = await sentAfter([...late, listed('d3', 's1.pdf', 'in-progress')]);
    await answer('details d2', started(submission, { creationTime: new Date(BEGIN - 30 * 24 * HOUR).toISOString() }));
    expect(calls()).toEqual(['upload s1.pdf']);
  });

  test('is looked for once, however often Send is pressed meanwhile, and not sent after Cancel', async () => {
    const { answer, calls, row, command, send, submission } = await sentAfter(late);
    expect(await send()).toEqual({ ok: true });
    expect(calls()).toEqual(['details d2']);
    command('cancel');
    await answer('details d2', started(submission));
    expect([calls(), row()?.stage]).toEqual([[], { kind: 'done', as: 'given-up' }]);
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
