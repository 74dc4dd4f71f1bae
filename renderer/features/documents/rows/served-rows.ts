import { create } from 'zustand';
import type { ListQuery, ListRow, RowsChanged, RowsPart } from '../../../../preload/contract/list.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';
import { useMirror } from '../../../store/mirror.ts';
import { useListQuery } from './list-query.ts';

interface Held {
  readonly version: number;
  readonly row: ListRow;
}

interface ServedRows {
  readonly query: ListQuery | null;
  readonly connection: string | null;
  readonly revision: number;
  readonly groups: RowsPart['groups'];
  readonly total: number;
  /** The place of the first of `keys`. */
  readonly from: number;
  readonly keys: readonly string[];
  readonly rows: ReadonlyMap<string, Held>;
}

const nothing: ServedRows = {
  query: null,
  connection: null,
  revision: -1,
  groups: [],
  total: 0,
  from: 0,
  keys: [],
  rows: new Map(),
};

/** The rows in sight and around it. Main has all of them. */
export const useServedRows = create<ServedRows>(() => nothing);

/** Rows on each side that are there before people scroll to them. */
const MARGIN = 24;
const MOST = 100;
/** Large rows come in several answers, which are put together up to here. */
const MOST_HELD = 200;

let sight = { first: 0, last: 20 };
/** Rows that stay although they are out of sight: the one that has the focus, say. */
let kept: readonly string[] = [];
let asking = false;

const isSame = (one: ListRow, other: ListRow) => JSON.stringify(one) === JSON.stringify(other);

/** Keeps the object of an unchanged row, so that the row does not render. An older version changes nothing. */
function holding(before: Held | undefined, version: number, row: ListRow): Held {
  if (before === undefined) return { version, row };
  if (before.version > version) return before;
  return { version, row: isSame(before.row, row) ? before.row : row };
}

function isCurrent({ query, connection, revision }: ServedRows): boolean {
  const { state } = useMirror.getState();
  return query === useListQuery.getState() && connection === state?.active && revision >= (state?.list.revision ?? 0);
}

/** Returns the beginning of the next answer. Null: everything in sight is there. */
function nextFrom(served: ServedRows): number | null {
  const { from, keys, total } = served;
  const { first, last } = sight;
  const end = from + keys.length;
  const anew = Math.max(0, first - MARGIN);
  if (!isCurrent(served)) return anew;
  if (total === 0) return null;
  if (first < from) return anew;
  if (end > last || end >= total) return null;
  const joins = end >= anew && keys.length < MOST_HELD;
  return joins ? end : anew;
}

function take(query: ListQuery, connection: string | null, from: number, part: RowsPart): void {
  useServedRows.setState((before) => {
    const joins =
      before.query === query &&
      before.revision === part.revision &&
      from > 0 &&
      from === before.from + before.keys.length;
    const fresh = part.rows.map(({ key }) => key);
    const keys = joins ? [...before.keys, ...fresh] : fresh;
    const rows = new Map<string, Held>();
    for (const row of part.rows) rows.set(row.key, holding(before.rows.get(row.key), part.version, row));
    for (const key of [...keys, ...kept]) {
      const held = before.rows.get(key);
      if (held && !rows.has(key)) rows.set(key, held);
    }
    const { revision, groups, total } = part;
    const sameGroups = JSON.stringify(groups) === JSON.stringify(before.groups) ? before.groups : groups;
    return { query, connection, revision, groups: sameGroups, total, from: joins ? before.from : from, keys, rows };
  });
}

/** Asks until everything in sight is there. One question at a time: while people scroll, places in between are skipped. */
async function askForMore(): Promise<void> {
  if (asking) return;
  asking = true;
  try {
    for (let from = nextFrom(useServedRows.getState()); from !== null; from = nextFrom(useServedRows.getState())) {
      const query = useListQuery.getState();
      const connection = useMirror.getState().state?.active ?? null;
      const count = Math.min(MOST, Math.max(1, sight.last - from + 1 + MARGIN));
      // oxlint-disable-next-line no-await-in-loop -- the next question depends on this answer
      take(query, connection, from, await ask(bridge().documents.rows({ query, from, count })));
    }
  } finally {
    asking = false;
  }
}

/** Tells which rows are in sight. */
export function lookAt(first: number, last: number, alsoKept: readonly string[]): void {
  sight = { first, last };
  kept = alsoKept;
  void askForMore();
}

function rowsChanged({ version, rows }: RowsChanged): void {
  useServedRows.setState((before) => {
    const known = rows.filter(({ key }) => before.rows.has(key));
    if (known.length === 0) return before;
    const now = new Map(before.rows);
    for (const row of known) now.set(row.key, holding(now.get(row.key), version, row));
    return { rows: now };
  });
}

/** Keeps the rows up to date while the list is shown. */
export function serveRows(): () => void {
  const ends = [
    bridge().documents.onChanged(rowsChanged),
    useListQuery.subscribe(() => void askForMore()),
    useMirror.subscribe(() => void askForMore()),
  ];
  void askForMore();
  return () => {
    for (const end of ends) end();
  };
}
