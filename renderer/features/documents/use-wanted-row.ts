import { useEffect } from 'react';
import { useUi } from '../../store/ui.ts';
import type { OpenedBy } from './document-list.tsx';
import { showEveryRow } from './rows/list-query.ts';

/** Opens the row that another screen or a notification asked for. */
export function useWantedRow(open: (key: string, by: OpenedBy) => void): void {
  const wanted = useUi((ui) => ui.wanted);
  useEffect(() => {
    if (wanted === null) return;
    // A filter or a search may hide the row.
    showEveryRow();
    useUi.setState({ wanted: null });
    open(wanted, 'enter');
  }, [wanted, open]);
}
