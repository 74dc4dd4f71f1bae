import type { Change, Snapshot, State } from '../preload/contract/state.ts';

export type PublishedState = ReturnType<typeof createPublishedState>;

/** What the window is shown: one state, one revision, every change told to whoever listens. */
export function createPublishedState(initial: State) {
  let state = initial;
  let revision = 0;
  const listeners = new Set<(change: Change) => void>();
  return {
    get: (): State => state,
    snapshot: (): Snapshot => ({ revision, state }),
    publish(patch: Partial<State>): void {
      state = { ...state, ...patch };
      revision += 1;
      for (const listener of listeners) listener({ revision, patch });
    },
    subscribe(listener: (change: Change) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
