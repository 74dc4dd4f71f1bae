import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SelectionSummary } from '../../../../preload/contract/selection.ts';
import type { SelectionAction } from '../../../../preload/contract/selection-choices.ts';
import { createFakeBridge } from '../../../testing/fake-bridge.ts';
import { act, askRows, closeQuestion, forgetTold, useAskedRows } from './asked-rows.ts';

const selection = { keys: ['held', 'draft', 'running'] };
const acted: unknown[] = [];
let actions: SelectionSummary['actions'];
let refused: SelectionAction | null = null;

function only(can: Partial<Record<SelectionAction, number>>): SelectionSummary['actions'] {
  const of = (action: SelectionAction) => ({
    can: can[action] ?? 0,
    cannot: [],
    stamp: `stamp of ${action}`,
  });
  return {
    send: of('send'),
    discard: of('discard'),
    save: of('save'),
    withdraw: of('withdraw'),
    delete: of('delete'),
    remind: of('remind'),
    archive: of('archive'),
    unarchive: of('unarchive'),
  };
}

beforeEach(() => {
  acted.length = 0;
  const countersign = createFakeBridge({
    'documents.selected': () => ({ total: 3, recipients: { count: 0, shown: [] }, actions }),
    'documents.act': ({ action, stamp }) => {
      acted.push([action, stamp]);
      const problem = action === refused ? ({ key: 'selection-changed', params: {} } as const) : null;
      return { count: problem ? 0 : actions[action].can, problem };
    },
  });
  vi.stubGlobal('window', { countersign });
});
afterEach(() => {
  vi.unstubAllGlobals();
  closeQuestion();
  forgetTold();
});

const asked = () => {
  const now = useAskedRows.getState().asked;
  if (now === null) throw new Error('Nothing was asked');
  return now;
};

test('Delete discards what was not sent and deletes the rest, after one question', async () => {
  const both = only({ delete: 1, discard: 2 });
  const cannot = [
    { why: 'held' as const, count: 2 },
    { why: 'running' as const, count: 4 },
  ];
  actions = { ...both, delete: { ...both.delete, cannot } };
  await askRows('delete', selection, () => {});
  expect(asked()).toMatchObject({ action: 'delete', cannot: [{ why: 'running', count: 4 }] });
  await act(asked(), () => {});
  expect(acted).toEqual([
    ['delete', 'stamp of delete'],
    ['discard', 'stamp of discard'],
  ]);
  expect(useAskedRows.getState()).toEqual({
    asked: null,
    told: [
      { action: 'delete', count: 1 },
      { action: 'discard', count: 2 },
    ],
  });
});

test('Delete discards nothing when the documents at the service have changed', async () => {
  actions = only({ delete: 1, discard: 2 });
  refused = 'delete';
  await askRows('delete', selection, () => {});
  const told: unknown[] = [];
  await act(asked(), (problem) => told.push(problem?.key));
  expect([acted, told]).toEqual([[['delete', 'stamp of delete']], ['selection-changed']]);
  refused = null;
});

test.each([
  ['only what was not sent', { discard: 2, withdraw: 1 }, 'discard', ['discard']],
  ['only what is running', { withdraw: 1 }, 'withdraw', ['withdraw']],
  ['nothing that can go', {}, 'delete', []],
] as const)('Delete with %s asks about %s', async (_rows, can, action, parts) => {
  actions = only(can);
  await askRows('delete', selection, () => {});
  expect(asked()).toMatchObject({ action, parts });
});
