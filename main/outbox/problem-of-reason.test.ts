import { expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Candidate, Difference, FailureNote, Reason, Stage } from '../submission/submission.ts';
import { sampleSubmission } from '../submission/testing/sample-submission.ts';
import { problemOf, problemOfNote } from './problem-of-reason.ts';

const ready: Stage = { kind: 'ready', step: 'upload', nextTryAt: 1 };
const needsYou: Stage = { kind: 'needs-you', step: 'start' };
const { wish } = sampleSubmission('s');
const large = { ...wish, file: { ...wish.file, name: 'Plan.pdf', size: 41 * 1024 * 1024 } };
const told = (reason: Reason, recovered = false, stage: Stage = ready) =>
  problemOf({ reason, stage, recovered, wish: large }, 'h');
const candidate = (documentId: string, status = 'draft'): Candidate => ({
  documentId,
  status,
  createdAt: null,
  signees: [],
  likeness: 'likely',
});
const several = (...candidates: Candidate[]): Reason => ({
  kind: 'several',
  candidates,
  more: 0,
  passed: [],
  whole: true,
});

const differs = (...differences: readonly Difference[]): Reason => ({ kind: 'differs', differences });
const mode: Difference = { what: 'mode', wanted: 'qualified', found: 'timestamp' };
const status: Difference = { what: 'status', wanted: 'draft', found: 'in-progress' };
const note: FailureNote = { kind: 'unreachable', certainty: 'never-sent', details: 'ECONNREFUSED' };

test.each<[Reason, Problem]>([
  [
    { kind: 'failed', failure: note },
    { key: 'unreachable', params: { host: 'h' }, details: 'ECONNREFUSED' },
  ],
  [
    { kind: 'connection', failure: { ...note, problem: { key: 'keychain-locked', params: {} } } },
    { key: 'keychain-locked', params: {} },
  ],
  [
    differs(mode),
    {
      key: 'differs-mode',
      params: { wanted: 'qualified', found: 'timestamp' },
      details: 'mode: qualified ≠ timestamp',
    },
  ],
  // First say that somebody else may have started the document.
  [
    differs(mode, status),
    {
      key: 'differs-status',
      params: { wanted: 'draft', found: 'in-progress' },
      details: 'mode: qualified ≠ timestamp\nstatus: draft ≠ in-progress',
    },
  ],
  [differs(), { key: 'untellable', params: {} }],
  [several(candidate('a'), candidate('b'), candidate('c')), { key: 'several-drafts', params: { count: 3 } }],
  [{ kind: 'too-large' }, { key: 'file-too-large', params: { name: 'Plan.pdf', size: 41, limit: 40 } }],
  [{ kind: 'too-many-signees' }, { key: 'too-many-signees', params: { limit: limits.participants } }],
  [{ kind: 'no-signees' }, { key: 'no-signees', params: {} }],
  [{ kind: 'no-sender' }, { key: 'no-sender', params: {} }],
  [
    { kind: 'unsettled', documents: 7, unreadable: 0, whole: true, missed: 0, passed: [], since: 1 },
    { key: 'unsettled', params: { count: 7, unreadable: 0 } },
  ],
  [
    { kind: 'unsettled', documents: 7, unreadable: 2, whole: true, missed: 0, passed: [], since: 1 },
    { key: 'unsettled-unreadable', params: { count: 7, unreadable: 2 } },
  ],
  [{ kind: 'untellable' }, { key: 'untellable', params: {} }],
  [{ kind: 'gone' }, { key: 'submission-gone', params: {} }],
  [{ kind: 'too-late' }, { key: 'started-too-late', params: {} }],
  [{ kind: 'recovered' }, { key: 'after-recovery', params: {} }],
])('%j', (reason, problem) => {
  expect(told(reason)).toEqual(problem);
});

test('does not offer to withdraw what ended before its withdrawal', () => {
  const stage = { kind: 'done', as: 'started' } as const;
  const row = { reason: { kind: 'too-late' }, stage, recovered: false, wish, finishedAt: 5 } as const;
  expect(problemOf(row, 'h')).toEqual({ key: 'ended-first', params: {} });
});

test('shows an unknown failure with its stored details', () => {
  expect(problemOfNote({ kind: 'from-the-future', details: 'x' }, 'h')).toEqual({
    key: 'unknown',
    params: { host: 'h' },
    details: 'x',
  });
});

test('shortens 500 addresses in the sentence and lists all in the details', () => {
  const wanted = Array.from({ length: 500 }, (_, at) => `person-${at}@example.test`).join(', ');
  const problem = told(differs({ what: 'signees', wanted, found: '' }));
  expect(problem?.params['wanted']).toHaveLength(120);
  expect([problem?.params['found'], problem?.details]).toEqual(['–', `signees: ${wanted} ≠ `]);
});

test('does not call documents drafts that may have been started', () => {
  const begun = several(candidate('a'), candidate('b', 'in-progress'));
  expect(told(begun)).toEqual({ key: 'several-documents', params: { count: 2 } });
  expect(told(several(candidate('a')), true)).toEqual({ key: 'several-documents', params: { count: 1 } });
});

test('says that a recovered document was not started, after a look', () => {
  expect(told({ kind: 'recovered' }, true, needsYou)).toEqual({ key: 'recovered-draft', params: {} });
  expect(told({ kind: 'recovered', isPartial: true }, true, needsYou)).toMatchObject({ key: 'recovered-draft-unread' });
  expect(problemOf({ reason: null, stage: needsYou, recovered: true, wish }, 'h')).toBeNull();
});

test('shows the end of a long pause that the service asked for', () => {
  const failure = { kind: 'busy', certainty: 'refused', details: '', retryAfterMs: 25 * 60_000 } as const;
  const stage = { kind: 'ready', step: 'upload', nextTryAt: 1_800_000 } as const;
  const row = { reason: { kind: 'failed', failure }, stage, recovered: false, wish } as const;
  expect(problemOf(row, 'sign.test')).toMatchObject({ key: 'service-busy-until', params: { time: 1_800_000 } });
  const short = { ...row, reason: { kind: 'failed', failure: { ...failure, retryAfterMs: 60_000 } } } as const;
  expect(problemOf(short, 'sign.test')?.key).toBe('service-busy');
});

test('a refused upload says that nothing was sent, another refused call that nothing was changed', () => {
  const refused = (step: 'upload' | 'start', kind: string) => {
    const failure: FailureNote = { kind, certainty: 'permanent', details: 'HTTP 4xx' };
    return told({ kind: 'failed', failure }, false, { kind: 'needs-you', step })?.key;
  };
  expect([refused('upload', 'invalid-request'), refused('start', 'invalid-request')]).toEqual([
    'upload-refused',
    'refused',
  ]);
  // The service had the document, so its address is right.
  expect([refused('upload', 'not-found'), refused('start', 'not-found')]).toEqual(['wrong-address', 'refused']);
});
