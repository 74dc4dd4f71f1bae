import { useEffect } from 'react';
import { create } from 'zustand';

/** An action of the palette for a row. */
export interface RowAction {
  readonly id: string;
  readonly label: string;
  readonly act: () => void;
}

interface Offered {
  readonly name: string;
  /** The actions by the part of the details that offers them. */
  readonly parts: Readonly<Record<string, readonly RowAction[]>>;
  /** What the list offers: for the chosen rows, or else for the row of the keyboard. */
  readonly list: { readonly name: string; readonly actions: readonly RowAction[]; readonly areChosen: boolean } | null;
}

/** What a person does most with a signed document comes first: opening its copy. */
export const useRowActions = create<Offered>(() => ({ name: '', parts: { copy: [] }, list: null }));

const setPart = (part: string, actions: readonly RowAction[]) =>
  useRowActions.setState(({ parts }) => ({ parts: { ...parts, [part]: actions } }));

/** Offers actions while this part of the details is shown. */
export function useOfferedActions(part: string, actions: readonly RowAction[]): void {
  // Each rendering makes new actions, and only the palette reads them.
  useEffect(() => setPart(part, actions));
  useEffect(() => () => setPart(part, []), [part]);
}

/** Returns the rows that the palette acts on. Open details offer more for a row than the list. */
export function offeredNow({ name, parts, list }: Offered): {
  readonly name: string;
  readonly actions: readonly RowAction[];
} {
  const actions = Object.values(parts).flat();
  return list !== null && (list.areChosen || actions.length === 0) ? list : { name, actions };
}
