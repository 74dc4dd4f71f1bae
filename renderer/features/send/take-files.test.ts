import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import type { Problem } from '../../../preload/contract/index.ts';
import { limits } from '../../../preload/contract/limits.ts';
import { useMirror } from '../../store/mirror.ts';
import { useUi } from '../../store/ui.ts';
import { useSheet } from './sheet-store.ts';
import { chooseFiles, takeFiles } from './take-files.ts';
import { createMain, sheet } from './testing/main-of-sheet.ts';

const vanished: Problem = { key: 'file-vanished', params: { name: '' } };

beforeEach(() => {
  useSheet.setState({ sheet: null, setAside: null, refused: [] });
  useUi.setState({ fault: null, screen: 'settings', arrived: null });
  useMirror.setState({ revision: 1, state: { ...emptyState, active: 'c1' } });
});
afterEach(() => vi.unstubAllGlobals());

describe('a file that comes alone and cannot be sent', () => {
  const one = (name: string) => ({ files: [{ id: 'f', name, size: 10 }], refused: [], pathless: [] });

  test('opens no sheet: a notice has the reason', async () => {
    const { bad, released } = createMain({ 'files.choose': () => one('Program.pdf') });
    bad.set('f', vanished);
    await chooseFiles();
    expect(useSheet.getState()).toMatchObject({ sheet: null, refused: [{ name: 'Program.pdf', problem: vanished }] });
    expect(released).toEqual(['f']);
  });

  test('the notice leaves with the next sheet', async () => {
    createMain({ 'files.choose': () => one('Fine.pdf') });
    useSheet.setState({ refused: [{ key: 'k', name: 'Program.pdf', problem: vanished }] });
    await chooseFiles();
    expect(useSheet.getState()).toMatchObject({ sheet: { files: [{ id: 'f' }] }, refused: [] });
  });

  test('belongs to the sheet that is open, or that opened while it was judged', async () => {
    const asked = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const offers = [
      one('Program.pdf'),
      { ...one('a.pdf'), files: ['a', 'b'].map((id) => ({ id, name: id, size: 9 })) },
    ];
    createMain({
      'files.choose': () => offers.shift() ?? one('Late.pdf'),
      'files.judge': async ({ ids }) => {
        if (ids.includes('f')) {
          asked.resolve();
          await go.promise;
        }
        return { verdicts: ids.map((id) => ({ id, kind: 'pdf', remarks: [], problem: id === 'f' ? vanished : null })) };
      },
    });
    const first = chooseFiles();
    await asked.promise;
    await chooseFiles();
    go.resolve();
    await first;
    expect(useSheet.getState().refused).toEqual([]);
    expect(sheet().files.map(({ id, verdict }) => [id, verdict?.problem ?? null])).toEqual([
      ['a', null],
      ['b', null],
      ['f', vanished],
    ]);
  });

  test('on a slow drive the sheet opens before the verdict', async () => {
    const go = Promise.withResolvers<void>();
    createMain({
      'files.choose': () => one('Slow.pdf'),
      'files.judge': async ({ ids }) => {
        await go.promise;
        return { verdicts: ids.map((id) => ({ id, kind: 'pdf', remarks: [], problem: vanished })) };
      },
    });
    const chosen = chooseFiles();
    await vi.waitFor(() => expect(sheet().files).toMatchObject([{ id: 'f', verdict: null }]));
    go.resolve();
    await chosen;
    expect(sheet().files).toMatchObject([{ id: 'f', verdict: { problem: vanished } }]);
  });
});

test('refuses files beyond the limit by name', async () => {
  const asked: number[] = [];
  createMain({
    'files.offer': ({ paths }) => {
      asked.push(paths.length);
      return { files: [], refused: [], pathless: [] };
    },
  });
  await takeFiles(Array.from({ length: limits.filesAtOnce + 2 }, (_, at) => new File([], `${at}.pdf`)));
  expect(asked).toEqual([limits.filesAtOnce]);
  expect(useSheet.getState()).toMatchObject({ sheet: null, refused: [{ name: '1000.pdf' }, { name: '1001.pdf' }] });
});
