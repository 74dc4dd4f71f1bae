import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { unclearAt } from '../submission/decide/change.ts';
import type { Candidate, Reason, Stage, Submission } from '../submission/submission.ts';
import { sampleSubmission } from '../submission/testing/store-contract.ts';
import { commandsOf, toRow } from './row.ts';

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
const several: Reason = {
  kind: 'several',
  candidates: [candidate, { ...candidate, documentId: 'd2' }],
  more: 0,
  passed: [],
  whole: true,
};
const failure = { kind: 'timed-out', certainty: 'unclear', details: 'No answer.' } as const;

const submission = (patch: Partial<Submission> = {}) => sampleSubmission('s', { startAfter: now - 1, ...patch });
const row = (patch: Partial<Submission> = {}) => toRow(submission(patch), seen);

const nameless = (email: string) => ({ email, name: null });

test('a row shows the choices of its submission', () => {
  expect(row()).toMatchObject({
    id: 's',
    name: 's.pdf',
    phase: 'waiting',
    step: 'upload',
    end: null,
    alias: 'Anna Muster',
    mode: 'qualified',
    signees: [nameless('a@x.test'), nameless('b@x.test')],
    signeeCount: 2,
  });
  const many = Array.from({ length: 500 }, (_, at) => ({ email: `p${at}@x.test` }));
  const wish = { ...submission().wish, signees: many };
  expect(row({ wish })).toMatchObject({
    signees: ['p0', 'p1', 'p2'].map((one) => nameless(`${one}@x.test`)),
    signeeCount: 500,
  });
  const inTurn = ['second', 'first', 'third'].map((name, at) => ({
    email: `${name}@x.test`,
    order: [1, 0, 2][at] ?? 0,
  }));
  const ordered = row({ wish: { ...wish, signees: inTurn } });
  const sorted = ['first', 'second', 'third'].map((one) => nameless(`${one}@x.test`));
  expect(ordered).toMatchObject({ signees: sorted, ordered: true });
  const nameOf = (email: string) => (email === 'a@x.test' ? 'Anna Muster' : null);
  expect(toRow(submission(), { ...seen, nameOf }).signees[0]).toEqual({ email: 'a@x.test', name: 'Anna Muster' });
  expect(row({ wish }).ordered).toBe(false);
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
  // The submission waits for a check, not for the time of a look.
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
    ['until the start', {}, 9_000],
    ['not after it', { startAfter: now }, null],
    ['during the upload', { stage: { kind: 'calling', step: 'upload', since: 1 } }, 9_000],
    ['not twice', { cancelled: true }, null],
    ['not for a draft', { goal: 'draft' }, null],
    ['not on hold', { stage: { kind: 'held' }, goal: 'hold' }, null],
    ['not while it waits for a person', { stage: { kind: 'needs-you', step: 'upload' } }, null],
    ['not during a withdrawal', { stage: { kind: 'ready', step: 'withdraw', nextTryAt: 1 } }, null],
    ['not at the end', { stage: { kind: 'done', as: 'started' } }, null],
  ])('%s', (_when, patch, until) => {
    expect(row({ ...open, ...patch }).undoUntil).toBe(until);
  });
});

describe('the commands that a row offers', () => {
  const firstSent = { at: 1_000, skewMs: 0, alias: '', comment: '', earlier: [] };
  const failedWith = (kind: string, more = {}): Partial<Submission> => ({
    stage: { kind: 'ready', step: 'add-signee', nextTryAt: 90_000 },
    reason: { kind: 'failed', failure: { kind, certainty: 'refused', details: '', ...more } },
  });
  test.each<[string, Partial<Submission>, readonly string[]]>([
    ['held', { stage: { kind: 'held' }, goal: 'hold' }, ['send', 'cancel', 'revise', 'update']],
    ['waiting for the upload, in the time for Undo', { startAfter: 9_000 }, ['send-now', 'cancel', 'undo']],
    ['waiting for the next try', failedWith('server-error'), ['cancel', 'undo', 'retry']],
    ['waiting because the service is busy', failedWith('busy'), ['cancel', 'undo']],
    ['waiting as long as the service asked for', failedWith('server-error', { retryAfterMs: 9 }), ['cancel', 'undo']],
    ['starting', { stage: { kind: 'calling', step: 'start', since: 1 } }, ['cancel', 'undo']],
    ['cancelled', { cancelled: true }, []],
    [
      'a draft',
      { stage: { kind: 'done', as: 'draft' }, documentId: 'd' },
      ['send', 'delete', 'redo', 'update', 'complete'],
    ],
    ['started', { stage: { kind: 'done', as: 'started' }, startedAt: 1, documentId: 'd' }, ['withdraw', 'redo']],
    ['withdrawn', { stage: { kind: 'done', as: 'withdrawn' }, startedAt: 1 }, ['delete', 'redo']],
    ['given up', { stage: { kind: 'done', as: 'cancelled' } }, []],
    [
      'with several drafts',
      { stage: { kind: 'needs-you', step: 'upload' }, reason: several, firstSent },
      ['cancel', 'retry', 'upload-again', 'adopt'],
    ],
    [
      'with a difference',
      {
        stage: { kind: 'needs-you', step: 'compare' },
        reason: { kind: 'differs', differences: [] },
        documentId: 'd',
        firstSent,
      },
      ['cancel', 'complete', 'retry', 'redo'],
    ],
    [
      'refused before the upload',
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
    ['a withdrawal that it forbids', started, list('in-progress', false), 'withdraw', false],
    ['one it allows', started, list('in-progress', true), 'withdraw', true],
    ['a withdrawal of a signed document', started, list('signed', false), 'withdraw', false],
    ['a withdrawal, with a list from before the start', started, list('draft', false), 'withdraw', true],
    ['a withdrawal of a finished document', { ...started, finishedAt: 5 }, null, 'withdraw', false],
    ['a deletion that it forbids', draft, list('draft', false, false), 'delete', false],
    ['one it allows', draft, list('draft', false, true), 'delete', true],
  ] as const)('%s', (_, patch, shown, command, offered) => {
    const commands = commandsOf(submission(patch), { ...seen, listed: shown });
    expect(commands.includes(command)).toBe(offered);
  });
});

test.each([
  ['started', ['redo']],
  ['draft', ['redo']],
  ['withdrawn', ['redo']],
] as const)('a document that is gone and was %s offers no order for it', (as, commands) => {
  const ended = submission({ stage: { kind: 'done', as }, startedAt: 1, documentId: 'd' });
  expect(commandsOf(ended, { ...seen, isGone: true })).toEqual(commands);
  expect(commandsOf(ended, seen)).toContain('redo');
});

test('a document that ended so long ago that our copy of its file is deleted offers no second sending of it', () => {
  const ended = { stage: { kind: 'done', as: 'started' }, startedAt: 1, documentId: 'd', finishedAt: 5 } as const;
  const at = (later: number) => commandsOf(submission(ended), { ...seen, now: later });
  expect(at(5 + limits.lifecycleMs.finished)).toContain('redo');
  expect(at(6 + limits.lifecycleMs.finished)).not.toContain('redo');
});

describe('while another account is signed in', () => {
  const foreign = { ...seen, account: 'service-2' };
  const mine = { account: 'service-1' } as const;

  test('a row offers no command that calls the service', () => {
    const waiting = submission({ ...mine, stage: { kind: 'held' }, goal: 'hold' });
    expect(commandsOf(waiting, foreign).toSorted()).toEqual(['cancel', 'revise', 'take-over']);
    const started = submission({ ...mine, stage: { kind: 'done', as: 'started' }, documentId: 'd' });
    expect(commandsOf(started, foreign)).toEqual([]);
  });

  test('nothing is counted down, and nothing is tried again by itself', () => {
    const trying = submission({
      ...mine,
      startAfter: 9_000,
      stage: { kind: 'ready', step: 'upload', nextTryAt: 2_500 },
    });
    expect(toRow(trying, foreign)).toMatchObject({ undoUntil: null, nextTryAt: null });
    expect(toRow(trying, { ...seen, account: 'service-1' })).toMatchObject({ undoUntil: 9_000, nextTryAt: 2_500 });
  });

  test('a row names its account', () => {
    expect(toRow(submission(mine), foreign)).toMatchObject({
      otherAccount: { of: 'service-1', now: 'service-2' },
      problem: { key: 'other-account', params: { account: 'service-1', now: 'service-2' } },
    });
    expect(toRow(submission(mine), { ...seen, account: 'service-1' })).toMatchObject({
      otherAccount: null,
      problem: null,
    });
    expect(toRow(submission(), foreign).otherAccount).toBeNull();
  });
});

describe('the row of a recovered submission', () => {
  test('warns that another upload may leave a second draft', () => {
    const firstSent = { at: 1_000, skewMs: 0, alias: '', comment: '', earlier: [] };
    expect(row({ firstSent })).toMatchObject({ mayDouble: true, recovered: false });
    expect(row({ firstSent, documentId: 'd' }).mayDouble).toBe(false);
    expect(row().mayDouble).toBe(false);
    expect(row({ recovered: true }).recovered).toBe(true);
  });

  test('offers to give up, to choose a document and to search again', () => {
    const firstSent = { at: 1_000, skewMs: 0, alias: '', comment: '', earlier: [] };
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

test('a row shows progress during an upload only', () => {
  const during = (step: 'upload' | 'start') =>
    toRow(submission({ stage: { kind: 'calling', step, since: 1 } }), { ...seen, progress }).progress;
  expect([during('upload'), during('start'), toRow(submission(), { ...seen, progress }).progress]).toEqual([
    progress,
    null,
    null,
  ]);
});

test('a row lists candidates and orphans by their ids', () => {
  const stage = { kind: 'needs-you', step: 'upload' } as const;
  const { likeness: _likeness, ...shown } = candidate;
  expect(row({ stage, reason: several, orphans: ['d7'] })).toMatchObject({
    candidates: [
      { ...shown, proven: true },
      { ...shown, documentId: 'd2', proven: true },
    ],
    orphans: ['d7'],
    problem: { key: 'several-drafts', params: { count: 2 } },
  });
  expect(row({ reason: { kind: 'failed', failure } }).problem).toEqual({
    key: 'timed-out',
    params: { host: 'sign.test' },
    details: 'No answer.',
  });
});

test('a row has the first names of what its document was made from, and their number', () => {
  const { wish } = submission();
  const made = (parts: readonly string[]) => row({ wish: { ...wish, file: { ...wish.file, parts } } });
  expect(made(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'])).toMatchObject({ parts: ['a.pdf', 'b.pdf'], partCount: 4 });
  expect(row()).toMatchObject({ parts: [], partCount: 0 });
});
