import type { ListQuery } from '../../preload/contract/list.ts';
import { canFold, type ListGroup, type ListSort, listGroups } from '../../preload/contract/list-choices.ts';
import { wordsIn } from '../journal/search-words.ts';
import { type LongWork, partsOf } from '../time/slices.ts';
import type { ListIndex } from './list-index.ts';
import { type FilterDeps, filterFor } from './row-filter.ts';
import type { RowKey } from './row-key.ts';
import type { Marks } from './row-words.ts';
import { orders } from './sorted-rows.ts';

interface GroupRows {
  readonly group: ListGroup;
  readonly count: number;
  /** Whether only the heading is shown. */
  readonly folded: boolean;
  /** The rows. A folded group has none: nobody walks over or chooses hidden rows. */
  readonly rows: readonly RowKey[];
}

const rowsOfGroup = (group: ListGroup, rows: readonly RowKey[], folded = false): GroupRows => ({
  group,
  count: rows.length,
  folded,
  rows: folded ? [] : rows,
});

/** The rows of one query at one version of the index, by group. */
export interface ListView {
  readonly version: number;
  readonly groups: readonly GroupRows[];
  readonly total: number;
}

const viewOf = (version: number, groups: readonly GroupRows[]): ListView => ({
  version,
  groups: groups.filter(({ count }) => count > 0),
  total: groups.reduce((sum, { rows }) => sum + rows.length, 0),
});

/** Rows of a view that are read at once. */
const PART = 256;

/** Sorts all rows of the index in one order. Ten thousands of rows take several turns of the loop. */
export function* readWholeView(index: ListIndex, sort: ListSort): LongWork<ListView> {
  // Rows that come while we sort are not among these: the next question must read them.
  const version = index.version();
  const sorted = yield* index.order(sort).inOrder();
  const byGroup: Record<ListGroup, RowKey[]> = {
    needsYou: [],
    ready: [],
    sending: [],
    waiting: [],
    finished: [],
    drafts: [],
    other: [],
    archive: [],
  };
  yield* partsOf(sorted, PART, (part) => {
    for (const row of part) byGroup[row.group].push(row);
  });
  return viewOf(
    version,
    listGroups.map((group) => rowsOfGroup(group, byGroup[group])),
  );
}

function* matchingRows(rows: readonly RowKey[], matches: (row: RowKey) => boolean): LongWork<RowKey[]> {
  const found: RowKey[] = [];
  yield* partsOf(rows, PART, (part) => {
    for (const row of part) if (matches(row)) found.push(row);
  });
  return found;
}

type ViewDeps = Omit<FilterDeps, 'found'> & Pick<ListIndex, 'findWord'>;

/** Takes the rows of a query from the whole view. */
export function* readView(from: ListView, query: ListQuery, { findWord, ...deps }: ViewDeps): LongWork<ListView> {
  const found: Marks[] = [];
  for (const word of wordsIn(query.search).split(' ').filter(Boolean)) found.push(yield* findWord(word));
  const matches = filterFor(query, { ...deps, found });
  // What a person put out of sight comes back when they look for a name, or for copies that are missing.
  const isAmongAll = (group: ListGroup) =>
    group !== 'archive' || query.unsaved || wordsIn(query.search + query.person) !== '';
  const wanted = from.groups.filter(
    ({ group }) => query.group === group || (query.group === 'all' && isAmongAll(group)),
  );
  const folded = canFold(query) ? query.folded : [];
  if (matches === null)
    return viewOf(
      from.version,
      wanted.map(({ group, rows }) => rowsOfGroup(group, rows, folded.includes(group))),
    );
  const groups: GroupRows[] = [];
  for (const { group, rows } of wanted) groups.push(rowsOfGroup(group, yield* matchingRows(rows, matches)));
  return viewOf(from.version, groups);
}

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

/** Finds the place of a row. Its group is in order, so we halve the distance. */
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
