import { beforeEach, expect, test } from 'vitest';
import { emptyState } from '../../../preload/contract/empty-state.ts';
import { createFakeBridge } from '../../../preload/contract/fake-bridge.ts';
import type { Change, Language } from '../../../preload/contract/index.ts';
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

test('events before the snapshot wait; older ones are dropped, newer ones applied', async () => {
  const main = createMain();
  const spoken: Language[] = [];
  const connected = connectMirror(main.bridge, async (language) => {
    // An event in the middle of loading words is not lost either.
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

test('an event that comes twice or late changes nothing', async () => {
  const main = createMain();
  main.answer();
  await connectMirror(main.bridge, async () => {});
  main.send({ revision: 9, patch: { active: 'nine' } });
  main.send({ revision: 9, patch: { active: 'again' } });
  main.send({ revision: 8, patch: { active: 'late' } });
  main.send({ revision: 10, patch: { offer: null, documents: undefined } });
  expect(useMirror.getState()).toMatchObject({ revision: 10, state: { active: 'nine', documents: [] } });
});
