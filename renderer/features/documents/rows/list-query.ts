import { create } from 'zustand';
import type { ListChoice, ListQuery } from '../../../../preload/contract/list.ts';
import { everyRow, wholeList } from '../../../../preload/contract/list-choices.ts';
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

/** Takes every filter and the search away. The order is no filter: it stays. */
export function showEveryRow(more: Partial<ListQuery> = {}): void {
  useListQuery.setState(({ sort }) => ({ ...everyRow, search: '', sort, ...more }));
}

/** Does the same also for the next start, but for filters of this moment. */
export function chooseEveryRow(more: Partial<ListChoice> = {}): void {
  showEveryRow();
  choose(more);
}

let isRestored = false;

/** Takes up the choice of the last start, once. */
export function restoreChoice(choice: ListChoice): void {
  if (isRestored) return;
  isRestored = true;
  useListQuery.setState(choice);
}
