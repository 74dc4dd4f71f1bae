import { beforeEach, expect, test, vi } from 'vitest';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import type { Handlers } from '../../../preload/contract/index.ts';
import { useMirror } from '../../store/mirror.ts';
import { useUi } from '../../store/ui.ts';
import { createMain } from '../send/testing/main-of-sheet.ts';
import { takeDropped, takeText } from './bulk-input.ts';
import { newList, withRow } from './bulk-list.ts';
import {
  addFiles,
  changeList,
  closeBulk,
  emptyBulk,
  openBulk,
  putList,
  setUsual,
  takeUsual,
  useBulk,
  usualOf,
} from './bulk-store.ts';
import { askTakenAgain, checkNewFiles } from './check-files.ts';
import { judgeRows } from './judge-rows.ts';
import { sendRows } from './send-rows.ts';

const contents = new Map([
  ['f1', '1'.repeat(64)],
  ['f2', '2'.repeat(64)],
]);
const stateOf = (active: string) => ({ ...emptyState, active, senderName: 'Muster AG' });
const judge = () => {
  const now = useBulk.getState();
  const { choices } = usualOf({ profiles: [] }, now);
  return now.list ? judgeRows(now.list, { ...now, profiles: [], usual: choices, modes: null }) : [];
};

/** A list of two documents for connection A, which has sent the first one to Anna already. */
async function listForA(whileChecking: () => void = () => {}, more: Partial<Handlers> = {}) {
  let asks = 0;
  const main = createMain({
    'files.judge': ({ ids }) => {
      asks += 1;
      if (asks > 1) whileChecking();
      return { verdicts: ids.map((id) => ({ id, kind: 'docx', remarks: [], problem: null })) };
    },
    'bulk.contents': ({ ids }) => ({ contents: ids.map((id) => ({ id, content: contents.get(id) ?? null })) }),
    'bulk.taken': ({ connectionId }) => ({
      taken:
        connectionId === 'A'
          ? [
              {
                content: contents.get('f1') ?? '',
                submissionId: 's1',
                name: 'one.docx',
                acceptedAt: 1,
                signees: ['anna@example.ch'],
                scanPredefined: false,
                state: 'under-way',
              },
            ]
          : [],
    }),
    ...more,
  });
  useMirror.setState({ state: stateOf('A') });
  openBulk(stateOf('A'));
  addFiles(
    {
      files: [
        { id: 'f1', name: 'one.docx', size: 1 },
        { id: 'f2', name: 'two.docx', size: 1 },
      ],
      refused: [],
    },
    1_000,
  );
  putList(
    newList([
      ['file', 'signee'],
      ['one.docx', 'anna@example.ch'],
      ['two.docx', 'beat@example.ch'],
    ]),
  );
  await checkNewFiles();
  await askTakenAgain();
  expect(judge().map(({ state }) => state)).toEqual(['taken', 'ready']);
  return main;
}

beforeEach(() => {
  vi.unstubAllGlobals();
  emptyBulk();
  useBulk.setState(useBulk.getInitialState());
});

test('the ready rows go to the connection of the list, and not what it has sent already', async () => {
  const { submitted } = await listForA();
  await sendRows(judge);
  expect(submitted.map(({ connectionId, items }) => [connectionId, items.map(({ fileId }) => fileId)])).toEqual([
    ['A', ['f2']],
  ]);
});

test('a row names the latest submission of its content that it was judged with', async () => {
  const { submitted } = await listForA();
  changeList((list) => withRow(list, 1, () => ({ again: { before: 's1' } })));
  await sendRows(judge);
  expect(submitted[0]?.items).toEqual([
    { fileId: 'f1', choice: 0, earlier: 's1', twin: true },
    { fileId: 'f2', choice: 1 },
  ]);
});

test('a document that a folder took meanwhile stays as sent before, without a trouble to correct', async () => {
  await listForA(() => {}, {
    'outbox.submit': ({ items }) => ({
      results: items.map(({ fileId }) => ({ ok: false, fileId, problem: { key: 'sent-meanwhile', params: {} } })),
    }),
  });
  await sendRows(judge);
  expect(useBulk.getState().list?.rows.map(({ refusal }) => refusal)).toEqual([null, null]);
});

test('nothing is sent when another connection is shown by then', async () => {
  const { submitted } = await listForA();
  useMirror.setState({ state: stateOf('B') });
  await sendRows(judge);
  expect(submitted).toEqual([]);
  expect(useBulk.getState()).toMatchObject({ sending: null, result: { kind: 'looked' } });
});

test('nothing is sent to a connection for which the list was opened again meanwhile', async () => {
  const { submitted } = await listForA(() => {
    useMirror.setState({ state: stateOf('B') });
    openBulk(stateOf('B'));
  });
  await sendRows(judge);
  expect(submitted).toEqual([]);
});

test('a second press while it sends changes nothing', async () => {
  const { submitted } = await listForA();
  await Promise.all([sendRows(judge), sendRows(judge)]);
  expect(submitted).toHaveLength(1);
});

test('the sheet stays open while rows are sent: it tells the result', async () => {
  let isOpen = true;
  await listForA(() => {
    closeBulk();
    isOpen = useUi.getState().bulk;
  });
  await sendRows(judge);
  expect(isOpen).toBe(true);
  closeBulk();
  expect(useUi.getState().bulk).toBe(false);
});

test('a list that comes while rows are sent waits for their answer, and loses no row to it', async () => {
  await listForA(() => {}, {
    'outbox.submit': ({ items }) => {
      takeText('file\tsignee\nthree.docx\tcarla@example.ch\nfour.docx\tdora@example.ch\n');
      return { results: items.map(({ fileId }) => ({ ok: true, fileId, submissionId: `of ${fileId}` })) };
    },
  });
  await sendRows(judge);
  await vi.waitFor(() => expect(useBulk.getState().list?.rows[0]?.cells.file).toBe('three.docx'));
  expect(useBulk.getState().list).toMatchObject({ taken: 0, rows: [{ at: 1 }, { at: 2 }] });
});

test('a list that is dropped with documents shows before they were opened', async () => {
  let rows: number | undefined;
  createMain({
    'files.offer': () => {
      rows = useBulk.getState().list?.rows.length;
      return { files: [], refused: [], pathless: [] };
    },
  });
  openBulk(stateOf('A'));
  const list = new File(['file,signee\none.docx,anna@example.ch\n'], 'list.csv');
  await takeDropped([new File(['%PDF-'], 'one.pdf'), list]);
  expect(rows).toBe(1);
});

test('the sender stays while a list is open: a watched folder may send in another name', () => {
  const by = (alias: string) => ({ ...emptyState, active: 'A', outbox: { ...emptyState.outbox, alias } });
  const sender = () => usualOf({ profiles: [] }, useBulk.getState()).choices.alias;
  openBulk(by('Anna'));
  putList(newList([['one.docx', 'anna@example.ch']]));
  closeBulk();
  openBulk(by('Procurement'));
  expect(sender()).toBe('Anna');
  emptyBulk();
  openBulk(by('Procurement'));
  expect(sender()).toBe('Procurement');
});

test('another connection keeps no refusal and no result of the one before', async () => {
  await listForA(() => {}, {
    'outbox.submit': ({ items }) => ({
      results: items.map(({ fileId }) => ({ ok: false, fileId, problem: { key: 'not-now', params: {} } })),
    }),
  });
  await sendRows(judge);
  expect(useBulk.getState().list?.rows.map(({ refusal }) => refusal?.key)).toContain('not-now');
  openBulk(stateOf('B'));
  expect(useBulk.getState()).toMatchObject({ result: null, connectionId: 'B' });
  expect(useBulk.getState().list?.rows.map(({ refusal }) => refusal)).toEqual([null, null]);
});

const profile = (comment: string) => ({
  id: 'p',
  name: 'Contracts',
  isDefault: true,
  choices: { ...usualOf({ profiles: [] }, useBulk.getInitialState()).choices, comment },
});

test('a row without a profile goes as the named profile is now, with what was chosen beside it', () => {
  openBulk({ ...stateOf('A'), senderName: 'Anna' });
  setUsual('p', { mode: 'qualified' });
  const now = usualOf({ profiles: [profile('Newer')] }, useBulk.getState());
  expect(now).toMatchObject({ profile: 'p', choices: { comment: 'Newer', mode: 'qualified' } });
  takeUsual('gone');
  expect(usualOf({ profiles: [profile('Newer')] }, useBulk.getState())).toMatchObject({
    profile: '',
    choices: { comment: '', alias: 'Anna' },
  });
});

test('what was chosen for a list stays with its connection', () => {
  openBulk(stateOf('A'));
  setUsual('', { mode: 'qualified' });
  openBulk(stateOf('B'));
  const given = { profiles: [] };
  expect(usualOf(given, useBulk.getState()).choices.mode).not.toBe('qualified');
  openBulk(stateOf('A'));
  expect(usualOf(given, useBulk.getState()).choices.mode).toBe('qualified');
});
