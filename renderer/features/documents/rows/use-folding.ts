import { useEffect, useRef } from 'react';
import type { ListRow } from '../../../../preload/contract/list.ts';
import { canFold, type ListGroup } from '../../../../preload/contract/list-choices.ts';
import { choose, useListQuery } from './list-query.ts';

/** Folds or unfolds a section of the list, and keeps it for the next start. */
function fold(group: ListGroup, folded: boolean): void {
  const others = useListQuery.getState().folded.filter((one) => one !== group);
  choose({ folded: folded ? [...others, group] : others });
}

/** Tells whether sections fold in the list as it is shown. */
export function useFolding() {
  return { canFold: useListQuery(canFold), fold };
}

/** Unfolds the section of a row that a person opened. Later they may fold it as they like. */
export function useUnfolded(opened: ListRow | null): void {
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (opened?.key === seen.current) return;
    seen.current = opened?.key ?? null;
    if (opened !== null && useListQuery.getState().folded.includes(opened.group)) fold(opened.group, false);
  }, [opened]);
}
