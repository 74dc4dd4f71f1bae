import type { Journal } from '../journal/journal.ts';
import type { PublishedState } from '../state/published-state.ts';

interface ForeignToDeps {
  readonly journal: { readonly connections: Pick<Journal['connections'], 'listedFor'> };
  readonly state: Pick<PublishedState, 'accountOf'>;
}

/**
 * Tells which accounts are others than the one whose list is shown: its checks no longer show what happens to their
 * documents. Signed out, the list is still that of the last account.
 */
export function foreignTo(
  { journal, state }: ForeignToDeps,
  connectionId: string,
): (account: string | null) => boolean {
  const listed = state.accountOf(connectionId) ?? journal.connections.listedFor(connectionId);
  return (account) => account !== null && account !== listed;
}
