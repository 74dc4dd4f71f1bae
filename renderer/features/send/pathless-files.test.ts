import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import { limits } from '../../../preload/contract/limits.ts';
import { useMirror } from '../../store/mirror.ts';
import { useUi } from '../../store/ui.ts';
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
