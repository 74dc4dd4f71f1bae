/** What the sentence of a problem asks for is a command of the row that shows it. */
import { expect, test } from 'vitest';
import en from '../../assets/locales/en.json' with { type: 'json' };
import type { ProblemKey } from '../../preload/contract/problem.ts';
import type { SubmissionCommandKind } from '../../preload/contract/submission.ts';
import type { Reason, Stage, Submission } from '../submission/submission.ts';
import { sampleSubmission } from '../submission/testing/sample-submission.ts';
import { toRow } from './row.ts';

const seen = { now: 50_000, host: 'h', progress: null, account: null, listed: null };
const needsYou = (step: Extract<Stage, { kind: 'needs-you' }>['step']) => ({ kind: 'needs-you', step }) as const;
const draft = { documentId: 'd9', status: 'draft', createdAt: null, signees: [], likeness: 'likely' } as const;
const several = (status: string): Reason => ({
  kind: 'several',
  candidates: [{ ...draft, status }],
  more: 0,
  passed: [],
  whole: true,
});
const unsettled = { kind: 'unsettled', documents: 1, whole: true, missed: 1, passed: [], since: 1 } as const;
const differs = (
  what: 'name' | 'mode' | 'jurisdiction' | 'signees' | 'observers' | 'order' | 'place' | 'status' | 'alias',
): Partial<Submission> => ({
  stage: needsYou('compare'),
  documentId: 'd1',
  reason: { kind: 'differs', differences: [{ what, wanted: 'a', found: 'b' }] },
});
const held = (kind: 'overtaken' | 'perhaps-sent'): Partial<Submission> => ({
  stage: { kind: 'held' },
  reason: { kind },
});
const before = (kind: 'too-many-signees' | 'no-signees' | 'no-sender'): Partial<Submission> => ({
  stage: needsYou('upload'),
  reason: { kind },
});
const started = { stage: { kind: 'done', as: 'started' }, documentId: 'd1', reason: { kind: 'too-late' } } as const;

/** The words of a sentence, and the command that they stand for. */
const named: readonly (readonly [RegExp, SubmissionCommandKind])[] = [
  [/stop sending/i, 'cancel'],
  [/discard it/, 'cancel'],
  [/Delete and correct/, 'redo'],
  [/corrected document/, 'redo'],
  [/Edit and send/, 'complete'],
  [/try again/i, 'retry'],
  [/upload the file again|button below the list/, 'upload-again'],
  [/Choose the right one|choose the right one/, 'adopt'],
  [/withdraw it/, 'withdraw'],
  [/send it;|before you send it/, 'send'],
  [/Change the document|Add at least one|Remove some people/, 'revise'],
];

const rows: readonly (readonly [ProblemKey, Partial<Submission>])[] = [
  ['differs-name', differs('name')],
  ['differs-mode', differs('mode')],
  ['differs-jurisdiction', differs('jurisdiction')],
  ['differs-signees', differs('signees')],
  ['differs-observers', differs('observers')],
  ['differs-order', differs('order')],
  ['differs-place', differs('place')],
  ['differs-status', differs('status')],
  ['draft-differs', { ...differs('alias'), draft: { alias: 'Anna', comment: '' } }],
  ['several-drafts', { stage: needsYou('upload'), reason: several('draft') }],
  ['several-documents', { stage: needsYou('upload'), reason: several('in-progress') }],
  ['several-documents', { stage: needsYou('upload'), recovered: true, reason: several('draft') }],
  ['unsettled', { stage: needsYou('upload'), reason: { ...unsettled, unreadable: 0 } }],
  ['unsettled-unreadable', { stage: needsYou('upload'), reason: { ...unsettled, unreadable: 1 } }],
  ['untellable', { stage: needsYou('add-signee'), documentId: 'd1', reason: { kind: 'untellable' } }],
  ['untellable', { stage: needsYou('withdraw'), documentId: 'd1', reason: { kind: 'untellable' } }],
  ['recovered-draft', { stage: needsYou('start'), recovered: true, documentId: 'd1', reason: { kind: 'recovered' } }],
  [
    'recovered-draft-unread',
    {
      stage: needsYou('start'),
      recovered: true,
      documentId: 'd1',
      reason: { kind: 'recovered', isPartial: true },
    },
  ],
  ['overtaken', held('overtaken')],
  ['perhaps-sent', held('perhaps-sent')],
  ['too-many-signees', before('too-many-signees')],
  ['no-signees', before('no-signees')],
  ['no-sender', before('no-sender')],
  ['started-too-late', started],
  ['ended-first', { ...started, finishedAt: 3 }],
];

test.each(rows)('%s', (key, given) => {
  const row = toRow(sampleSubmission('s1', { startAfter: 0, ...given }), seen);
  expect(row.problem?.key).toBe(key);
  const wanted = named.filter(([words]) => words.test(en.problem[key].do)).map(([, kind]) => kind);
  expect(wanted).not.toEqual([]);
  expect(wanted.filter((kind) => !row.commands.includes(kind))).toEqual([]);
});
