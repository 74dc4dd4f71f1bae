import { describe, expect, test } from 'vitest';
import type { Submission } from '../submission/submission.ts';
import { sampleSubmission } from '../submission/testing/sample-submission.ts';
import { toRow } from './row.ts';
import { documentOf, done, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { BEGIN, HOUR, missForLong, notFound, start, submissionOf } from './testing/submission-steps.ts';

async function redone() {
  const driven = drivenOutbox(BEGIN);
  const submission = submissionOf('s1');
  await start(driven, submission);
  driven.worker.command('s1', { kind: 'redo', id: 's9' });
  const send = () => driven.worker.command('s9', { kind: 'send', startAfter: driven.now() });
  const show = (documentStatus: string) =>
    driven.answer('details d1', documentOf(submission, 'd1', { documentStatus }));
  return { driven, send, show };
}

const notNow = { ok: false, reason: 'not-now' } as const;

describe('a corrected copy can be sent', () => {
  test('when the document that it replaces shows that it is withdrawn', async () => {
    const { driven, send, show } = await redone();
    expect(send()).toEqual(notNow);
    await driven.answer('withdraw d1', done);
    expect(send()).toEqual(notNow);
    await show('withdrawn');
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'withdrawn' });
    expect(send()).toEqual({ ok: true });
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });

  test('not while the withdrawal waits for a service that is down', async () => {
    const { driven, send, show } = await redone();
    await driven.answer('withdraw d1', refused({ kind: 'unavailable', status: 503, retryAfterMs: HOUR }));
    expect(send()).toEqual(notNow);
    await driven.advance(HOUR + 1_000);
    await driven.answer('withdraw d1', done);
    await show('withdrawn');
    expect(send()).toEqual({ ok: true });
  });

  test('not while the service accepts the withdrawal and shows the document as running', async () => {
    const { driven, send, show } = await redone();
    for (let tries = 0; tries < 3; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      await driven.advance(15 * 60_000 + 1_000);
      await driven.answer('withdraw d1', done);
      await show('in-progress');
      expect(send()).toEqual(notNow);
    }
    // A person is told then, and nobody asks the service without end.
    const told = { stage: { kind: 'needs-you', step: 'withdraw' }, reason: { failure: { kind: 'no-effect' } } };
    expect(driven.store.find('s1')).toMatchObject(told);
    await driven.advance(HOUR);
    expect([driven.calls(), send()]).toEqual([[], notNow]);
  });

  test('when the document was signed before its withdrawal, or is gone', async () => {
    const signed = await redone();
    await signed.driven.answer('withdraw d1', refused({ kind: 'conflict', certainty: 'permanent', status: 409 }));
    await signed.show('signed');
    expect(signed.driven.store.find('s1')).toMatchObject({ reason: { kind: 'too-late' }, finishedAt: BEGIN + 11_000 });
    expect(signed.send()).toEqual({ ok: true });
    const gone = await redone();
    await gone.driven.answer('withdraw d1', notFound);
    await missForLong(gone.driven);
    expect(gone.driven.store.find('s1')).toMatchObject({ stage: { kind: 'done', as: 'deleted' }, reason: null });
    expect(gone.send()).toEqual({ ok: true });
  });
});

describe('a corrected copy that a person sent at once', () => {
  async function promised() {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await start(driven, submission);
    const { file: _file, ...choices } = { ...submission.wish, signees: [{ email: 'b@x.test' }] };
    const corrected = { choices, startAfter: driven.now() + 5_000 };
    expect(driven.worker.command('s1', { kind: 'redo', id: 's9', corrected })).toEqual({ ok: true });
    const show = (documentStatus: string) =>
      driven.answer('details d1', documentOf(submission, 'd1', { documentStatus }));
    return { driven, show, choices };
  }

  test('goes by itself when the earlier document shows that it is withdrawn, and not before', async () => {
    const { driven, show } = await promised();
    expect(driven.stage('s9')).toEqual({ kind: 'held' });
    await driven.answer('withdraw d1', done);
    expect(driven.calls()).toEqual(['details d1']);
    await show('withdrawn');
    expect(driven.calls()).toEqual(['upload s1.pdf']);
    expect(driven.store.find('s9')).toMatchObject({ goal: 'send', wish: { signees: [{ email: 'b@x.test' }] } });
  });

  test('goes after a crash between the withdrawal and its own upload', async () => {
    const { driven } = await promised();
    driven.worker.close();
    const again = drivenOutbox(driven.now(), { store: driven.store });
    await again.worker.start();
    await again.advance(10_000);
    await again.answer('details d1', documentOf(submissionOf('s1'), 'd1', { documentStatus: 'withdrawn' }));
    expect(again.calls()).toEqual(['upload s1.pdf']);
  });

  test('waits for a person when the earlier one was signed first, or is gone', async () => {
    const signed = await promised();
    await signed.driven.answer('withdraw d1', refused({ kind: 'conflict', certainty: 'permanent', status: 409 }));
    await signed.show('signed');
    expect(signed.driven.store.find('s9')).toMatchObject({ goal: 'hold', reason: { kind: 'overtaken' } });
    const gone = await promised();
    await gone.driven.answer('withdraw d1', notFound);
    await missForLong(gone.driven);
    expect(gone.driven.store.find('s9')).toMatchObject({ goal: 'hold', reason: { kind: 'overtaken' } });
    for (const { driven } of [signed, gone]) {
      await driven.advance(HOUR);
      expect(driven.calls()).toEqual([]);
      expect(driven.worker.command('s9', { kind: 'send', startAfter: driven.now() })).toEqual({ ok: true });
    }
  });

  test('goes with what the person changed meanwhile, where that press was Send', async () => {
    const { driven, show, choices } = await promised();
    const changed = { ...choices, comment: 'Changed' };
    driven.worker.command('s9', { kind: 'revise', choices: changed, staysPromised: true });
    await driven.answer('withdraw d1', done);
    await show('withdrawn');
    expect(driven.store.find('s9')?.wish.comment).toBe('Changed');
    expect(driven.calls()).toContain('upload s1.pdf');
  });

  test('stays where it is after the person changed or discarded it', async () => {
    const changed = await promised();
    changed.driven.worker.command('s9', { kind: 'revise', choices: changed.choices });
    const discarded = await promised();
    discarded.driven.worker.command('s9', { kind: 'cancel' });
    for (const { driven, show } of [changed, discarded]) {
      await driven.answer('withdraw d1', done);
      await show('withdrawn');
      expect(driven.calls().filter((call) => call.startsWith('upload'))).toEqual([]);
    }
  });

  test('waits for a person when the earlier one was signed after its withdrawal was refused', async () => {
    const { driven, show } = await promised();
    await driven.answer('withdraw d1', refused({ kind: 'not-allowed', certainty: 'permanent', status: 403 }));
    await show('in-progress');
    expect(driven.stage('s1')).toEqual({ kind: 'needs-you', step: 'withdraw' });
    // A check shows its end: nothing is left to withdraw.
    driven.worker.finished('one', ['d1']);
    await show('signed');
    expect(driven.store.find('s1')).toMatchObject({ stage: { as: 'started' }, reason: { kind: 'too-late' } });
    expect(driven.store.find('s9')).toMatchObject({ goal: 'hold', reason: { kind: 'overtaken' } });
  });

  test('is one, however often the person presses', async () => {
    const { driven, show, choices } = await promised();
    await driven.answer('withdraw d1', done);
    await show('withdrawn');
    const corrected = { choices, startAfter: driven.now() };
    expect(driven.worker.command('s1', { kind: 'redo', id: 's10', corrected })).toEqual(notNow);
    expect(driven.calls()).toEqual(['upload s1.pdf']);
    driven.worker.command('s9', { kind: 'cancel' });
    await driven.answer('upload s1.pdf', refused({ kind: 'unavailable', status: 503 }));
    expect(driven.stage('s9')).toEqual({ kind: 'done', as: 'cancelled' });
    expect(driven.worker.command('s1', { kind: 'redo', id: 's10', corrected })).toEqual({ ok: true });
  });

  test('is one, also when it was sent already: a sheet that was set aside asks for another', async () => {
    const earlier = submissionOf('s1', { documentId: 'd1', stage: { kind: 'done', as: 'withdrawn' } });
    const copy = { ...submissionOf('s9'), wish: earlier.wish, redoOf: 's1', documentId: 'd9' };
    const driven = drivenOutbox(BEGIN);
    for (const submission of [earlier, { ...copy, stage: { kind: 'done', as: 'started' } } as const])
      driven.store.commit([
        { submission, event: { at: BEGIN, submissionId: submission.id, fact: { kind: 'accepted' } } },
      ]);
    await driven.worker.start();
    const { file: _file, ...choices } = earlier.wish;
    const corrected = { choices, startAfter: driven.now() };
    expect(driven.worker.command('s1', { kind: 'redo', id: 's10', corrected })).toEqual(notNow);
    await driven.advance(HOUR);
    expect([driven.calls(), driven.store.find('s10')]).toEqual([[], null]);
  });

  test('is refused without anybody to sign it, and the earlier document stays', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await start(driven, submission);
    const { file: _file, ...choices } = { ...submission.wish, signees: [] };
    const corrected = { choices, startAfter: driven.now() };
    expect(driven.worker.command('s1', { kind: 'redo', id: 's9', corrected })).toEqual(notNow);
    expect(driven.store.find('s9')).toBeNull();
  });
});

test('the row of a copy that waits says so, and offers no Send', () => {
  const now = 5_000;
  const seen = { now, host: 'practice.test', progress: null, account: null, listed: null };
  const copy = sampleSubmission('copy', { stage: { kind: 'held' }, goal: 'hold', redoOf: 'old' });
  const rowAfter = (replaced: Submission | null) => toRow(copy, { ...seen, replaced });
  const running = sampleSubmission('old', { stage: { kind: 'ready', step: 'withdraw', nextTryAt: now } });
  expect(rowAfter(running).problem).toEqual({ key: 'replaced-running', params: {} });
  expect(rowAfter(running).commands).not.toContain('send');
  expect(rowAfter(running).commands).toContain('revise');
  const promised = { ...copy, goal: 'send' as const };
  expect(toRow(promised, { ...seen, replaced: running }).problem).toEqual({ key: 'replaced-first', params: {} });
  // A person stopped the search for it: people may still be able to sign it.
  const givenUp = sampleSubmission('old', { stage: { kind: 'done', as: 'given-up' }, recovered: true });
  expect(rowAfter(givenUp).commands).not.toContain('send');
  // Its draft was deleted, and an earlier upload of the same file is looked for in the moment of Send.
  expect(rowAfter({ ...givenUp, recovered: false }).commands).toContain('send');
  const withdrawn = sampleSubmission('old', { stage: { kind: 'done', as: 'withdrawn' } });
  for (const ended of [withdrawn, null]) {
    expect(rowAfter(ended).problem).toBeNull();
    expect(rowAfter(ended).commands).toContain('send');
  }
});
