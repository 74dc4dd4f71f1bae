import { afterEach, expect, test, vi } from 'vitest';
import type { TakenBefore } from '../../../preload/contract/bulk.ts';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import { useMirror } from '../../store/mirror.ts';
import { scanFields } from './scan-fields.ts';
import { emptyDraft, newSheet } from './sheet.ts';
import { closeSheet, openNewSheet, reopenSheet } from './sheet-actions.ts';
import { useSheet } from './sheet-store.ts';
import { chooseFiles } from './take-files.ts';
import { createMain, sheet } from './testing/main-of-sheet.ts';

afterEach(() => vi.unstubAllGlobals());

test('what main answers about a file reaches its sheet, which was set aside meanwhile', async () => {
  useSheet.setState({ sheet: null, setAside: null, refused: [] });
  useMirror.setState({ revision: 1, state: { ...emptyState, active: 'c1' } });
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const content = '0'.repeat(64);
  const before: TakenBefore = {
    content,
    submissionId: 's',
    name: 'a.pdf',
    acceptedAt: 1,
    signees: [],
    scanPredefined: false,
    state: 'under-way',
  };
  createMain({
    'files.remarks': async ({ ids }) => {
      await closed;
      return { found: ids.map((id) => ({ id, remarks: ['signed'] })) };
    },
    'bulk.contents': async ({ ids }) => {
      await closed;
      return { contents: ids.map((id) => ({ id, content })) };
    },
    'bulk.taken': () => ({ taken: [before] }),
    'files.scan': async () => {
      await closed;
      return { ok: false, problem: { key: 'unreachable', params: {} } };
    },
  });
  await chooseFiles();
  const scanned = scanFields('f1');
  await closeSheet();
  openNewSheet({ ...emptyState, active: 'c1' });
  close();
  await scanned;
  await closeSheet();
  reopenSheet();
  const late = { scan: { kind: 'failed' }, verdict: { remarks: ['signed'] }, earlier: [before] };
  await expect.poll(() => sheet().files[0]).toMatchObject(late);
});

test('opening the closed sheet again takes nothing from the one of another connection', async () => {
  useMirror.setState({ revision: 1, state: { ...emptyState, active: 'b' } });
  const before = newSheet({ ...emptyDraft, alias: 'Of B' }, { connectionId: 'b' });
  const other = newSheet(emptyDraft, { connectionId: 'a' });
  useSheet.setState({ sheet: { ...other, handing: true }, setAside: before });
  reopenSheet();
  expect(useSheet.getState()).toMatchObject({ sheet: { id: other.id }, setAside: { id: before.id } });
  useSheet.setState({ sheet: other, setAside: before });
  reopenSheet();
  expect(useSheet.getState()).toMatchObject({ sheet: { id: before.id }, setAside: { id: other.id } });
});
