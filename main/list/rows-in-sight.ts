import type { ListIndex } from './list-index.ts';
import type { RowKey } from './row-key.ts';

/** Rows that the window may still show: those of its last answers. */
const ANSWERS_WATCHED = 3;

/** Tracks which rows the window shows, and which of them have changed since. */
export function createRowsInSight() {
  let answers: readonly (readonly string[])[] = [];
  let opened: string | null = null;
  const dirty = new Set<string>();

  return {
    answered(keys: readonly string[]): void {
      answers = [keys, ...answers].slice(0, ANSWERS_WATCHED);
    },
    open(key: string | null): void {
      opened = key;
    },
    opened: (): string | null => opened,
    mark: (key: string): void => void dirty.add(key),
    markOpened(): void {
      if (opened !== null) dirty.add(opened);
    },
    markAll(): void {
      for (const key of answers.flat()) dirty.add(key);
      if (opened !== null) dirty.add(opened);
    },
    /** Returns the changes since the last call. */
    takeChanged(index: Pick<ListIndex, 'find'>): { readonly rows: RowKey[]; readonly open: RowKey | null } {
      const inSight = new Set(answers.flat());
      const rows = [...dirty].filter((key) => inSight.has(key)).flatMap((key) => index.find(key) ?? []);
      const open = opened !== null && dirty.has(opened) ? index.find(opened) : null;
      dirty.clear();
      return { rows, open };
    },
  };
}
