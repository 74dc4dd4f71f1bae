import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import { limits } from '../../../preload/contract/limits.ts';
import { useMirror } from '../../store/mirror.ts';
import { useUi } from '../../store/ui.ts';
import { closeSheet, dropSetAside, openNewSheet, reopenSheet } from './sheet-actions.ts';
import { useSheet } from './sheet-store.ts';
import { takeFiles } from './take-files.ts';
import { createMain, sheet } from './testing/main-of-sheet.ts';

beforeEach(() => {
  useSheet.setState({ sheet: null, setAside: null, refused: [] });
  useUi.setState({ fault: null, screen: 'settings', arrived: null });
  useMirror.setState({ revision: 1, state: { ...emptyState, active: 'c1' } });
});
afterEach(() => vi.unstubAllGlobals());

describe('files without a path', () => {
  const pathless = { files: [], refused: [] };
  test.each([
    [0, [true]],
    [5, [true]],
    [limits.pieceBytes, [true]],
    [limits.pieceBytes + 5, [false, true]],
  ])('%i bytes are handed over piece by piece, in order and whole', async (size, lasts) => {
    const pieces: { readonly last: boolean; readonly bytes: Uint8Array }[] = [];
    createMain({
      'files.offer': () => ({ ...pathless, pathless: [0] }),
      'files.receive': ({ bytes, last, name }) => {
        pieces.push({ last, bytes });
        return { ok: true, offered: last ? { files: [{ id: 'r', name, size: 5 }], refused: [], pathless: [] } : null };
      },
    });
    const content = new Uint8Array(size).map((_, at) => at % 251);
    await takeFiles([new File([content], 'From mail.pdf')]);
    expect(pieces.map(({ last }) => last)).toEqual(lasts);
    expect(Buffer.concat(pieces.map(({ bytes }) => bytes)).equals(content)).toBe(true);
    expect(sheet()).toMatchObject({
      receiving: 0,
      files: [{ id: 'r', name: 'From mail.pdf', verdict: { kind: 'pdf' } }],
    });
  });

  test('refuses a file that is too large by name, without reading it', async () => {
    createMain({ 'files.offer': () => ({ ...pathless, pathless: [0] }) });
    const file = new File([new Uint8Array(limits.fileBytes + 1)], 'Large.pdf');
    await takeFiles([file]);
    expect(sheet().refused).toMatchObject([{ name: 'Large.pdf', problem: { key: 'file-too-large' } }]);
  });

  test('refuses an unreadable file by name', async () => {
    createMain({ 'files.offer': () => ({ ...pathless, pathless: [0] }) });
    const file = new File(['x'], 'Gone.pdf');
    Object.assign(file, { slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) });
    await takeFiles([file]);
    expect(sheet()).toMatchObject({
      receiving: 0,
      refused: [{ name: 'Gone.pdf', problem: { key: 'file-not-readable' } }],
    });
  });
});

describe('a file that arrives late', () => {
  /** Drops a file that is here and one whose bytes come only when told. */
  async function dropTwo() {
    const { promise: bytes, resolve: arrive } = Promise.withResolvers<ArrayBuffer>();
    const main = createMain({
      'files.offer': () => ({ files: [{ id: 'f', name: 'Here.pdf', size: 5 }], refused: [], pathless: [1] }),
      'files.receive': ({ name }) => ({
        ok: true,
        offered: { files: [{ id: 'r', name, size: 5 }], refused: [], pathless: [] },
      }),
    });
    const late = new File(['later'], 'Late.pdf');
    Object.assign(late, { slice: () => ({ arrayBuffer: () => bytes }) });
    const taken = takeFiles([new File(['x'], 'Here.pdf'), late]);
    await expect.poll(() => useSheet.getState().sheet?.receiving).toBe(1);
    return {
      main,
      async arrive() {
        arrive(new ArrayBuffer(5));
        await taken;
      },
    };
  }
  const openAnother = () => openNewSheet({ ...emptyState, active: 'c1' });

  test('joins its own sheet, which was set aside, and not the one that is open now', async () => {
    const { arrive } = await dropTwo();
    await closeSheet();
    openAnother();
    await arrive();
    expect(sheet()).toMatchObject({ files: [], receiving: 0 });
    expect(useSheet.getState().setAside).toMatchObject({ files: [{ id: 'f' }, { id: 'r' }], receiving: 0 });
  });

  test('joins its own sheet when that is open again', async () => {
    const { arrive, main } = await dropTwo();
    await closeSheet();
    reopenSheet();
    await arrive();
    expect(sheet()).toMatchObject({ files: [{ id: 'f' }, { id: 'r', verdict: { kind: 'pdf' } }], receiving: 0 });
    expect(main.released).toEqual([]);
  });

  test('joins its own sheet also while another connection is shown', async () => {
    const { arrive } = await dropTwo();
    useMirror.setState({ revision: 2, state: { ...emptyState, active: 'c2' } });
    await arrive();
    expect(sheet()).toMatchObject({ connectionId: 'c1', files: [{ id: 'f' }, { id: 'r' }], receiving: 0 });
  });

  test('is released when its sheet is gone, although another one is open', async () => {
    const { arrive, main } = await dropTwo();
    await closeSheet();
    await dropSetAside();
    openAnother();
    await arrive();
    expect(sheet()).toMatchObject({ files: [], receiving: 0 });
    expect(main.released).toEqual(['f', 'r']);
  });

  test('is refused on its own sheet only', async () => {
    const { arrive } = await dropTwo();
    createMain({ 'files.receive': () => ({ ok: false, problem: { key: 'file-not-readable', params: {} } }) });
    await closeSheet();
    openAnother();
    await arrive();
    expect(sheet().refused).toEqual([]);
    expect(useSheet.getState().setAside).toMatchObject({ refused: [{ name: 'Late.pdf' }], receiving: 0 });
  });
});
