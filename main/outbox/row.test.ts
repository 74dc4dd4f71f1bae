import { describe, expect, test } from 'vitest';
import { unclearAt } from '../submission/decide/change.ts';
import type { Candidate, Reason, Stage, Submission } from '../submission/submission.ts';
import { sampleSubmission } from '../submission/testing/store-contract.ts';
import { commandsOf, rowOf } from './row.ts';

const now = 2_000;
const seen = { now, host: 'sign.test', progress: null, account: null, listed: null };
const progress = { bytes: 1, total: 10, bytesPerSecond: 2 };
const candidate: Candidate = {
  documentId: 'd1',
  status: 'draft',
  createdAt: 900,
  signees: ['a@x.test'],
  likeness: 'proven',
};
const several: Reason = { kind: 'several', candidates: [candidate, { ...candidate, documentId: 'd2' }], whole: true };
const failure = { kind: 'timed-out', certainty: 'unclear', details: 'No answer.' } as const;

const submission = (patch: Partial<Submission> = {}) => sampleSubmission('s', { startAfter: now - 1, ...patch });
const row = (patch: Partial<Submission> = {}) => rowOf(submission(patch), seen);

test('a row is told by what was asked for', () => {
  expect(row()).toMatchObject({
    id: 's',
    name: 's.pdf',
    phase: 'waiting',
    step: 'upload',
    end: null,
    alias: 'Anna Muster',
    mode: 'qualified',
    signees: ['a@x.test', 'b@x.test'],
    signeeCount: 2,
  });
  const many = Array.from({ length: 500 }, (_, at) => ({ email: `p${at}@x.test` }));
  const wish = { ...submission().wish, signees: many };
  expect(row({ wish })).toMatchObject({ signees: ['p0@x.test', 'p1@x.test', 'p2@x.test'], signeeCount: 500 });
});

test.each<[Stage, object]>([
  [{ kind: 'held' }, { phase: 'held', step: null, end: null, nextTryAt: null }],
  [
    { kind: 'ready', step: 'upload', nextTryAt: 2_500 },
    { phase: 'waiting', step: 'upload', nextTryAt: 2_500 },
  ],
  [
    { kind: 'ready', step: 'start', nextTryAt: null },
    { phase: 'waiting', step: 'start', nextTryAt: null },
  ],
  [
    { kind: 'calling', step: 'start', since: 1 },
    { phase: 'calling', step: 'start', nextTryAt: null },
  ],
  [unclearAt('start', 1, 3_000), { phase: 'unclear', step: 'start', nextTryAt: 3_000 }],
  // It waits for a check, and not for the moment at which it was to be looked at.
  [unclearAt('upload', 1, 3_000), { phase: 'unclear', step: 'upload', nextTryAt: null }],
  [unclearAt('upload', 1, 3_000, { candidates: ['d'] }), { phase: 'unclear', nextTryAt: 3_000 }],
  [
    { kind: 'needs-you', step: 'compare' },
    { phase: 'needs-you', step: 'compare', nextTryAt: null },
  ],
  [
    { kind: 'done', as: 'withdrawn' },
    { phase: 'done', step: null, end: 'withdrawn' },
  ],
])('%j', (stage, shown) => {
  expect(row({ stage })).toMatchObject(shown);
});

describe('Undo is offered', () => {
  const open = { startAfter: 9_000 };
  test.each<[string, Partial<Submission>, number | null]>([
    ['until the start is due', {}, 9_000],
    ['not after it', { startAfter: now }, null],
    ['while it is uploaded', { stage: { kind: 'calling', step: 'upload', since: 1 } }, 9_000],
    ['not twice', { cancelled: true }, null],
    ['not for a draft', { goal: 'draft' }, null],
    ['not for what is held', { stage: { kind: 'held' }, goal: 'hold' }, null],
    ['not for what waits for a person', { stage: { kind: 'needs-you', step: 'upload' } }, null],
    ['not for a withdrawal', { stage: { kind: 'ready', step: 'withdraw', nextTryAt: 1 } }, null],
    ['not at the end', { stage: { kind: 'done', as: 'started' } }, null],
  ])('%s', (_when, patch, until) => {
    expect(row({ ...open, ...patch }).undoUntil).toBe(until);
  });
});

describe('what may be asked of it', () => {
  const firstSent = { at: 1_000, skewMs: 0, alias: '', comment: '' };
  const failedWith = (kind: string, more = {}): Partial<Submission> => ({
    stage: { kind: 'ready', step: 'add-signee', nextTryAt: 90_000 },
    reason: { kind: 'failed', failure: { kind, certainty: 'refused', details: '', ...more } },
  });
  test.each<[string, Partial<Submission>, readonly string[]]>([
    ['held', { stage: { kind: 'held' }, goal: 'hold' }, ['send', 'cancel', 'revise', 'update']],
    ['waiting for the upload, Undo open', { startAfter: 9_000 }, ['send-now', 'cancel']],
    ['waiting for the next try', failedWith('server-error'), ['cancel', 'retry']],
    ['waiting because the service has too much to do', failedWith('busy'), ['cancel']],
    ['waiting as long as the service asked for', failedWith('server-error', { retryAfterMs: 9 }), ['cancel']],
    ['starting', { stage: { kind: 'calling', step: 'start', since: 1 } }, ['cancel']],
    ['cancelled', { cancelled: true }, []],
    ['a draft', { stage: { kind: 'done', as: 'draft' }, documentId: 'd' }, ['send', 'delete', 'redo', 'update']],
    ['started', { stage: { kind: 'done', as: 'started' }, startedAt: 1, documentId: 'd' }, ['withdraw', 'redo']],
    ['withdrawn', { stage: { kind: 'done', as: 'withdrawn' }, startedAt: 1 }, ['delete', 'redo']],
    ['given up', { stage: { kind: 'done', as: 'cancelled' } }, []],
    [
      'with several drafts',
      { stage: { kind: 'needs-you', step: 'upload' }, reason: several, firstSent },
      ['cancel', 'retry', 'upload-again', 'adopt'],
    ],
    [
      'not as it should be',
      {
        stage: { kind: 'needs-you', step: 'compare' },
        reason: { kind: 'differs', differences: [] },
        documentId: 'd',
        firstSent,
      },
      ['cancel', 'retry', 'redo'],
    ],
    [
      'refused before anything left',
      { stage: { kind: 'needs-you', step: 'upload' }, reason: { kind: 'no-signees' } },
      ['cancel', 'retry', 'revise'],
    ],
  ])('%s', (_state, patch, commands) => {
    expect(commandsOf(submission(patch), seen).toSorted()).toEqual(commands.toSorted());
  });
});

describe('the policy of the service', () => {
  const started = { stage: { kind: 'done', as: 'started' }, startedAt: 1, documentId: 'd' } as const;
  const draft = { stage: { kind: 'done', as: 'draft' }, documentId: 'd' } as const;
  const list = (documentStatus: string, canWithdraw: boolean, canDelete = false) => ({
    documentStatus,
    canWithdraw,
    canDelete,
  });
  test.each([
    ['a withdrawal it does not allow', started, list('in-progress', false), 'withdraw', false],
    ['one it allows', started, list('in-progress', true), 'withdraw', true],
    ['one of a document that is signed', started, list('signed', false), 'withdraw', false],
    ['one after a list that was read before the start', started, list('draft', false), 'withdraw', true],
    ['one of a document that came to its end', { ...started, finishedAt: 5 }, null, 'withdraw', false],
    ['a deletion it does not allow', draft, list('draft', false, false), 'delete', false],
    ['one it allows', draft, list('draft', false, true), 'delete', true],
  ] as const)('%s', (_, patch, shown, command, offered) => {
    const commands = commandsOf(submission(patch), { ...seen, listed: shown });
    expect(commands.includes(command)).toBe(offered);
  });
});

describe('another account is signed in', () => {
  const foreign = { ...seen, account: 'service-2' };
  const mine = { account: 'service-1' } as const;

  test('nothing is offered that would ask the service', () => {
    const waiting = submission({ ...mine, stage: { kind: 'held' }, goal: 'hold' });
    expect(commandsOf(waiting, foreign).toSorted()).toEqual(['cancel', 'revise', 'take-over']);
    const started = submission({ ...mine, stage: { kind: 'done', as: 'started' }, documentId: 'd' });
    expect(commandsOf(started, foreign)).toEqual([]);
  });

  test('the row says whose it is', () => {
    expect(rowOf(submission(mine), foreign)).toMatchObject({
      otherAccount: { of: 'service-1', now: 'service-2' },
      problem: { key: 'other-account', params: { account: 'service-1', now: 'service-2' } },
    });
    expect(rowOf(submission(mine), { ...seen, account: 'service-1' })).toMatchObject({
      otherAccount: null,
      problem: null,
    });
    expect(rowOf(submission(), foreign).otherAccount).toBeNull();
  });
});

describe('a row whose past is not known', () => {
  test('says that another upload may leave a second draft', () => {
    const firstSent = { at: 1_000, skewMs: 0, alias: '', comment: '' };
    expect(row({ firstSent })).toMatchObject({ mayDouble: true, recovered: false });
    expect(row({ firstSent, documentId: 'd' }).mayDouble).toBe(false);
    expect(row().mayDouble).toBe(false);
    expect(row({ recovered: true }).recovered).toBe(true);
  });

  test('may be given up, and chosen from, and looked for again', () => {
    const firstSent = { at: 1_000, skewMs: 0, alias: '', comment: '' };
    const asked = {
      stage: { kind: 'needs-you', step: 'upload' },
      reason: several,
      recovered: true,
      firstSent,
    } as const;
    expect(commandsOf(submission(asked), seen).toSorted()).toEqual([
      'adopt',
      'cancel',
      'give-up',
      'retry',
      'upload-again',
    ]);
  });
});

test('progress is that of an upload', () => {
  const during = (step: 'upload' | 'start') =>
    rowOf(submission({ stage: { kind: 'calling', step, since: 1 } }), { ...seen, progress }).progress;
  expect([during('upload'), during('start'), rowOf(submission(), { ...seen, progress }).progress]).toEqual([
    progress,
    null,
    null,
  ]);
});

test('drafts to choose from and drafts left behind are there by their ids', () => {
  const stage = { kind: 'needs-you', step: 'upload' } as const;
  const { likeness: _likeness, ...shown } = candidate;
  expect(row({ stage, reason: several, orphans: ['d7'], redoOf: 'r' })).toMatchObject({
    candidates: [
      { ...shown, proven: true },
      { ...shown, documentId: 'd2', proven: true },
    ],
    orphans: ['d7'],
    redoOf: 'r',
    problem: { key: 'several-drafts', params: { count: 2 } },
  });
  expect(row({ reason: { kind: 'failed', failure } }).problem).toEqual({
    key: 'timed-out',
    params: { host: 'sign.test' },
    details: 'No answer.',
  });
});
