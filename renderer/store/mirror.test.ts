import { beforeEach, describe, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import type { Change, Language, SubmissionRow } from '../../preload/contract/index.ts';
import { sampleRow } from '../features/documents/testing/sample-entries.ts';
import { createFakeBridge } from '../testing/fake-bridge.ts';
import { connectMirror, useMirror } from './mirror.ts';

beforeEach(() => useMirror.setState({ revision: -1, state: null }));

function createMain() {
  const listeners = new Set<(change: Change) => void>();
  const answer = Promise.withResolvers<void>();
  const bridge = createFakeBridge(
    { 'state.get': () => answer.promise.then(() => ({ revision: 5, state: emptyState })) },
    {
      'state.changed': (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  );
  return {
    bridge,
    answer: answer.resolve,
    send: (change: Change) => {
      for (const listener of listeners) listener(change);
    },
  };
}

test('keeps events that arrive before the snapshot, and applies only the newer ones', async () => {
  const main = createMain();
  const spoken: Language[] = [];
  const connected = connectMirror(main.bridge, async (language) => {
    // An event that arrives while the language loads is kept, too.
    main.send({ revision: 7, patch: { active: 'c7' } });
    spoken.push(language);
  });
  main.send({ revision: 4, patch: { active: 'old' } });
  main.send({ revision: 6, patch: { language: 'de' } });
  main.answer();
  await connected;
  expect(useMirror.getState()).toMatchObject({ revision: 7, state: { active: 'c7', language: 'de' } });
  expect(spoken).toEqual(['en', 'de']);
});

test('ignores an event that arrives twice or late', async () => {
  const main = createMain();
  main.answer();
  await connectMirror(main.bridge, async () => {});
  main.send({ revision: 9, patch: { active: 'nine' } });
  main.send({ revision: 9, patch: { active: 'again' } });
  main.send({ revision: 8, patch: { active: 'late' } });
  main.send({ revision: 10, patch: { offer: null, documents: undefined } });
  expect(useMirror.getState()).toMatchObject({ revision: 10, state: { active: 'nine', documents: [] } });
});

describe('rows of submissions', () => {
  async function connected(rows: SubmissionRow[]) {
    const main = createMain();
    main.answer();
    await connectMirror(main.bridge, async () => {});
    main.send({ revision: 6, patch: { active: 'c1', submissions: rows } });
    const shown = () => useMirror.getState().state?.submissions ?? [];
    return { ...main, shown };
  }

  test('replaces a known row and keeps all other rows the same objects', async () => {
    const rows = [sampleRow('b', { acceptedAt: 2 }), sampleRow('a', { acceptedAt: 1 })];
    const { send, shown } = await connected(rows);
    const moving = sampleRow('a', { acceptedAt: 1, phase: 'calling' });
    send({ revision: 7, patch: {}, rows: [moving] });
    expect(shown()).toHaveLength(2);
    expect(shown()[0]).toBe(rows[0]);
    expect(shown()[1]).toBe(moving);
  });

  test('sorts new rows by their time, the newest first', async () => {
    const { send, shown } = await connected([sampleRow('b', { acceptedAt: 20 }), sampleRow('a', { acceptedAt: 10 })]);
    const fresh = [sampleRow('c', { acceptedAt: 30 }), sampleRow('d', { acceptedAt: 30 })];
    send({ revision: 7, patch: {}, rows: [...fresh, sampleRow('old', { acceptedAt: 15 })] });
    expect(shown().map(({ id }) => id)).toEqual(['d', 'c', 'b', 'old', 'a']);
  });

  test('ignores a row of another connection', async () => {
    const { send, shown } = await connected([sampleRow('a')]);
    const before = shown();
    send({ revision: 7, patch: {}, rows: [sampleRow('x', { connectionId: 'c2' })] });
    expect(shown()).toBe(before);
  });

  test('replaces the list with a whole list, including its rows', async () => {
    const { send, shown } = await connected([sampleRow('a')]);
    const patch = { active: 'c2', submissions: [sampleRow('b', { connectionId: 'c2' })] };
    send({ revision: 7, patch, rows: [sampleRow('b', { connectionId: 'c2', revision: 2 }), sampleRow('a')] });
    expect(shown()).toEqual([sampleRow('b', { connectionId: 'c2', revision: 2 })]);
  });
});
