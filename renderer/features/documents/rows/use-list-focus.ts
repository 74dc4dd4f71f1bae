import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { type ListGroup, listGroups } from '../../../../preload/contract/list-choices.ts';

interface FocusDeps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The place of a row, or the group of a heading. */
  readonly stop: number | ListGroup | null;
  readonly line: number;
  readonly show: (line: number) => void;
  readonly onArrive: (at: number | ListGroup) => void;
}

const selectorOf = (stop: number | ListGroup) =>
  typeof stop === 'number' ? `[data-place="${stop}"]` : `[data-head="${stop}"] [aria-expanded]`;

/** Returns the row or heading that an element belongs to. */
function stopOf(target: Element): number | ListGroup | null {
  const { place, head } = target.closest<HTMLElement>('[data-place], [data-head]')?.dataset ?? {};
  return place === undefined ? (listGroups.find((group) => group === head) ?? null) : Number(place);
}

/** Moves the browser's focus with the cursor while the list has the focus. */
export function useListFocus({ scroller, stop, line, show, onArrive }: FocusDeps) {
  /** The list has the focus, although the focused element may have been replaced. */
  const has = useRef(false);
  /** The person uses the keyboard. Remembered, because a row that moves far leaves nothing with the focus for a while. */
  const atKeyboard = useRef(false);

  // A row that moves takes the keyboard focus along. With the mouse the scroll position stays.
  useLayoutEffect(() => {
    if (line >= 0 && has.current && atKeyboard.current) show(line);
  }, [line, show]);
  useLayoutEffect(() => {
    if (stop === null || !has.current) return;
    const element = scroller.current?.querySelector<HTMLElement>(selectorOf(stop));
    const row = element?.closest('[role="row"]');
    const at = document.activeElement;
    if (element && !row?.contains(at) && (at === document.body || scroller.current?.contains(at)))
      element.focus({ preventScroll: true });
  });

  const handlers = {
    onFocus({ target }: FocusEvent) {
      // The browser shows the focus ring only to people who use the keyboard. Our own `focus` keeps what was.
      if (!has.current) atKeyboard.current = target.matches(':focus-visible');
      has.current = true;
      const at = stopOf(target);
      if (at !== null && at !== stop) onArrive(at);
    },
    onBlur({ target, relatedTarget }: FocusEvent) {
      const stays = relatedTarget instanceof Node && scroller.current?.contains(relatedTarget);
      // A replaced row loses the focus without a person who moved it.
      if (!stays && target.isConnected) has.current = false;
    },
    // In the capture phase: the buttons of a row stop the keys they handle.
    onKeyDownCapture() {
      atKeyboard.current = true;
    },
    onPointerDownCapture() {
      atKeyboard.current = false;
    },
  };
  const bringHere = useCallback((byKeyboard: boolean) => {
    has.current = true;
    if (byKeyboard) atKeyboard.current = true;
  }, []);
  return { bringHere, handlers };
}
