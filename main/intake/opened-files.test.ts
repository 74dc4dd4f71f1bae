import { expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { createPublishedState } from '../state/published-state.ts';
import { createOpenedFiles } from './opened-files.ts';

test('opened files wait until the window takes them, each once', () => {
  const state = createPublishedState(emptyState);
  const openedFiles = createOpenedFiles({ state });
  openedFiles.add([]);
  expect(state.snapshot().revision).toBe(0);
  openedFiles.add(['/a.pdf']);
  openedFiles.add(['/b.pdf', '/a.pdf']);
  expect(state.get().openedFiles).toBe(2);
  expect(openedFiles.take()).toEqual(['/a.pdf', '/b.pdf']);
  expect(state.get().openedFiles).toBe(0);
  expect(openedFiles.take()).toEqual([]);
});
