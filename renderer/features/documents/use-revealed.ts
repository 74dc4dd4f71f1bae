import { useEffect } from 'react';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import type { OpenedBy } from './document-list.tsx';
import { useListQuery, wholeList } from './rows/list-query.ts';

/** Opens the row of the notification that the person clicked. */
export function useRevealed(revealed: State['revealed'], open: (key: string, by: OpenedBy) => void): void {
  useEffect(() => {
    if (revealed === null) return;
    const show = async () => {
      const { entry } = await ask(bridge().documents.revealed());
      // A filter or a search may hide the row.
      useListQuery.setState(wholeList);
      if (entry !== null) open(entry, 'enter');
    };
    void show();
  }, [revealed, open]);
}
