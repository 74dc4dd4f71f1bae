import type { Connection } from '../../preload/contract/connection.ts';
import type { Change, Snapshot, State } from '../../preload/contract/state.ts';

export type PublishedState = ReturnType<typeof createPublishedState>;

/** Keeps the state that the window shows, with a revision. Tells listeners about each change. */
export function createPublishedState(initial: State) {
  let state = initial;
  let revision = 0;
  const listeners = new Set<(change: Change) => void>();

  function notify(change: Omit<Change, 'revision'>): void {
    revision += 1;
    for (const listener of listeners) listener({ revision, ...change });
  }

  const connectionOf = (id: string | null): Connection | undefined => state.connections.find((one) => one.id === id);

  return {
    get: (): State => state,
    connectionOf,
    accountOf: (connectionId: string): string | null => connectionOf(connectionId)?.username ?? null,
    addressOf: (connectionId: string | null): string => connectionOf(connectionId)?.fields.base ?? '',
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
