import { create } from 'zustand';
import { limits } from '../../../../preload/contract/limits.ts';
import type { ListQuery } from '../../../../preload/contract/list.ts';
import type { RowSelection } from '../../../../preload/contract/selection.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';
import { useListQuery } from './list-query.ts';
import { useServedRows } from './served-rows.ts';
import type { Cursor } from './use-followed-row.ts';

interface Chosen {
  /** The query whose rows are all chosen. Null: rows are chosen one by one. */
  readonly all: ListQuery | null;
  /** The chosen rows, or those left out of all. */
  readonly keys: ReadonlySet<string>;
  /** Whether there are more rows than a person may choose one by one. */
  readonly isCut: boolean;
  /** The key Del was pressed: the bar asks whether to delete them. */
  readonly asksDelete: boolean;
}

const nothing: Chosen = { all: null, keys: new Set(), isCut: false, asksDelete: false };

/** The rows that a person chose. Of a long list the window knows only some, so all rows are a query and its exceptions. */
export const useSelection = create<Chosen>(() => nothing);

export const isEmpty = ({ all, keys }: Chosen): boolean => all === null && keys.size === 0;
export const isChosen = ({ all, keys }: Chosen, key: string): boolean => (all !== null) !== keys.has(key);
export const countOf = ({ all, keys }: Chosen, total: number): number => (all === null ? keys.size : total - keys.size);

export function toSelection({ all, keys }: Chosen): RowSelection {
  return all === null ? { keys: [...keys] } : { query: all, except: [...keys] };
}

export function clearSelection(): void {
  if (!isEmpty(useSelection.getState())) useSelection.setState(nothing);
}

/** Adds a row or takes it out. `current`: the row that looks chosen already, because the keyboard is at it. */
export function toggle(key: string, current: string | null): void {
  useSelection.setState((before) => {
    const keys = new Set(isEmpty(before) && current !== null && current !== key ? [current] : before.keys);
    if (!keys.delete(key)) keys.add(key);
    if (keys.size > limits.selectedRows) return { isCut: true };
    return { keys, isCut: false };
  });
}

/** Asks whether to delete the chosen rows, or this one. */
export function askDelete(key: string): void {
  useSelection.setState((before) =>
    isEmpty(before) ? { ...nothing, keys: new Set([key]), asksDelete: true } : { asksDelete: true },
  );
}

/** Chooses all rows of the list as it is shown. */
export function chooseAll(): void {
  useSelection.setState({ all: useListQuery.getState(), keys: new Set(), isCut: false });
}

/** Returns where a row is now. If it is gone, where it was. */
async function placeNow({ place, key }: Cursor, query: ListQuery): Promise<number> {
  if (key === null) return place;
  const { from, keys } = useServedRows.getState();
  const index = keys.indexOf(key);
  if (index >= 0) return from + index;
  return (await ask(bridge().documents.positionOf({ query, key }))).position ?? place;
}

/** Chooses the rows from one, wherever it stands now, to a place. The window may not know all of them. */
export async function chooseRange(begun: Cursor, other: number): Promise<void> {
  const query = useListQuery.getState();
  const one = await placeNow(begun, query);
  const first = Math.min(one, other);
  const wanted = Math.abs(one - other) + 1;
  const count = Math.min(wanted, limits.selectedRows);
  const { from, keys } = useServedRows.getState();
  const isHere = first >= from && first + count <= from + keys.length;
  const range = isHere
    ? keys.slice(first - from, first - from + count)
    : (await ask(bridge().documents.keys({ query, from: first, count }))).keys;
  // Meanwhile the person may have asked for other rows.
  if (query === useListQuery.getState())
    useSelection.setState({ all: null, keys: new Set(range), isCut: wanted > limits.selectedRows });
}

/** Clears the selection for another query or connection, so that nobody acts on rows out of sight. */
export function followList(): () => void {
  const ends = [
    useListQuery.subscribe(clearSelection),
    useServedRows.subscribe((now, before) => {
      if (now.connection !== before.connection) clearSelection();
    }),
  ];
  return () => {
    for (const end of ends) end();
    clearSelection();
  };
}
