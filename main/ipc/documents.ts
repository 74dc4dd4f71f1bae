import type { Handlers } from '../../preload/contract/index.ts';
import type { Checks } from '../tracking/checks.ts';
import type { PublishedState } from './published-state.ts';

interface DocumentsDeps {
  readonly state: PublishedState;
  readonly checks: Checks;
}

export function documentsHandlers({ state, checks }: DocumentsDeps) {
  return {
    'documents.check': () => {
      const { active } = state.get();
      return active === null ? { ok: true } : checks.now(active);
    },
  } satisfies Partial<Handlers>;
}
