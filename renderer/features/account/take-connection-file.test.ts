import { beforeEach, expect, test } from 'vitest';
import { practiceConnectionId } from '../../../preload/contract/limits.ts';
import { setConnecting, useConnecting } from './connecting.ts';
import { isConnectionFile, takeConnectionFile } from './take-connection-file.ts';

const { fields } = useConnecting.getInitialState();
const answer = { ok: true, offer: { fields, hasSecret: false, practice: false }, fields: [] } as const;

beforeEach(() => useConnecting.setState(useConnecting.getInitialState()));

test.each([
  ['practises', practiceConnectionId, null],
  ['corrects a connection', 'c', 'c'],
])('a file that is opened while a person %s', (_what, before, after) => {
  setConnecting({ connectionId: before, step: 'test' });
  takeConnectionFile({ ...answer, offer: { ...answer.offer }, fields: [] });
  expect(useConnecting.getState()).toMatchObject({ step: 'connection', connectionId: after });
});

test('a connection file is known by its ending', () => {
  expect(['it.json', 'a.pdf'].map((name) => isConnectionFile({ name }))).toEqual([true, false]);
});
