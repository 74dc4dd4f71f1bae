import { useEffect, useState } from 'react';
import { ask, bridge } from '../../../bridge/bridge.ts';
import type { Lines } from './lines.ts';
import { useListQuery } from './list-query.ts';
import { useServedRows } from './served-rows.ts';

/** The row that has the focus, or had it last. Its key is null until main has told which row is there. */
export interface Cursor {
  readonly place: number;
  readonly key: string | null;
}

export const keyAt = (place: number): string | null => {
  const { from, keys } = useServedRows.getState();
  return keys[place - from] ?? null;
};

/** Keeps the cursor on its row when the order changes. If its row is gone, takes the row at its place. */
export function useFollowedRow(lines: Lines) {
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const { from, keys, revision } = useServedRows();
  // The row of the cursor may stand elsewhere now, or main has told which row it is.
  const key = cursor === null ? null : (cursor.key ?? keys[cursor.place - from] ?? null);
  const index = key === null ? -1 : keys.indexOf(key);
  const place = index >= 0 ? from + index : (cursor?.place ?? null);
  if (cursor !== null && place !== null && (cursor.key !== key || cursor.place !== place)) setCursor({ place, key });

  const isFar = key !== null && index < 0;
  useEffect(() => {
    if (!isFar || key === null) return undefined;
    // Asked again with each new order of the list.
    const request = { wanted: true, revision };
    const find = async () => {
      const found = await ask(bridge().documents.positionOf({ query: useListQuery.getState(), key }));
      if (!request.wanted) return;
      // A row that is gone leaves the focus to the one at its place.
      setCursor((before) => {
        if (before === null || before.key !== key) return before;
        const to = found.position ?? Math.min(before.place, lines.rows - 1);
        return to < 0 ? null : { place: to, key: found.position === null ? keyAt(to) : key };
      });
    };
    void find();
    return () => {
      request.wanted = false;
    };
  }, [isFar, key, revision, lines]);
  return { cursor, setCursor, key, place };
}
