import { beforeEach, expect, test } from 'vitest';
import { changeAndTell } from './change-and-tell.ts';
import { useUi } from './ui.ts';

beforeEach(() => useUi.setState({ fault: null }));

test('a change that main refuses is told', async () => {
  const problem = { key: 'not-recorded', params: {} } as const;
  await changeAndTell(Promise.resolve({ ok: true, value: { ok: false, problem } }));
  expect(useUi.getState().fault).toEqual(problem);
});

test('a change that main makes is told by its control alone', async () => {
  await changeAndTell(Promise.resolve({ ok: true, value: { ok: true } }));
  expect(useUi.getState().fault).toBeNull();
});
