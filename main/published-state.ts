import type { Change, Snapshot, State } from '../preload/contract/state.ts';
import type { SubmissionRow } from '../preload/contract/submission.ts';

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
    /** Sends only the changed submissions to the window, as there may be thousands. */
    publishRows(rows: readonly SubmissionRow[], patch: Partial<State> = {}): void {
      const changed = new Map(rows.map((row) => [row.id, row]));
      const known = state.submissions.map((row) => {
        const now = changed.get(row.id);
        changed.delete(row.id);
        return now ?? row;
      });
      const all = [...changed.values(), ...known];
      const submissions = changed.size === 0 ? all : all.toSorted((a, b) => b.acceptedAt - a.acceptedAt);
      state = { ...state, ...patch, submissions };
      notify({ patch, rows: [...rows] });
    },
    subscribe(listener: (change: Change) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
