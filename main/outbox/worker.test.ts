import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { accepted } from './accepted.ts';
import type { Submission } from './submission.ts';
import { documentOf, done, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { createMemoryStore } from './testing/memory-store.ts';
import { sampleSubmission } from './testing/store-contract.ts';

const BEGIN = 10_000_000_000;
const HOUR = 3_600_000;

function one(id: string, patch: Partial<Submission> = {}): Submission {
  const { wish } = sampleSubmission(id);
  return {
    ...accepted({ id, connectionId: 'one', origin: 'interactive', wish, goal: 'send', undoMs: 10_000 }, BEGIN),
    ...patch,
  };
}

/** Uploads it and adds its people. */
async function uploaded(driven: ReturnType<typeof drivenOutbox>, submission: Submission, id = 'd1'): Promise<void> {
  driven.accept(submission);
  await driven.answer(`upload ${submission.wish.file.name}`, documentOf(submission, id, { signees: [] }));
  for (const { email } of submission.wish.signees) await driven.answer(`add ${email} to ${id}`, done);
}

async function started(driven: ReturnType<typeof drivenOutbox>, submission: Submission, id = 'd1'): Promise<void> {
  await uploaded(driven, submission, id);
  await driven.advance(11_000);
  await driven.answer(`details ${id}`, documentOf(submission, id));
  await driven.answer(`start ${id}`, done);
}

describe('the way to a started document', () => {
  test('upload, signees in their order, comparison after the undo window, start', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    await uploaded(driven, submission);
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
    const submission = one('s1');
    await uploaded(driven, submission);
    await driven.advance(11_000);
    await driven.answer('details d1', documentOf(submission, 'd1', patch));
    expect(driven.calls()).toEqual([]);
    expect(driven.stage('s1')).toEqual({ kind: 'needs-you', step: 'compare' });
    expect(driven.store.find('s1')?.reason).toMatchObject({ kind: 'differs', differences: [{ what }] });
  });

  test('what is not shown is no difference', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    await uploaded(driven, submission);
    await driven.advance(11_000);
    const patch = { documentName: null, signees: ['b@x.test', 'A@x.test'] };
    await driven.answer('details d1', documentOf(submission, 'd1', patch));
    expect(driven.calls()).toEqual(['start d1']);
  });

  test('a pause between comparison and start asks for another comparison', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    await uploaded(driven, submission);
    await driven.advance(11_000);
    driven.outbox.pause(true);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    expect(driven.calls()).toEqual([]);
    await driven.advance(HOUR);
    driven.outbox.pause(false);
    expect(driven.calls()).toEqual(['details d1']);
  });

  test('a draft is uploaded and prepared; Send starts it later', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1', { goal: 'draft' });
    await uploaded(driven, submission);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'draft' });
    expect(driven.outbox.command('s1', { kind: 'send', startAfter: driven.now() + 500 })).toEqual({ ok: true });
    await driven.advance(1_000);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    await driven.answer('start d1', done);
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'started' });
  });

  test('nothing that is held leaves before a person says so', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(one('s1', { goal: 'hold', stage: { kind: 'held' } }));
    await driven.advance(HOUR);
    expect(driven.calls()).toEqual([]);
    driven.outbox.command('s1', { kind: 'send', startAfter: driven.now() });
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });

  test.for([
    ['too-large', { file: { sha256: 'x', size: limits.fileBytes + 1, name: 'a.pdf', type: 'application/pdf' } }],
    ['too-many-signees', { signees: Array.from({ length: 501 }, (_, at) => ({ email: `p${at}@x.test` })) }],
    ['no-signees', { signees: [] }],
  ] as const)('%s is refused before any call', ([kind, patch]) => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(one('s1', { wish: { ...one('s1').wish, ...patch } }));
    expect(driven.calls()).toEqual([]);
    expect(driven.store.find('s1')).toMatchObject({ stage: { kind: 'needs-you' }, reason: { kind } });
  });
});

describe('undo', () => {
  test('before the start deletes the draft', async () => {
    const driven = drivenOutbox(BEGIN);
    await uploaded(driven, one('s1'));
    expect(driven.outbox.command('s1', { kind: 'cancel' })).toEqual({ ok: true });
    await driven.answer('delete d1', done);
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'cancelled' });
    await driven.advance(HOUR);
    expect(driven.calls()).toEqual([]);
  });

  test('during the upload waits for its end', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    driven.accept(submission);
    driven.outbox.command('s1', { kind: 'cancel' });
    expect(driven.calls()).toEqual(['upload s1.pdf']);
    await driven.answer('upload s1.pdf', documentOf(submission, 'd1', { signees: [] }));
    await driven.answer('delete d1', refused({ kind: 'not-found', certainty: 'permanent' }));
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'cancelled' });
  });

  test('comes too late once the start is carried out, and says so', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    await uploaded(driven, submission);
    await driven.advance(11_000);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    driven.outbox.command('s1', { kind: 'cancel' });
    await driven.answer('start d1', done);
    expect(driven.store.find('s1')).toMatchObject({ stage: { as: 'started' }, reason: { kind: 'too-late' } });
  });

  test('is passed over by Send now', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1', { startAfter: BEGIN + 120_000 });
    await uploaded(driven, submission);
    driven.outbox.command('s1', { kind: 'send-now' });
    expect(driven.calls()).toEqual(['details d1']);
  });

  test('is still possible after a restart in its time', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    await uploaded(driven, submission);
    driven.outbox.close();
    const again = drivenOutbox(BEGIN + 2_000, { store: driven.store });
    again.outbox.start();
    await again.advance(6_000);
    expect(again.calls()).toEqual([]);
    await again.advance(4_000);
    expect(again.calls()).toEqual(['details d1']);
  });

  test('lasts at most two minutes', () => {
    const { wish } = sampleSubmission('s1');
    const given = { id: 's1', connectionId: 'one', origin: 'folder', wish, goal: 'send' } as const;
    expect(accepted({ ...given, undoMs: 10 * 60_000 }, BEGIN).startAfter).toBe(BEGIN + 120_000);
    expect(accepted({ ...given, undoMs: -5 }, BEGIN).startAfter).toBe(BEGIN);
  });
});

describe('what may be tried again', () => {
  test('an upload without an answer is looked for, never sent again', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(one('s1'));
    await driven.answer('upload s1.pdf', refused({ kind: 'answer-lost', certainty: 'unclear' }));
    await driven.advance(HOUR);
    expect(driven.calls()).toEqual([]);
    expect(driven.outbox.wantsCheck('one')).toBe(true);
  });

  test('two checks without a trace, asked after the doubt arose, let it be uploaded again', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(one('s1'));
    await driven.answer('upload s1.pdf', refused({ kind: 'answer-lost', certainty: 'unclear' }));
    const check = (askedAt: number, complete = true) => driven.outbox.checked('one', { askedAt, drafts: [], complete });
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
    const drafts = ['x1', 'd1'].map((documentId) => ({ documentId, name: 's1.pdf' }));
    await driven.outbox.checked('one', { askedAt: BEGIN, drafts, complete: true });
    await driven.answer('details x1', documentOf(submission, 'x1', { signees: [], comment: 'not mine' }));
    await driven.answer('download https://storage.test/x1', { ok: true, value: 'other' });
    await driven.answer('details d1', documentOf(submission, 'd1', { signees: [] }));
    await driven.answer('download https://storage.test/d1', { ok: true, value: submission.wish.file.sha256 });
    expect(driven.store.find('s1')?.documentId).toBe('d1');
    expect(driven.calls()).toEqual(['add a@x.test to d1']);
  });

  test('a draft that looks like it, with another content, is shown to a person', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    driven.accept(submission);
    await driven.answer('upload s1.pdf', refused({ kind: 'timed-out', certainty: 'unclear' }));
    await driven.outbox.checked('one', {
      askedAt: BEGIN,
      drafts: [{ documentId: 'x1', name: 's1.pdf' }],
      complete: true,
    });
    await driven.answer('details x1', documentOf(submission, 'x1', { signees: [] }));
    await driven.answer('download https://storage.test/x1', { ok: true, value: 'other' });
    expect(driven.store.find('s1')?.reason).toEqual({ kind: 'several', candidates: ['x1'] });
    expect(driven.outbox.command('s1', { kind: 'retry' })).toEqual({ ok: false, reason: 'not-now' });
    driven.store.commit([
      {
        submission: one('s2', { documentId: 'x1' }),
        event: { at: BEGIN, submissionId: 's2', fact: { kind: 'accepted' } },
      },
    ]);
    expect(driven.outbox.command('s1', { kind: 'adopt', documentId: 'x1' })).toEqual({ ok: false, reason: 'not-now' });
  });

  test('an unclear start is settled by the document', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    await uploaded(driven, submission);
    await driven.advance(11_000);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    await driven.answer('start d1', refused({ kind: 'server-error', certainty: 'unclear', status: 502 }));
    await driven.advance(10_000);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'in-progress' }));
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'started' });
    expect(driven.calls()).toEqual([]);
  });

  test('the time the service asks for is kept, over a restart too', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(one('s1'));
    await driven.answer('upload s1.pdf', refused({ status: 429, retryAfterMs: HOUR }));
    driven.outbox.close();
    const again = drivenOutbox(BEGIN + 1_000, { store: driven.store });
    again.outbox.start();
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

  test('what only a person can mend waits for the connection', async () => {
    const driven = drivenOutbox(BEGIN);
    driven.accept(one('s1'));
    await driven.answer('upload s1.pdf', refused({ kind: 'credentials-refused', certainty: 'never-sent' }));
    expect(driven.troubles).toEqual(['one']);
    await driven.advance(24 * HOUR);
    expect(driven.calls()).toEqual([]);
    driven.outbox.connectionReady('one');
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
    driven.outbox.pause(true);
    driven.accept(one('f1', { origin: 'folder' }), one('s1'), one('s2'), one('s3'));
    driven.outbox.pause(false);
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
    expect(driven.outbox.workOf('one').breaker.probeAt).not.toBeNull();
    await driven.advance(10 * 60_000);
    expect(driven.calls()).toHaveLength(1);
    await driven.answer(
      driven.calls()[0] ?? '',
      refused({ kind: 'invalid-request', certainty: 'permanent', status: 400 }),
    );
    expect(driven.outbox.workOf('one').breaker).toEqual({ failures: 0, probeAt: null });
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
    expect(driven.outbox.workOf('one').budget).toEqual({
      used: limits.documentsPerDay,
      level: 'full',
      resumesAt: BEGIN + HOUR,
    });
    await driven.advance(HOUR + 1_000);
    expect(driven.calls()).toEqual(['upload s1.pdf', 'upload s2.pdf']);
    expect(driven.outbox.workOf('one').budget.level).toBe('free');
  });

  test('from ninety per cent on it warns', () => {
    const store = { ...createMemoryStore(), uploadsSince: () => ({ count: 9_000, oldest: BEGIN }) };
    expect(drivenOutbox(BEGIN, { store }).outbox.workOf('one').budget).toMatchObject({
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
    driven.outbox.wake();
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

describe('afterwards', () => {
  test('withdraw and redo: the old one is withdrawn, a new one waits for a person', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    await started(driven, submission);
    driven.outbox.command('s1', { kind: 'redo', id: 's9' });
    expect(driven.stage('s9')).toEqual({ kind: 'held' });
    expect(driven.store.find('s9')).toMatchObject({ redoOf: 's1', wish: submission.wish, documentId: null });
    await driven.answer('withdraw d1', refused({ kind: 'answer-lost', certainty: 'unclear' }));
    await driven.advance(10_000);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'withdrawn' }));
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'withdrawn' });
    driven.outbox.command('s1', { kind: 'delete' });
    await driven.answer('delete d1', refused({ kind: 'not-found', certainty: 'permanent', status: 404 }));
    expect(driven.stage('s1')).toEqual({ kind: 'done', as: 'deleted' });
  });

  test('a withdrawal that came too late says so', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    await started(driven, submission);
    driven.outbox.command('s1', { kind: 'withdraw' });
    await driven.answer('withdraw d1', refused({ kind: 'timed-out', certainty: 'unclear' }));
    await driven.advance(10_000);
    await driven.answer('details d1', documentOf(submission, 'd1', { documentStatus: 'signed' }));
    expect(driven.store.find('s1')).toMatchObject({ stage: { as: 'started' }, reason: { kind: 'too-late' } });
  });

  test('an update of a draft is issued again until it is met', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1', { goal: 'draft' });
    await uploaded(driven, submission);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    driven.outbox.command('s1', { kind: 'update', alias: 'Berta', comment: 'New' });
    await driven.answer('update d1', refused({ kind: 'answer-lost', certainty: 'unclear' }));
    await driven.advance(10_000);
    await driven.answer('details d1', documentOf(submission, 'd1'));
    await driven.advance(10_000);
    await driven.answer('update d1', done);
    expect(driven.store.find('s1')).toMatchObject({ stage: { as: 'draft' }, wish: { alias: 'Berta' } });
  });

  test('a draft left behind by a replay is offered, and deleted only while it is one', async () => {
    const driven = drivenOutbox(BEGIN);
    const submission = one('s1');
    await started(driven, submission);
    const drafts = [{ documentId: 'd2', name: 's1.pdf' }];
    const checked = driven.outbox.checked('one', { askedAt: driven.now(), drafts, complete: true });
    await driven.answer('details d2', documentOf(submission, 'd2', { signees: [] }));
    await driven.answer('download https://storage.test/d2', { ok: true, value: submission.wish.file.sha256 });
    await checked;
    expect(driven.store.find('s1')?.orphans).toEqual(['d2']);
    const wrong = driven.outbox.deleteOrphan('s1', 'd1');
    expect(await wrong).toBe(false);
    const late = driven.outbox.deleteOrphan('s1', 'd2');
    await driven.answer('details d2', documentOf(submission, 'd2', { documentStatus: 'in-progress' }));
    expect(await late).toBe(false);
    const gone = driven.outbox.deleteOrphan('s1', 'd2');
    await driven.answer('details d2', documentOf(submission, 'd2'));
    await driven.answer('delete d2', done);
    expect(await gone).toBe(true);
    expect(driven.store.find('s1')?.orphans).toEqual([]);
  });

  test('a finished document is free of the budget', async () => {
    const driven = drivenOutbox(BEGIN);
    await started(driven, one('s1'));
    expect(driven.outbox.workOf('one').budget.used).toBe(1);
    driven.outbox.finished('one', 'd1');
    expect(driven.outbox.workOf('one').budget.used).toBe(0);
  });
});
