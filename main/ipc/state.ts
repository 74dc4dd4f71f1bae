import type { Handlers, Sources } from '../../preload/contract/index.ts';
import type { PublishedState } from '../published-state.ts';

interface StateDeps {
  readonly state: PublishedState;
}

export function stateHandlers({ state }: StateDeps) {
  return { 'state.get': () => state.snapshot() } satisfies Partial<Handlers>;
}

export function stateSources({ state }: StateDeps): Sources {
  return { 'state.changed': (listener) => state.subscribe(listener) };
}
