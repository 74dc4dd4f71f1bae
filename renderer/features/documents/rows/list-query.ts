import { create } from 'zustand';
import type { ListChoice, ListQuery } from '../../../../preload/contract/list.ts';
import { wholeList } from '../../../../preload/contract/list-choices.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';

/** The query of the list. It stays while another screen is shown. */
export const useListQuery = create<ListQuery>(() => wholeList);

/** Changes filters or order, and keeps them for the next start. */
export function choose(change: Partial<ListChoice>): void {
  useListQuery.setState(change);
  const { search: _search, ...choice } = useListQuery.getState();
  // The group and the search are of this moment.
  void ask(bridge().settings.list({ ...choice, group: 'all' }));
}

let isRestored = false;

/** Takes up the choice of the last start, once. */
export function restoreChoice(choice: ListChoice): void {
  if (isRestored) return;
  isRestored = true;
  useListQuery.setState(choice);
}
