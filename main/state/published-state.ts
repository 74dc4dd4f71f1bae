import type { Change, Snapshot, State } from '../../preload/contract/state.ts';

export type PublishedState = ReturnType<typeof createPublishedState>;

/** The state that the window shows, with a revision. Tells listeners about each change. */
export function createPublishedState(initial: State) {
  let state = initial;
  let revision = 0;
  const listeners = new Set<(change: Change) => void>();

  function notify(change: Omit<Change, 'revision'>): void {
    revision += 1;
    for (const listener of listeners) listener({ revision, ...change });
  }

  return {
    get: (): State => state,
    snapshot: (): Snapshot => ({ revision, state }),
    publish(patch: Partial<State>): void {
      state = { ...state, ...patch };
      notify({ patch });
    },
    subscribe(listener: (change: Change) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
