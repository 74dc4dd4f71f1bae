import { beforeEach, expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import type { Change, Language } from '../../preload/contract/index.ts';
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
  main.send({ revision: 10, patch: { offer: null, profiles: undefined } });
  expect(useMirror.getState()).toMatchObject({ revision: 10, state: { active: 'nine', profiles: [] } });
});
