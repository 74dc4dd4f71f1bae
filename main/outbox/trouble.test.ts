import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { createMemoryStore } from '../submission/testing/memory-store.ts';
import { documentOf, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { BEGIN, checkOf, HOUR, listed, one, starting } from './testing/submission-steps.ts';

describe('what may be tried again', () => {
  test('an upload without an answer is looked for, never sent again', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(one('s1'));
    await driven.answer('upload s1.pdf', refused({ kind: 'answer-lost', certainty: 'unclear' }));
    await driven.advance(HOUR);
    expect(driven.calls()).toEqual([]);
    expect(driven.worker.wantsCheck('one')).toBe(true);
  });

  test('two checks without a trace, asked after the doubt arose, let it be uploaded again', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(one('s1'));
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

  test('a draft with its content is adopted; one of its name alone is not', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    driven.accept(submission);
    await driven.answer('upload s1.pdf', refused({ kind: 'timed-out', certainty: 'unclear' }));
    const drafts = ['x1', 'd1'].map((documentId) => listed(documentId, 's1.pdf'));
    await driven.worker.checked('one', checkOf(BEGIN, drafts));
    await driven.answer('details x1', documentOf(submission, 'x1', { signees: [], comment: 'not mine' }));
    await driven.answer('download https://storage.test/x1', { ok: true, value: 'other' });
    await driven.answer('details d1', documentOf(submission, 'd1', { signees: [] }));
    await driven.answer('download https://storage.test/d1', { ok: true, value: submission.wish.file.sha256 });
    expect(driven.store.find('s1')?.documentId).toBe('d1');
    expect(driven.calls()).toEqual(['add a@x.test to d1']);
  });

  test('the next try can be made at once, but not before the time the service asked for', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(one('s1'));
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

  test('a draft that looks like it, with another content, is shown to a person', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    driven.accept(submission);
    await driven.answer('upload s1.pdf', refused({ kind: 'timed-out', certainty: 'unclear' }));
    await driven.worker.checked('one', checkOf(BEGIN, [listed('x1', 's1.pdf')]));
    await driven.answer('details x1', documentOf(submission, 'x1', { signees: [] }));
    await driven.answer('download https://storage.test/x1', { ok: true, value: 'other' });
    const [candidate] = [{ documentId: 'x1', status: 'draft', createdAt: BEGIN, signees: [], likeness: 'likely' }];
    expect(driven.store.find('s1')?.reason).toEqual({ kind: 'several', candidates: [candidate], whole: true });
    driven.store.commit([
      {
        submission: one('s2', { documentId: 'x1' }),
        event: { at: BEGIN, submissionId: 's2', fact: { kind: 'accepted' } },
      },
    ]);
    expect(driven.worker.command('s1', { kind: 'adopt', documentId: 'x1' })).toEqual({ ok: false, reason: 'not-now' });
  });

  test('an unclear start is settled by the document', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    await starting(driven, submission);
    await driven.answer('start d1', refused({ kind: 'server-error', certainty: 'unclear', status: 502 }));
    await driven.advance(10_000);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress' }));
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'started' });
    expect(driven.calls()).toEqual([]);
  });

  test('a start that arrives after its document was looked at is no difference', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    await starting(driven, submission);
    expect(driven.calls()).toEqual(['start d1']);
    driven.worker.close();
    const again = drivenOutbox(driven.now(), { store: driven.store });
    again.worker.start();
    await again.answer('details d1', documentOf(submission, 'd1'));
    await again.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress' }));
    expect(again.stage('s1')).toEqual({ kind: 'done', as: 'started' });
  });

  test('the time the service asks for is kept, over a restart too', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(one('s1'));
    await driven.answer('upload s1.pdf', refused({ status: 429, retryAfterMs: HOUR }));
    driven.worker.close();
    const again = drivenOutbox(BEGIN + 1_000, { store: driven.store });
    again.worker.start();
    await again.advance(HOUR - 2_000);
    expect(again.calls()).toEqual([]);
    await again.advance(3_000);
    expect(again.calls()).toEqual(['upload s1.pdf']);
  });

  test('a clock set back by a day makes no wait longer', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(one('s1'));
    await driven.answer('upload s1.pdf', refused({ status: 503, retryAfterMs: 60_000 }));
    driven.setClock(BEGIN - 24 * HOUR);
    await driven.advance(61_000);
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });

  test('nor does one set back while the app was closed', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(one('s1', { wish: { ...one('s1').wish, signees: [{ email: 'a@x.test' }] } }));
    await driven.answer('upload s1.pdf', documentOf(one('s1'), 'd1', { signees: [] }));
    driven.worker.close();
    const again = drivenOutbox(BEGIN - 24 * HOUR, { store: driven.store });
    again.worker.start();
    await again.answer('details d1', documentOf(one('s1'), 'd1', { signees: [{ email: 'a@x.test' }] }));
    await again.advance(11_000);
    expect(again.calls()).toEqual(['details d1']);
  });

  test('what only a person can mend waits for the connection', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(one('s1'));
    await driven.answer('upload s1.pdf', refused({ kind: 'credentials-refused', certainty: 'never-sent' }));
    expect(driven.troubles).toEqual(['one']);
    await driven.advance(24 * HOUR);
    expect(driven.calls()).toEqual([]);
    driven.worker.connectionReady('one');
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });

  test('a clear refusal stops it and keeps it', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(one('s1'));
    await driven.answer('upload s1.pdf', refused({ kind: 'wrong-type', certainty: 'permanent', status: 415 }));
    await driven.advance(24 * HOUR);
    expect(driven.calls()).toEqual([]);
    expect(driven.stage('s1')).toEqual({ kind: 'needs-you', step: 'upload' });
  });
});

describe('the line', () => {
  test('three at a time, and a place stays free for work a person waits for', () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(...['f1', 'f2', 'f3'].map((id) => one(id, { origin: 'folder' })));
    expect(driven.calls()).toEqual(['upload f1.pdf', 'upload f2.pdf']);
    driven.accept(one('s1'), one('s2'));
    expect(driven.calls()).toEqual(['upload f1.pdf', 'upload f2.pdf', 'upload s1.pdf']);
  });

  test('interactive work goes first', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.worker.pause(true);
    driven.accept(one('f1', { origin: 'folder' }), one('s1'), one('s2'), one('s3'));
    driven.worker.pause(false);
    expect(driven.calls()).toEqual(['upload s1.pdf', 'upload s2.pdf', 'upload s3.pdf']);
  });

  test('after five transport failures one probe at a time', async () => {
    const driven = drivenOutbox(BEGIN);
    const ids = ['s1', 's2', 's3'];
    driven.accept(...ids.map((id) => one(id)));
    const unreachable = refused({ kind: 'unreachable', certainty: 'never-sent' });
    for (let failures = 0; failures < 5; failures += 1) {
      if (driven.calls().length === 0) await driven.advance(60_000);
      const [call] = driven.calls();
      if (call !== undefined) await driven.answer(call, unreachable);
    }
    while (driven.calls().length > 0) await driven.answer(driven.calls()[0] ?? '', unreachable);
    expect(driven.worker.workOf('one').breaker.probeAt).not.toBeNull();
    // Whoever does not want to wait sends a probe, and one alone.
    expect(ids.map((id) => driven.worker.command(id, { kind: 'retry' }))).toEqual(ids.map(() => ({ ok: true })));
    expect(driven.calls()).toHaveLength(1);
    await driven.answer(driven.calls()[0] ?? '', unreachable);
    await driven.advance(10 * 60_000);
    expect(driven.calls()).toHaveLength(1);
    await driven.answer(
      driven.calls()[0] ?? '',
      refused({ kind: 'invalid-request', certainty: 'permanent', status: 400 }),
    );
    expect(driven.worker.workOf('one').breaker).toEqual({ failures: 0, probeAt: null });
    expect(driven.calls()).toHaveLength(2);
  });

  test('the budget of a day is kept, and work goes on when it is free again', async () => {
    const memory = createMemoryStore();
    const spent = { count: limits.documentsPerDay - 1, oldest: BEGIN - 23 * HOUR };
    const driven = drivenOutbox(BEGIN, {
      store: {
        ...memory,
        uploadsSince: (_, since) => (spent.oldest > since ? spent : { count: 0, oldest: null }),
      },
    });
    driven.accept(one('s1'), one('s2'));
    expect(driven.calls()).toEqual(['upload s1.pdf']);
    expect(driven.worker.workOf('one').budget).toEqual({
      used: limits.documentsPerDay,
      level: 'full',
      resumesAt: BEGIN + HOUR,
    });
    await driven.advance(HOUR + 1_000);
    expect(driven.calls()).toEqual(['upload s1.pdf', 'upload s2.pdf']);
    expect(driven.worker.workOf('one').budget.level).toBe('free');
  });

  test('from ninety per cent on it warns', () => {
    const store = { ...createMemoryStore(), uploadsSince: () => ({ count: 9_000, oldest: BEGIN }) };
    expect(drivenOutbox(BEGIN, { store }).worker.workOf('one').budget).toMatchObject({
      level: 'warn',
      resumesAt: null,
    });
  });
});

describe('a journal that takes nothing', () => {
  test('nothing leaves before the intent is written, and an outcome is written later', async () => {
    const memory = createMemoryStore();
    let full = false;
    const store = {
      ...memory,
      commit: (changes: Parameters<typeof memory.commit>[0]) =>
        full ? ({ ok: false, reason: 'unwritable', details: 'ENOSPC' } as const) : memory.commit(changes),
    };
    const driven = drivenOutbox(BEGIN, { store });
    const submission = one('s1');
    driven.accept(submission);
    full = true;
    driven.accept(one('s2'));
    driven.worker.wake();
    expect(driven.calls()).toEqual(['upload s1.pdf']);
    await driven.answer('upload s1.pdf', documentOf(submission, 'd1', { signees: [] }));
    expect(driven.calls()).toEqual([]);
    expect(driven.troubles).toContain('ENOSPC');
    full = false;
    await driven.advance(6_000);
    expect(driven.store.find('s1')?.documentId).toBe('d1');
    expect(driven.calls()).toContain('add a@x.test to d1');
  });
});
