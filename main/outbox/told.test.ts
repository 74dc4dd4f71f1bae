import { expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Difference, FailureNote, Reason } from './submission.ts';
import { problemOfNote, problemOfReason } from './told.ts';

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
  // That somebody else may have started it is what has to be known first.
  [
    differs(mode, status),
    {
      key: 'differs-status',
      params: { wanted: 'draft', found: 'in-progress' },
      details: 'mode: qualified ≠ timestamp\nstatus: draft ≠ in-progress',
    },
  ],
  [differs(), { key: 'untellable', params: {} }],
  [
    { kind: 'several', candidates: ['a', 'b', 'c'] },
    { key: 'several-drafts', params: { count: 3 } },
  ],
  [{ kind: 'too-large' }, { key: 'file-too-large', params: { limit: 40 } }],
  [{ kind: 'too-many-signees' }, { key: 'too-many-signees', params: { limit: limits.participants } }],
  [{ kind: 'no-signees' }, { key: 'no-signees', params: {} }],
  [{ kind: 'untellable' }, { key: 'untellable', params: {} }],
  [{ kind: 'gone' }, { key: 'submission-gone', params: {} }],
  [{ kind: 'too-late' }, { key: 'started-too-late', params: {} }],
  [{ kind: 'recovered' }, { key: 'after-recovery', params: {} }],
])('%j', (reason, problem) => {
  expect(problemOfReason(reason, 'h')).toEqual(problem);
});

test('a failure that this version does not know is told as unknown, with what was written down', () => {
  expect(problemOfNote({ kind: 'from-the-future', details: 'x' }, 'h')).toEqual({
    key: 'unknown',
    params: { host: 'h' },
    details: 'x',
  });
});

test('five hundred addresses are no sentence; all of them stand in the details', () => {
  const wanted = Array.from({ length: 500 }, (_, at) => `person-${at}@example.test`).join(', ');
  const { params, details } = problemOfReason(differs({ what: 'signees', wanted, found: '' }), 'h');
  expect(params['wanted']).toHaveLength(120);
  expect([params['found'], details]).toEqual(['–', `signees: ${wanted} ≠ `]);
});
