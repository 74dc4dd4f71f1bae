import type { ListQuery } from '../../preload/contract/list.ts';
import { canFold, type ListGroup, type ListSort, listGroups } from '../../preload/contract/list-choices.ts';
import { wordsIn } from '../journal/search-words.ts';
import { inSlices, type LongWork, partsOf } from '../time/slices.ts';
import type { ListIndex } from './list-index.ts';
import { type FilterDeps, filterFor } from './row-filter.ts';
import type { RowKey } from './row-key.ts';
import type { Marks } from './row-words.ts';
import { orders } from './sorted-rows.ts';

interface GroupRows {
  readonly group: ListGroup;
  readonly count: number;
  /** Only the heading is shown. */
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
  const byGroup = new Map(listGroups.map((group): [ListGroup, RowKey[]] => [group, []]));
  yield* partsOf(sorted, PART, (part) => {
    for (const row of part) byGroup.get(row.group)?.push(row);
  });
  return viewOf(
    version,
    [...byGroup].map(([group, rows]) => rowsOfGroup(group, rows)),
  );
}

function* matchingRows(rows: readonly RowKey[], matches: (row: RowKey) => boolean): LongWork<RowKey[]> {
  const found: RowKey[] = [];
  yield* partsOf(rows, PART, (part) => {
    for (const row of part) if (matches(row)) found.push(row);
  });
  return found;
}

interface PeopleDeps {
  /** Returns the addresses of people whose names have this word. */
  readonly addressesOf: (word: string) => readonly string[];
}

/**
 * Returns for each word of the search the texts of which a row has one. Rows have the addresses of people, and a person
 * may be looked for by a name that only People knows.
 */
const textsOf = ({ search }: ListQuery, addressesOf: PeopleDeps['addressesOf']): readonly string[][] =>
  wordsIn(search)
    .split(' ')
    .filter(Boolean)
    .map((word) => [word, ...addressesOf(word).map((email) => ` ${wordsIn(email)} `)]);

type ViewDeps = Omit<FilterDeps, 'found'> & PeopleDeps & Pick<ListIndex, 'findWord'>;

/** Takes the rows of a query from the whole view. */
export function* readView(
  from: ListView,
  query: ListQuery,
  { findWord, addressesOf, ...deps }: ViewDeps,
): LongWork<ListView> {
  const found: Marks[] = [];
  for (const texts of textsOf(query, addressesOf)) found.push(yield* findWord(...texts));
  const matches = filterFor(query, { ...deps, found });
  // Rows that a person put out of sight come back in a search for a name, or for copies that are missing.
  const isAmongAll = (group: ListGroup) =>
    group !== 'archive' || query.unsaved || wordsIn(query.search + query.person) !== '';
  const folded = matches === null && canFold(query) ? query.folded : [];
  const groups: GroupRows[] = [];
  for (const { group, rows } of from.groups) {
    if (query.group !== group && !(query.group === 'all' && isAmongAll(group))) continue;
    const matching = matches === null ? rows : yield* matchingRows(rows, matches);
    groups.push(rowsOfGroup(group, matching, folded.includes(group)));
  }
  return viewOf(from.version, groups);
}

/** Returns the rows at some places of the view. */
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

/** Reads views. Keeps the last one, because most questions only ask for other places of it. */
export function createViewReader(index: ListIndex, deps: () => Omit<FilterDeps, 'found'> & PeopleDeps) {
  let last: { readonly text: string; readonly view: ListView } | null = null;
  /** All rows in the order that was asked for last. Every query takes its rows from here. */
  let whole: { readonly sort: ListQuery['sort']; readonly view: ListView } | null = null;
  let reading: Promise<unknown> = Promise.resolve();

  const isCurrent = ({ view }: { readonly view: ListView }) => view.version === index.version();

  async function read(query: ListQuery): Promise<ListView> {
    const asked = deps();
    // Somebody may have got a name since.
    const text = JSON.stringify([query, textsOf(query, asked.addressesOf)]);
    if (last?.text === text && isCurrent(last) && !query.soon) return last.view;
    if (whole?.sort !== query.sort || !isCurrent(whole))
      whole = { sort: query.sort, view: await inSlices(readWholeView(index, query.sort)) };
    const view = await inSlices(readView(whole.view, query, { ...asked, findWord: index.findWord }));
    last = { text, view };
    return view;
  }

  /** Reads one view at a time: two readings would put the same changes in order. */
  return (query: ListQuery): Promise<ListView> => {
    const turn = reading.then(() => read(query));
    reading = turn.catch(() => {});
    return turn;
  };
}
