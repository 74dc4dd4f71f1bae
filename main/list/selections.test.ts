import { describe, expect, test } from 'vitest';
import type { RowSelection } from '../../preload/contract/selection.ts';
import { sampleSubmission } from '../submission/testing/sample-submission.ts';
import { createSlices } from '../time/slices.ts';
import { createListIndex } from './list-index.ts';
import { reasonAgainst } from './row-actions.ts';
import type { RowKey } from './row-key.ts';
import { createSelections } from './selections.ts';
import { documentKey, endedKey, submissionKey } from './testing/sample-keys.ts';

const moment = { account: null, submissionOf: () => null };

/** The row of a document, of a submission, or of both. */
function rowOf(
  document: ReturnType<typeof documentKey> | null,
  submission: ReturnType<typeof submissionKey> | null = null,
): RowKey {
  const index = createListIndex();
  if (submission !== null) index.putSubmission(submission);
  if (document !== null) index.putDocument(document);
  const row = index.find(submission === null ? (document?.id ?? '') : `submission:${submission.id}`);
  if (row === null) throw new Error('no row');
  return row;
}

const sent = (more: object = {}) => endedKey('s', 'started', { documentId: 'd', ...more });

describe('what a row can', () => {
  test.each([
    ['made elsewhere and running', rowOf(documentKey('d', 'in-progress')), 'unsigned', null, 'running', null],
    [
      'not allowed',
      rowOf(documentKey('d', 'in-progress', { canWithdraw: false })),
      'unsigned',
      'policy',
      'running',
      null,
    ],
    ['a draft', rowOf(documentKey('d', 'draft')), 'unsigned', 'draft', null, 'not-waiting'],
    [
      'a kept draft',
      rowOf(documentKey('d', 'draft', { canDelete: false })),
      'unsigned',
      'draft',
      'policy',
      'not-waiting',
    ],
    ['signed', rowOf(documentKey('d', 'signed')), null, 'ended', 'kept', 'not-waiting'],
    ['saved', rowOf(documentKey('d', 'signed', { saved: true })), 'saved', 'ended', 'kept', 'not-waiting'],
    [
      'saved, and the copy was moved',
      rowOf(documentKey('d', 'signed', { saved: true, copyFault: true })),
      null,
      'ended',
      'kept',
      'not-waiting',
    ],
    ['signed and gone', rowOf(documentKey('d', 'signed', { gone: true })), 'gone', 'ended', 'gone', 'not-waiting'],
    ['withdrawn', rowOf(documentKey('d', 'withdrawn')), 'unsigned', 'ended', null, 'not-waiting'],
    ['unknown', rowOf(documentKey('d', 'tomorrow')), 'unsigned', 'policy', 'kept', 'not-waiting'],
    ['being withdrawn', rowOf(documentKey('d', 'in-progress', { order: 'open' })), 'unsigned', 'busy', 'busy', null],
    ['not deleted', rowOf(documentKey('d', 'draft', { order: 'failed' })), 'unsigned', 'busy', 'busy', 'not-waiting'],
    [
      'withdrawn here and deleted since',
      rowOf(documentKey('d', 'withdrawn', { gone: true }), endedKey('s', 'withdrawn', { documentId: 'd' })),
      'unsigned',
      'ended',
      'gone',
      'not-waiting',
    ],
    ['sent from here', rowOf(null, sent()), 'unsigned', null, 'running', null],
    ['sent, listed as a draft', rowOf(documentKey('d', 'draft'), sent()), 'unsigned', null, 'running', null],
    ['sent and listed', rowOf(documentKey('d', 'in-progress'), sent()), 'unsigned', null, 'running', null],
    ['sent and over', rowOf(null, sent({ finished: true })), 'unsigned', 'ended', 'kept', 'not-waiting'],
    [
      'sent, withdrawn elsewhere',
      rowOf(documentKey('d', 'withdrawn'), sent()),
      'unsigned',
      'ended',
      null,
      'not-waiting',
    ],
    ['uploading', rowOf(null, submissionKey('s')), 'unsigned', 'busy', 'busy', 'not-waiting'],
    ['held', rowOf(null, submissionKey('s', { phase: 'held', step: null })), 'unsigned', 'held', 'held', 'not-waiting'],
    ['undone', rowOf(null, endedKey('s', 'cancelled')), 'unsigned', 'ended', 'gone', 'not-waiting'],
    ['our draft', rowOf(null, endedKey('s', 'draft', { documentId: 'd' })), 'unsigned', 'draft', null, 'not-waiting'],
    ['withdrawn here', rowOf(null, endedKey('s', 'withdrawn')), 'unsigned', 'ended', null, 'not-waiting'],
  ] as const)('%s', (_name, row, save, withdraw, remove, remind) => {
    expect({
      save: reasonAgainst.save(row, moment),
      withdraw: reasonAgainst.withdraw(row, moment),
      delete: reasonAgainst.delete(row, moment),
      remind: reasonAgainst.remind(row, moment),
    }).toEqual({ save, withdraw, delete: remove, remind });
  });
});

test.each([
  ['another account', { account: 'service-1' }, 'service-2', 'other-account', null],
  ['this account', { account: 'service-1' }, 'service-1', null, null],
  ['an account while nobody is signed in', { account: 'service-1' }, null, null, null],
  ['a document that people still sign, which it replaces', { redoOf: 'before' }, 'service-1', 'replaced', null],
] as const)('does not send what is prepared for %s', (_name, key, account, send, discard) => {
  const row = rowOf(null, submissionKey('s', { phase: 'held', step: null, ...key }));
  const before = sampleSubmission('before', { stage: { kind: 'done', as: 'started' } });
  const now = { account, submissionOf: (id: string) => (id === 'before' ? before : null) };
  expect([reasonAgainst.send(row, now), reasonAgainst.discard(row, now)]).toEqual([send, discard]);
});

test('withdraws and deletes nothing of another account', () => {
  const of = (end: 'started' | 'draft') => rowOf(null, endedKey('s', end, { account: 'service-1', documentId: 'd' }));
  const now = { account: 'service-2', submissionOf: () => null };
  expect(reasonAgainst.withdraw(of('started'), now)).toBe('other-account');
  expect(reasonAgainst.delete(of('draft'), now)).toBe('other-account');
});

test.each([
  ['held', { phase: 'held', step: null }, null, null],
  ['held with a problem', { phase: 'held', step: null, troubled: true }, 'to-check', null],
  ['uploading', {}, 'not-held', 'not-held'],
] as const)('sends and discards what is prepared: %s', (_name, key, send, discard) => {
  const row = rowOf(null, submissionKey('s', key));
  expect([reasonAgainst.send(row, moment), reasonAgainst.discard(row, moment)]).toEqual([send, discard]);
});

describe('a selection', () => {
  const all: RowSelection = { keys: ['d1'] };

  test('says how many can, and why the others cannot', async () => {
    const rows = [
      rowOf(documentKey('d1', 'in-progress')),
      rowOf(documentKey('d2', 'signed')),
      rowOf(documentKey('d3', 'draft')),
      rowOf(documentKey('d4', 'signed')),
    ];
    const { total, actions } = await createSelections(
      async () => rows,
      () => moment,
    ).summary(all);
    expect([total, actions.withdraw.can, actions.delete.can, actions.save.can, actions.remind.can]).toEqual([
      4, 1, 1, 2, 1,
    ]);
    expect(actions.withdraw.cannot).toEqual([
      { why: 'ended', count: 2 },
      { why: 'draft', count: 1 },
    ]);
  });

  test('is refused when other rows would be withdrawn than those that a person confirmed', async () => {
    let rows = [rowOf(documentKey('d1', 'in-progress')), rowOf(documentKey('d2', 'signed'))];
    const selections = createSelections(
      async () => rows,
      () => moment,
    );
    const { stamp } = (await selections.summary(all)).actions.withdraw;
    rows = [...rows, rowOf(documentKey('d3', 'draft'))];
    expect(await selections.confirmed(all, 'withdraw', stamp)).toHaveLength(1);
    rows = [rowOf(documentKey('d4', 'in-progress'))];
    expect(await selections.confirmed(all, 'withdraw', stamp)).toBeNull();
    rows = [];
    expect(await selections.confirmed(all, 'withdraw', stamp)).toBeNull();
  });

  test('of 100,000 rows lets other work run', async () => {
    const row = rowOf(documentKey('d1', 'in-progress'));
    const rows = Array.from({ length: 100_000 }, (_, at) => ({ ...row, key: `d${at}` }));
    let turns = 0;
    const count = setInterval(() => {
      turns += 1;
    }, 0);
    const slices = createSlices();
    await slices.rest();
    const { actions } = await createSelections(
      async () => rows,
      () => moment,
    ).summary(all);
    clearInterval(count);
    expect(actions.withdraw.can).toBe(100_000);
    expect(turns).toBeGreaterThan(1);
  });
});
