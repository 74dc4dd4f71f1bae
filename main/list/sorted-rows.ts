import type { LongWork } from '../time/slices.ts';
import type { RowKey } from './row-key.ts';

export type Compare = (one: RowKey, other: RowKey) => number;

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const byKey: Compare = (one, other) => byText(one.key, other.key);
/** Compares by time, newest first. Files of one gesture have the same time and come by name, as in their folder. */
const byCreation: Compare = (one, other) =>
  other.createdAt - one.createdAt || byText(one.sortName, other.sortName) || byKey(one, other);

/** The orders that a person can choose. Each is total, so that a row has one place. */
export const orders = {
  created: byCreation,
  name: (one, other) => byText(one.sortName, other.sortName) || byCreation(one, other),
  // Most rows have no deadline, and two of them have no difference.
  due: (one, other) => (one.due === other.due ? byCreation(one, other) : one.due - other.due),
} as const satisfies Record<string, Compare>;

const CHUNK = 512;

function* merge(one: readonly RowKey[], other: readonly RowKey[], compare: Compare): LongWork<readonly RowKey[]> {
  const merged: RowKey[] = [];
  let at = 0;
  let beside = 0;
  while (at < one.length || beside < other.length) {
    if (merged.length % CHUNK === 0) yield 'part';
    const left = one[at];
    const right = other[beside];
    if (left !== undefined && (right === undefined || compare(left, right) <= 0)) {
      merged.push(left);
      at += 1;
    } else if (right !== undefined) {
      merged.push(right);
      beside += 1;
    }
  }
  return merged;
}

function* sort(rows: readonly RowKey[], compare: Compare): LongWork<readonly RowKey[]> {
  let runs: (readonly RowKey[])[] = [];
  for (let from = 0; from < rows.length; from += CHUNK) {
    if (from > 0) yield 'part';
    runs.push(rows.slice(from, from + CHUNK).toSorted(compare));
  }
  while (runs.length > 1) {
    const longer: (readonly RowKey[])[] = [];
    for (let at = 0; at < runs.length; at += 2) longer.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = longer;
  }
  return runs[0] ?? [];
}

/** Keeps rows in one order. Changes are noted at once and sorted when somebody asks for the rows. */
export function createSortedRows(compare: Compare) {
  let rows: readonly RowKey[] = [];
  let added = new Set<RowKey>();
  let removed = new Set<RowKey>();
  return {
    replace(before: RowKey | null, now: RowKey | null): void {
      if (before !== null && !added.delete(before)) removed.add(before);
      if (now !== null) added.add(now);
    },
    *inOrder(): LongWork<readonly RowKey[]> {
      if (added.size === 0 && removed.size === 0) return rows;
      const [gone, fresh, before] = [removed, added, rows];
      [removed, added] = [new Set(), new Set()];
      const kept = gone.size === 0 ? before : before.filter((row) => !gone.has(row));
      rows = yield* merge(kept, yield* sort([...fresh], compare), compare);
      return rows;
    },
  };
}

export type SortedRows = ReturnType<typeof createSortedRows>;
