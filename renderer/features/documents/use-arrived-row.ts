import { type RefObject, useEffect } from 'react';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useUi } from '../../store/ui.ts';
import { isTyping } from '../../ui/use-drop-and-paste.ts';
import { keyOf } from './entry/entry.ts';
import { useListQuery } from './rows/list-query.ts';
import { useServedRows } from './rows/served-rows.ts';

interface ArrivedDeps {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly arrive: (row: { readonly place: number; readonly key: string }) => void;
}

const forget = () => useUi.setState({ arrived: null });

/**
 * Moves the focus to the new row after Send, as soon as main lists it. A person who does something else first keeps the
 * focus, also if a filter hides the row.
 */
export function useArrivedRow({ scroller, arrive }: ArrivedDeps): void {
  const submissionId = useUi((ui) => ui.arrived);
  const revision = useServedRows((served) => served.revision);
  useEffect(() => {
    if (submissionId === null) return undefined;
    const key = keyOf(submissionId);
    // Asked again with each new order of the list, until the row is in it.
    const request = { wanted: true, revision };
    const end = new AbortController();
    // A screen reader presses without a key and without the pointer.
    for (const event of ['keydown', 'pointerdown', 'click'])
      window.addEventListener(event, forget, { capture: true, signal: end.signal });
    const find = async () => {
      const { position } = await ask(bridge().documents.positionOf({ query: useListQuery.getState(), key }));
      if (!request.wanted || position === null) return;
      forget();
      if (isTyping(document.activeElement)) return;
      scroller.current?.focus({ preventScroll: true });
      // The list cannot take the focus behind a dialog or a menu: what a person has opened meanwhile keeps it.
      if (document.activeElement === scroller.current) arrive({ place: position, key });
    };
    void find();
    return () => {
      request.wanted = false;
      end.abort();
    };
  }, [submissionId, revision, scroller, arrive]);
}
