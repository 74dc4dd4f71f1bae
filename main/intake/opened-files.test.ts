import { expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { createPublishedState } from '../published-state.ts';
import { createOpenedFiles } from './opened-files.ts';

test('opened files wait until the window takes them, each once', () => {
  const state = createPublishedState(emptyState);
  const brought = createOpenedFiles({ state });
  brought.add([]);
  expect(state.snapshot().revision).toBe(0);
  brought.add(['/a.pdf']);
  brought.add(['/b.pdf', '/a.pdf']);
  expect(state.get().brought).toBe(2);
  expect(brought.take()).toEqual(['/a.pdf', '/b.pdf']);
  expect(state.get().brought).toBe(0);
  expect(brought.take()).toEqual([]);
});
