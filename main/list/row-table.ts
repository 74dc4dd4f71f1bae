import type { ListGroup, ListSort } from '../../preload/contract/list-choices.ts';
import type { RowKey } from './row-key.ts';
import { createRowWords } from './row-words.ts';
import { createSortedRows, orders, type SortedRows } from './sorted-rows.ts';

type Counts = Record<ListGroup | 'all', number>;

/** The fields on which the place of a row, and the searches that find it, depend. */
const ofRow = ['group', 'createdAt', 'due', 'sortName', 'words', 'unread'] as const;
const ofSubmission = ['account', 'end', 'finished', 'orphans'] as const;
const ofDocument = [
  ...(['status', 'signStatus', 'saved', 'copyFault', 'alarm'] as const),
  ...(['gone', 'order', 'canWithdraw', 'canDelete'] as const),
];

/** Tells how a submission on hold is offered. Null: it is not on hold. */
const heldAs = ({ submission }: RowKey) => (submission?.phase === 'held' ? submission.troubled : null);

/** Tells whether a change of a row may move it in the list, or change which searches find it. */
const isMoved = (before: RowKey, now: RowKey): boolean =>
  ofRow.some((field) => before[field] !== now[field]) ||
  heldAs(before) !== heldAs(now) ||
  ofSubmission.some((field) => before.submission?.[field] !== now.submission?.[field]) ||
  ofDocument.some((field) => before.document?.[field] !== now.document?.[field]);

/** Keeps the rows of a list by their keys, counted, sorted and searched. */
export function createRowTable() {
  const rows = new Map<string, RowKey>();
  const sorted = new Map<ListSort, SortedRows>();
  const rowWords = createRowWords();
  const counts: Counts = {
    all: 0,
    needsYou: 0,
    ready: 0,
    sending: 0,
    waiting: 0,
    finished: 0,
    drafts: 0,
    other: 0,
    archive: 0,
  };
  let version = 0;
  let unread = 0;

  return {
    find: (key: string): RowKey | null => rows.get(key) ?? null,
    put(key: string, now: RowKey | null): void {
      const before = rows.get(key) ?? null;
      // The order keeps the row it has. What else changed is read from the journal.
      if (before !== null && now !== null && !isMoved(before, now)) return;
      if (before === null && now === null) return;
      if (before !== null) counts[before.group] -= 1;
      if (now !== null) counts[now.group] += 1;
      unread += (now?.unread === true ? 1 : 0) - (before?.unread === true ? 1 : 0);
      if (now === null) rows.delete(key);
      else rows.set(key, now);
      const slot = now?.slot ?? before?.slot;
      if (slot !== undefined) rowWords.put(slot, now?.words ?? '');
      counts.all = rows.size - counts.archive;
      version += 1;
      for (const order of sorted.values()) order.replace(before, now);
    },
    /** Returns the place of a row in the texts that are searched. */
    slotOf: (key: string): number => rows.get(key)?.slot ?? rowWords.add(),
    counts: (): Readonly<Counts> => ({ ...counts }),
    /** Rows whose people nobody knows. */
    unread: (): number => unread,
    /** Returns the version, which grows whenever a row comes, goes or may have another place. */
    version: (): number => version,
    order(sort: ListSort): SortedRows {
      const known = sorted.get(sort);
      if (known) return known;
      const fresh = createSortedRows(orders[sort]);
      for (const row of rows.values()) fresh.replace(null, row);
      sorted.set(sort, fresh);
      return fresh;
    },
    findWord: rowWords.find,
    prepareSearch: rowWords.prepare,
  };
}

export type RowTable = ReturnType<typeof createRowTable>;
