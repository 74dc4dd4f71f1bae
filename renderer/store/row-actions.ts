import { useEffect } from 'react';
import { create } from 'zustand';

/** An action of the palette for the row whose details are open. */
export interface RowAction {
  readonly id: string;
  readonly label: string;
  readonly act: () => void;
}

interface Offered {
  readonly name: string;
  /** The actions by the part of the details that offers them. */
  readonly parts: Readonly<Record<string, readonly RowAction[]>>;
}

/** What a person does most with a signed document comes first: opening its copy. */
export const useRowActions = create<Offered>(() => ({ name: '', parts: { copy: [] } }));

const setPart = (part: string, actions: readonly RowAction[]) =>
  useRowActions.setState(({ parts }) => ({ parts: { ...parts, [part]: actions } }));

/** Offers actions while this part of the details is shown. */
export function useOfferedActions(part: string, actions: readonly RowAction[]): void {
  // Each rendering makes new actions, and only the palette reads them.
  useEffect(() => setPart(part, actions));
  useEffect(() => () => setPart(part, []), [part]);
}
