import type { ListQuery } from '../../preload/contract/list.ts';
import { type ListGroup, listGroups } from '../../preload/contract/list-choices.ts';
import { createSlices } from '../slices.ts';
import type { ListIndex } from './list-index.ts';
import { filterFor } from './row-filter.ts';
import type { RowKey } from './row-key.ts';
import { orders } from './sorted-rows.ts';

/** The rows of one query at one version of the index, by group. */
export interface ListView {
  readonly version: number;
  readonly groups: readonly { readonly group: ListGroup; readonly rows: readonly RowKey[] }[];
  readonly total: number;
}

/** All rows of a query. Ten thousands of rows take several turns of the loop. */
export async function readView(index: ListIndex, query: ListQuery, now: number): Promise<ListView> {
  const slices = createSlices();
  const sorted = await index.order(query.sort).inOrder(slices);
  const version = index.version();
  const matches = filterFor(query, now);
  const byGroup = new Map<ListGroup, RowKey[]>(listGroups.map((group) => [group, []]));
  for (const row of sorted) {
    if (slices.isOver()) await slices.rest();
    if (query.group !== 'all' && query.group !== row.group) continue;
    if (matches === null || matches(row)) byGroup.get(row.group)?.push(row);
  }
  const groups = [...byGroup].flatMap(([group, rows]) => (rows.length > 0 ? [{ group, rows }] : []));
  return { version, groups, total: groups.reduce((sum, { rows }) => sum + rows.length, 0) };
}

/** The rows at these places. */
export function rowsAt({ groups }: ListView, from: number, count: number): readonly RowKey[] {
  const found: RowKey[] = [];
  let passed = 0;
  for (const { rows } of groups) {
    const first = Math.max(0, from - passed);
    const wanted = Math.min(count - found.length, rows.length - first);
    if (wanted > 0) found.push(...rows.slice(first, first + wanted));
    passed += rows.length;
  }
  return found;
}

/** The place of a row. Its group is in order, so we halve the distance. */
export function placeOf({ groups }: ListView, { sort }: ListQuery, row: RowKey): number | null {
  const compare = orders[sort];
  let passed = 0;
  for (const { group, rows } of groups) {
    if (group === row.group) {
      let low = 0;
      let high = rows.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        const found = rows[middle];
        if (found !== undefined && compare(found, row) < 0) low = middle + 1;
        else high = middle;
      }
      return rows[low]?.key === row.key ? passed + low : null;
    }
    passed += rows.length;
  }
  return null;
}
