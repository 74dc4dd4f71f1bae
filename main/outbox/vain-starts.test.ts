import { describe, expect, test } from 'vitest';
import { decide } from '../submission/decide/decide.ts';
import { createMemoryStore } from '../submission/testing/memory-store.ts';
import { changeOf } from '../submission/testing/sample-submission.ts';
import { type DrivenOutbox, documentOf, done, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { BEGIN, checkOf, HOUR, listed, moveToStart, submissionOf } from './testing/submission-steps.ts';

const QUARTER = 15 * 60_000;
const vain = refused({ kind: 'unexpected-answer', certainty: 'unclear', status: 200, details: 'HTTP 200: no signees' });
const submission = submissionOf('s1');
const draft = documentOf(submission, 'd1');

/** The service answers a start with an error state, and the document stays a draft. */
async function startInVain(driven: DrivenOutbox): Promise<void> {
  await driven.answer('start d1', vain);
  await driven.advance(10_000);
  await driven.answer('details d1', draft);
}

test('a start that the service answers without starting is repeated after a quarter of an hour and a look', async () => {
  const driven = drivenOutbox(BEGIN);
  await moveToStart(driven, submission);
  await startInVain(driven);
  await driven.advance(QUARTER - 20_000);
  expect(driven.calls()).toEqual([]);
  // Its row says that nobody was asked.
  expect(driven.store.find('s1')).toMatchObject({ reason: { kind: 'failed', failure: { kind: 'not-started' } } });
  expect(driven.worker.command('s1', { kind: 'retry' })).toEqual({ ok: false, reason: 'not-now' });
  await driven.advance(20_000);
  await driven.answer('details d1', draft);
  expect(driven.calls()).toEqual(['start d1']);
  await driven.answer('start d1', done);
  expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'started' });
});

test.each([
  ['its password was missing', { kind: 'credentials-missing', certainty: 'never-sent' }],
  ['the connection was cut', { kind: 'cut-short', certainty: 'never-sent' }],
] as const)('its wait stays when %s at the look in between', async (_, failure) => {
  const driven = drivenOutbox(BEGIN);
  await moveToStart(driven, submission);
  await driven.answer('start d1', vain);
  await driven.advance(10_000);
  await driven.answer('details d1', refused(failure));
  await driven.worker.connectionReady('one');
  await driven.advance(60_000);
  await driven.answer('details d1', draft);
  await driven.worker.connectionReady('one');
  expect(driven.worker.command('s1', { kind: 'retry' })).toEqual({ ok: false, reason: 'not-now' });
  expect(driven.calls()).toEqual([]);
  await driven.advance(QUARTER);
  await driven.answer('details d1', draft);
  expect(driven.calls()).toEqual(['start d1']);
});

test('after three such starts a person is asked, also if the app was restarted in between', async () => {
  const disk = createMemoryStore();
  let driven = drivenOutbox(BEGIN, { store: disk });
  await moveToStart(driven, submission);
  for (let starts = 1; starts < 3; starts += 1) {
    /* oxlint-disable no-await-in-loop -- one start after the other */
    await startInVain(driven);
    driven.worker.close();
    driven = drivenOutbox(driven.now(), { store: disk });
    await driven.worker.start();
    await driven.advance(QUARTER);
    await driven.answer('details d1', draft);
    /* oxlint-enable no-await-in-loop */
  }
  await startInVain(driven);
  expect(driven.store.find('s1')).toMatchObject({
    stage: { kind: 'needs-you', step: 'start' },
    reason: { kind: 'failed', failure: { kind: 'not-started', details: 'HTTP 200: no signees' } },
  });
  await driven.advance(2 * HOUR);
  expect(driven.calls()).toEqual([]);
  expect(driven.worker.command('s1', { kind: 'retry' })).toEqual({ ok: true });
  await driven.answer('details d1', draft);
  await driven.answer('details d1', draft);
  expect(driven.calls()).toEqual(['start d1']);
});

test('the third one counts if the look shows that it worked', async () => {
  const driven = drivenOutbox(BEGIN);
  await moveToStart(driven, { ...submission, vainCalls: 2 });
  await driven.answer('start d1', vain);
  await driven.advance(10_000);
  await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress' }));
  expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'started' });
});

describe('a start that was confirmed, and whose document is listed as a draft', () => {
  async function confirmed(): Promise<DrivenOutbox> {
    const driven = drivenOutbox(BEGIN);
    await moveToStart(driven, submission);
    await driven.answer('start d1', done);
    return driven;
  }
  const listAsDraft = async (driven: DrivenOutbox, askedAt = driven.now()) => {
    await driven.worker.checked('one', {
      ...checkOf(askedAt, [listed('d1', 'a.pdf', 'draft')]),
      account: submission.account,
    });
  };

  test('is looked at, and is started again after a quarter of an hour', async () => {
    const driven = await confirmed();
    await driven.advance(QUARTER);
    await listAsDraft(driven);
    await driven.advance(0);
    await driven.answer('details d1', draft);
    expect(driven.store.find('s1')).toMatchObject({ reason: { kind: 'failed', failure: { kind: 'not-started' } } });
    await driven.advance(QUARTER - 1_000);
    expect(driven.calls()).toEqual([]);
    await driven.advance(2_000);
    await driven.answer('details d1', draft);
    expect(driven.calls()).toEqual(['start d1']);
    await driven.answer('start d1', done);
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'started' });
  });

  test('is looked at also when the reading of that page began before the start', async () => {
    const driven = await confirmed();
    const began = driven.now();
    await driven.advance(QUARTER);
    const fresh = [listed('d1', 'a.pdf', 'draft')];
    const page = { account: submission.account, whole: false, fresh };
    await driven.worker.checked('one', checkOf(began, fresh, page));
    await driven.advance(0);
    expect(driven.calls()).toEqual([]);
    await driven.worker.checked('one', checkOf(began, fresh, { ...page, freshAt: driven.now() }));
    await driven.advance(0);
    expect(driven.calls()).toEqual(['details d1']);
  });

  test('is looked at again as soon as a look shows a draft: that is no late list', async () => {
    const driven = await confirmed();
    const { startedAt = null } = driven.store.find('s1') ?? {};
    if (startedAt === null) throw new Error('It is not started.');
    await driven.advance(5_000);
    // That look began before the start.
    driven.worker.stillDraft('one', 'd1', startedAt - 1);
    await driven.advance(0);
    expect([driven.calls(), driven.stage('s1')]).toEqual([[], { kind: 'done', as: 'started' }]);
    driven.worker.stillDraft('one', 'd1', startedAt);
    // What the service was just told may show a moment late.
    await driven.advance(59_000);
    expect(driven.calls()).toEqual([]);
    await driven.advance(5_000);
    await driven.answer('details d1', draft);
    expect(driven.stage('s1')).toMatchObject({ kind: 'ready', step: 'compare' });
    await driven.advance(QUARTER + 1_000);
    await driven.answer('details d1', draft);
    expect(driven.calls()).toEqual(['start d1']);
  });

  test('is not started again where an older journal came back since: a person may have withdrawn it', async () => {
    const before = await confirmed();
    const row = before.store.find('s1');
    if (row === null) throw new Error('There is no s1.');
    const recovered = decide(row, { kind: 'recovered' }, { now: before.now(), roll: () => 0 });
    if (recovered === null) throw new Error('It is not recovered.');
    before.store.commit([changeOf(row, recovered.submission)]);
    await before.advance(QUARTER);
    await listAsDraft(before);
    await before.advance(0);
    await before.answer('details d1', draft);
    for (let readings = 0; readings < 2; readings += 1) {
      await before.advance(QUARTER);
      await listAsDraft(before);
    }
    expect(before.store.find('s1')).toMatchObject({
      stage: { kind: 'needs-you', step: 'start' },
      reason: { kind: 'recovered' },
    });
    await before.advance(2 * HOUR);
    expect(before.calls()).toEqual([]);
  });

  test('is only looked at, and withdrawn again, where a person tries its failed withdrawal once more', () => {
    const stage = { kind: 'needs-you', step: 'withdraw' } as const;
    const row = { ...submission, documentId: 'd1', recovered: true, stage, reason: { kind: 'untellable' } } as const;
    const decided = decide(row, { kind: 'command', command: { kind: 'retry' } }, { now: BEGIN, roll: () => 0 });
    expect(decided?.submission.stage).toMatchObject({ kind: 'unclear', step: 'withdraw' });
  });

  test('is no longer held as one of an older journal when a person withdraws it', () => {
    const row = { ...submission, documentId: 'd1', recovered: true, stage: { kind: 'done', as: 'started' } } as const;
    const decided = decide(row, { kind: 'command', command: { kind: 'withdraw' } }, { now: BEGIN, roll: () => 0 });
    expect(decided?.submission).toMatchObject({ recovered: false, stage: { kind: 'ready', step: 'withdraw' } });
    const redone = decide(row, { kind: 'command', command: { kind: 'redo', id: 's2' } }, { now: BEGIN, roll: () => 0 });
    expect(redone?.submission).toMatchObject({ recovered: false, stage: { kind: 'ready', step: 'withdraw' } });
  });

  test('is looked at also when the clock was set back by a day after the start', async () => {
    const driven = await confirmed();
    await listAsDraft(driven, driven.now() - 24 * HOUR);
    await driven.advance(0);
    expect(driven.calls()).toEqual(['details d1']);
  });

  test('stays as it is if the list is late', async () => {
    const driven = await confirmed();
    await driven.advance(QUARTER);
    await listAsDraft(driven, driven.now() - 1_000);
    await driven.advance(0);
    expect([driven.calls(), driven.stage('s1')]).toEqual([[], { kind: 'done', as: 'started' }]);
    await listAsDraft(driven);
    await driven.advance(0);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress' }));
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'started' });
  });
});

test('starts without an answer are repeated with growing pauses', async () => {
  const driven = drivenOutbox(BEGIN);
  await moveToStart(driven, submission);
  let starts = 0;
  for (const until = driven.now() + HOUR; driven.now() < until; ) {
    /* oxlint-disable no-await-in-loop -- one after the other */
    const [call] = driven.calls();
    if (call === 'start d1') starts += 1;
    const lost = refused({ kind: 'answer-lost', certainty: 'unclear' });
    if (call !== undefined) await driven.answer(call, call === 'start d1' ? lost : draft);
    await driven.advance(1_000);
    /* oxlint-enable no-await-in-loop */
  }
  expect(starts).toBeGreaterThan(5);
  expect(starts).toBeLessThan(30);
});
