import { createContext } from 'react';
import type { SigneeDraft, SigneeList } from './signee-list.ts';
import type { SigneeProblem } from './signee-problems.ts';
import type { SigneeEdits, Wanted } from './use-signee-edits.ts';

/** The position of a line within its group. */
export type Place = 'alone' | 'first' | 'middle' | 'last';

export interface RowView {
  readonly signee: SigneeDraft;
  readonly place: Place;
  readonly problem: SigneeProblem | null;
  /** A further problem as text. */
  readonly remark: string | null;
}

/**
 * The content of rows goes through a context. The list itself holds only keys, so typing in one row renders no other.
 */
export interface Rows {
  readonly views: ReadonlyMap<string, RowView>;
  readonly ordered: boolean;
  readonly edits: SigneeEdits;
  readonly wanted: Wanted | null;
  readonly onArrive: () => void;
}

export const RowsContext = createContext<Rows | null>(null);

export function viewRows(
  list: SigneeList,
  problems: ReadonlyMap<string, SigneeProblem>,
  remarks: ReadonlyMap<string, string> | undefined,
): ReadonlyMap<string, RowView> {
  const places = {
    'false,false': 'alone',
    'false,true': 'first',
    'true,true': 'middle',
    'true,false': 'last',
  } as const;
  return new Map(
    list.map((signee, index) => {
      const above = list[index - 1]?.group === signee.group;
      const below = list[index + 1]?.group === signee.group;
      const place = places[`${above},${below}`];
      const problem = problems.get(signee.key) ?? null;
      return [signee.key, { signee, place, problem, remark: remarks?.get(signee.key) ?? null }];
    }),
  );
}
