import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { decide } from '../submission/decide/decide.ts';
import { createMemoryStore } from '../submission/testing/memory-store.ts';
import { documentOf, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { BEGIN, checkOf, HOUR, listed, moveToStart, submissionOf } from './testing/submission-steps.ts';

describe('retries', () => {
  test('search for an upload without an answer before sending it again', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(submissionOf('s1'));
    await driven.answer('upload s1.pdf', refused({ kind: 'answer-lost', certainty: 'unclear' }));
    await driven.advance(HOUR);
    expect(driven.calls()).toEqual([]);
    expect(driven.worker.wantsCheck('one')).toBe(true);
  });

  test('ask a person where the service refuses the look as well, again and again', async () => {
    const driven = drivenOutbox(BEGIN);
    await moveToStart(driven, submissionOf('s1'));
    const forbidden = refused({ kind: 'not-allowed', certainty: 'permanent', status: 403 });
    await driven.answer('start d1', forbidden);
    let looks = 0;
    for (let passed = 0; passed < 24; passed += 1) {
      for (; driven.calls().includes('details d1'); looks += 1) await driven.answer('details d1', forbidden);
      await driven.advance(HOUR);
    }
    expect(looks).toBeLessThanOrEqual(12);
    expect(driven.store.find('s1')).toMatchObject({ stage: { kind: 'needs-you', step: 'start' } });
    expect(driven.worker.command('s1', { kind: 'retry' })).toEqual({ ok: true });
    expect(driven.calls()).toEqual(['details d1']);
  });

  test('ask about a step in doubt without a word on what became of it, and not for looks that did not arrive', async () => {
    const driven = drivenOutbox(BEGIN);
    await moveToStart(driven, submissionOf('s1'));
    await driven.answer('start d1', refused({ kind: 'answer-lost', certainty: 'unclear' }));
    const look = async (trouble: Parameters<typeof refused>[0]) => {
      for (let passed = 0; passed < 24 && !driven.calls().includes('details d1'); passed += 1) {
        await driven.worker.connectionReady('one');
        await driven.advance(HOUR);
      }
      await driven.answer('details d1', refused(trouble));
    };
    for (let looks = 0; looks < 15; looks += 1) await look({ kind: 'unreachable', certainty: 'never-sent' });
    const forbidden = { kind: 'not-allowed', certainty: 'permanent', status: 403 } as const;
    await look(forbidden);
    expect(driven.store.find('s1')?.stage.kind).toBe('unclear');
    for (let looks = 0; looks < 11; looks += 1) await look(forbidden);
    expect(driven.store.find('s1')).toMatchObject({ stage: { kind: 'needs-you' }, reason: { kind: 'untellable' } });
  });

  test('upload again after two later checks without a trace', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(submissionOf('s1'));
    await driven.answer('upload s1.pdf', refused({ kind: 'answer-lost', certainty: 'unclear' }));
    const check = (askedAt: number, whole = true) => driven.worker.checked('one', checkOf(askedAt, [], { whole }));
    await check(BEGIN - 1);
    await check(BEGIN, false);
    await check(BEGIN);
    expect(driven.calls()).toEqual([]);
    await driven.advance(900_000);
    await check(driven.now());
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });

  test('adopt a draft with the same content, not one with only the same name', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    driven.accept(submission);
    await driven.answer('upload s1.pdf', refused({ kind: 'timed-out', certainty: 'unclear' }));
    const drafts = ['x1', 'd1'].map((documentId) => listed(documentId, 's1.pdf'));
    await driven.worker.checked('one', checkOf(BEGIN, drafts));
    await driven.answer('details x1', documentOf(submission, 'x1', { signees: [], comment: 'not mine' }));
    await driven.answer('details d1', documentOf(submission, 'd1', { signees: [] }));
    await driven.answer('download https://storage.test/d1', { ok: true, value: submission.wish.file.sha256 });
    expect(driven.store.find('s1')?.documentId).toBe('d1');
    expect(driven.calls()).toEqual(['add a@x.test to d1']);
  });

  test('happen at once if a person asks, but not before the time that the service asked for', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(submissionOf('s1'));
    const busy = { kind: 'server-error', certainty: 'refused', status: 500, retryAfterMs: 60_000 } as const;
    await driven.answer('upload s1.pdf', refused(busy));
    expect(driven.worker.command('s1', { kind: 'retry' })).toEqual({ ok: false, reason: 'not-now' });
    await driven.advance(61_000);
    await driven.answer('upload s1.pdf', refused({ kind: 'unreachable', certainty: 'never-sent' }));
    expect(driven.calls()).toEqual([]);
    expect(driven.worker.command('s1', { kind: 'retry' })).toEqual({ ok: true });
    await driven.advance(0);
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });

  test('ask a person about a similar draft with another content', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    driven.accept(submission);
    await driven.answer('upload s1.pdf', refused({ kind: 'timed-out', certainty: 'unclear' }));
    await driven.worker.checked('one', checkOf(BEGIN, [listed('x1', 's1.pdf')]));
    await driven.answer('details x1', documentOf(submission, 'x1', { signees: [] }));
    await driven.answer('download https://storage.test/x1', { ok: true, value: 'other' });
    const [candidate] = [{ documentId: 'x1', status: 'draft', createdAt: BEGIN, signees: [], likeness: 'likely' }];
    expect(driven.store.find('s1')?.reason).toEqual({
      kind: 'several',
      candidates: [candidate],
      more: 0,
      passed: [],
      whole: true,
    });
    driven.store.commit([
      {
        submission: submissionOf('s2', { documentId: 'x1' }),
        event: { at: BEGIN, submissionId: 's2', fact: { kind: 'accepted' } },
      },
    ]);
    expect(driven.worker.command('s1', { kind: 'adopt', documentId: 'x1' })).toEqual({ ok: false, reason: 'not-now' });
  });

  test('look at the document after an unclear start', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await moveToStart(driven, submission);
    await driven.answer('start d1', refused({ kind: 'server-error', certainty: 'unclear', status: 502 }));
    await driven.advance(10_000);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress' }));
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'started' });
    expect(driven.calls()).toEqual([]);
  });

  test('accept a start that arrives after the look', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = submissionOf('s1');
    await moveToStart(driven, submission);
    expect(driven.calls()).toEqual(['start d1']);
    driven.worker.close();
    const again = drivenOutbox(driven.now(), { store: driven.store });
    await again.worker.start();
    await again.answer('details d1', documentOf(submission, 'd1'));
    await again.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress' }));
    expect(again.stage('s1')).toEqual({ kind: 'done', as: 'started' });
  });

  test('wait as long as the service asked, also over a restart', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(submissionOf('s1'));
    await driven.answer('upload s1.pdf', refused({ status: 429, retryAfterMs: HOUR }));
    driven.worker.close();
    const again = drivenOutbox(BEGIN + 1_000, { store: driven.store });
    await again.worker.start();
    await again.advance(HOUR - 2_000);
    expect(again.calls()).toEqual([]);
    await again.advance(3_000);
    expect(again.calls()).toEqual(['upload s1.pdf']);
  });

  test('do not wait longer if the clock is set back by a day', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(submissionOf('s1'));
    await driven.answer('upload s1.pdf', refused({ status: 503, retryAfterMs: 60_000 }));
    driven.setClock(BEGIN - 24 * HOUR);
    await driven.advance(61_000);
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });

  test('do not wait longer if the clock was set back while the app was closed', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(submissionOf('s1', { wish: { ...submissionOf('s1').wish, signees: [{ email: 'a@x.test' }] } }));
    await driven.answer('upload s1.pdf', documentOf(submissionOf('s1'), 'd1', { signees: [] }));
    driven.worker.close();
    const again = drivenOutbox(BEGIN - 24 * HOUR, { store: driven.store });
    await again.worker.start();
    await again.answer('details d1', documentOf(submissionOf('s1'), 'd1', { signees: [{ email: 'a@x.test' }] }));
    await again.advance(11_000);
    expect(again.calls()).toEqual(['details d1']);
  });

  test('wait for the connection if only a person can help', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(submissionOf('s1'));
    await driven.answer('upload s1.pdf', refused({ kind: 'credentials-refused', certainty: 'never-sent' }));
    expect(driven.troubles).toEqual(['one']);
    await driven.advance(24 * HOUR);
    expect(driven.calls()).toEqual([]);
    await driven.worker.connectionReady('one');
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });

  test('go on at once after a sign-in when their password was missing', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(submissionOf('s1'));
    await driven.answer('upload s1.pdf', refused({ kind: 'credentials-missing', certainty: 'never-sent' }));
    await driven.advance(60_000);
    expect(driven.calls()).toEqual([]);
    await driven.worker.connectionReady('one');
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });

  test('stop after a clear refusal, and a person decides', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(submissionOf('s1'));
    await driven.answer('upload s1.pdf', refused({ kind: 'wrong-type', certainty: 'permanent', status: 415 }));
    await driven.advance(24 * HOUR);
    expect(driven.calls()).toEqual([]);
    expect(driven.stage('s1')).toEqual({ kind: 'needs-you', step: 'upload' });
  });
});

describe('the queue', () => {
  test('makes three calls at a time and keeps one slot free from folder work', () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(...['f1', 'f2', 'f3'].map((id) => submissionOf(id, { origin: 'folder' })));
    expect(driven.calls()).toEqual(['upload f1.pdf', 'upload f2.pdf']);
    driven.accept(submissionOf('s1'), submissionOf('s2'));
    expect(driven.calls()).toEqual(['upload f1.pdf', 'upload f2.pdf', 'upload s1.pdf']);
  });

  test('makes as many calls as a person chose, and folder work goes on with one', () => {
    let parallel = 1;
    const driven = drivenOutbox(BEGIN, { parallelCalls: () => parallel });
    driven.accept(submissionOf('f1', { origin: 'folder' }), submissionOf('f2', { origin: 'folder' }));
    expect(driven.calls()).toEqual(['upload f1.pdf']);
    parallel = 5;
    driven.accept(...['s1', 's2', 's3', 's4'].map((id) => submissionOf(id)));
    expect(driven.calls()).toHaveLength(5);
  });

  test('sends files from a person first', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.worker.pause(true);
    driven.accept(submissionOf('f1', { origin: 'folder' }), submissionOf('s1'), submissionOf('s2'), submissionOf('s3'));
    driven.worker.pause(false);
    expect(driven.calls()).toEqual(['upload s1.pdf', 'upload s2.pdf', 'upload s3.pdf']);
  });

  test('makes one call at a time after five network failures', async () => {
    const driven = drivenOutbox(BEGIN);
    const ids = ['s1', 's2', 's3'];
    driven.accept(...ids.map((id) => submissionOf(id)));
    const unreachable = refused({ kind: 'unreachable', certainty: 'never-sent' });
    for (let failures = 0; failures < 5; failures += 1) {
      if (driven.calls().length === 0) await driven.advance(60_000);
      const [call] = driven.calls();
      if (call !== undefined) await driven.answer(call, unreachable);
    }
    while (driven.calls().length > 0) await driven.answer(driven.calls()[0] ?? '', unreachable);
    expect(driven.worker.breakerOf('one').probeAt).not.toBeNull();
    // "Retry" for all sends one probe only.
    expect(ids.map((id) => driven.worker.command(id, { kind: 'retry' }))).toEqual(ids.map(() => ({ ok: true })));
    expect(driven.calls()).toHaveLength(1);
    await driven.answer(driven.calls()[0] ?? '', unreachable);
    await driven.advance(10 * 60_000);
    expect(driven.calls()).toHaveLength(1);
    await driven.answer(
      driven.calls()[0] ?? '',
      refused({ kind: 'invalid-request', certainty: 'permanent', status: 400 }),
    );
    expect(driven.worker.breakerOf('one')).toEqual({ failures: 0, probeAt: null });
    expect(driven.calls()).toHaveLength(2);
  });

  test('a wait that the app keeps itself is no network failure', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(submissionOf('s1'));
    for (let times = 0; times < 6; times += 1) {
      await driven.answer(driven.calls()[0] ?? '', refused({ retryAfterMs: 1_000 }));
      await driven.advance(10 * 60_000);
    }
    expect(driven.worker.breakerOf('one')).toEqual({ failures: 0, probeAt: null });
  });

  test('stops at the daily budget and continues when it is free again', async () => {
    const memory = createMemoryStore();
    const spent = { count: limits.documentsPerDay - 1, oldest: BEGIN - 23 * HOUR };
    const driven = drivenOutbox(BEGIN, {
      store: {
        ...memory,
        uploadsSince: (_, since) => (spent.oldest > since ? spent : { count: 0, oldest: null }),
      },
    });
    driven.accept(submissionOf('s1'), submissionOf('s2'));
    expect(driven.calls()).toEqual(['upload s1.pdf']);
    expect(driven.worker.budgetOf('one')).toEqual({
      used: limits.documentsPerDay,
      level: 'full',
      resumesAt: BEGIN + HOUR,
    });
    await driven.advance(HOUR + 1_000);
    expect(driven.calls()).toEqual(['upload s1.pdf', 'upload s2.pdf']);
    expect(driven.worker.budgetOf('one').level).toBe('free');
  });

  test('warns from 90 % of the daily budget', () => {
    const store = { ...createMemoryStore(), uploadsSince: () => ({ count: 9_000, oldest: BEGIN }) };
    expect(drivenOutbox(BEGIN, { store }).worker.budgetOf('one')).toMatchObject({
      level: 'warn',
      resumesAt: null,
    });
  });
});

describe('a bug', () => {
  test('in one submission holds it back for a minute, and the others continue', async () => {
    const faults: unknown[] = [];
    const driven = drivenOutbox(BEGIN, {
      onFault: (error) => void faults.push(error),
      decide(submission, fact, moment) {
        if (submission.id === 's1' && faults.length === 0) throw new Error('a bug');
        return decide(submission, fact, moment);
      },
    });
    driven.accept(submissionOf('s1'), submissionOf('s2'));
    expect(driven.calls()).toEqual(['upload s2.pdf']);
    await driven.advance(59_000);
    expect(driven.calls()).toEqual(['upload s2.pdf']);
    await driven.advance(2_000);
    expect(driven.calls()).toEqual(['upload s2.pdf', 'upload s1.pdf']);
    expect(faults).toHaveLength(1);
  });

  test('in an answer does not stop the others, which wait for its end', async () => {
    const faults: unknown[] = [];
    const driven = drivenOutbox(BEGIN, {
      parallelCalls: () => 1,
      onFault: (error) => void faults.push(error),
      onConnectionTrouble() {
        throw new Error('a bug');
      },
    });
    driven.accept(submissionOf('s1'), submissionOf('s2'));
    await driven.answer('upload s1.pdf', refused({ kind: 'credentials-refused' }));
    expect(faults).toHaveLength(1);
    expect(driven.calls()).toEqual(['upload s2.pdf']);
  });

  test('of the journal: the outbox tries again after a minute', async () => {
    const faults: unknown[] = [];
    const memory = createMemoryStore();
    const store = {
      ...memory,
      paused() {
        if (faults.length === 0) throw new Error('a bug');
        return memory.paused();
      },
    };
    const driven = drivenOutbox(BEGIN, { store, onFault: (error) => void faults.push(error) });
    driven.accept(submissionOf('s1'));
    expect(driven.calls()).toEqual([]);
    await driven.advance(61_000);
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });
});
