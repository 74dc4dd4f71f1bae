import { type RefObject, useEffect } from 'react';

/**
 * A list that is drawn anew while the keyboard moves in it may take the focused row out of the page. The browser drops
 * the focus then without a word, and no key has an effect any more: this gives it back to the list.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    let last: EventTarget | null = null;
    const came = ({ target }: FocusEvent) => {
      last = target;
    };
    const left = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) last = null;
    };
    const redrawn = new MutationObserver(() => {
      const isGone = last instanceof Node && !last.isConnected;
      if (isGone && document.activeElement === document.body) element.focus();
    });
    element.addEventListener('focusin', came);
    element.addEventListener('focusout', left);
    redrawn.observe(element, { childList: true, subtree: true });
    return () => {
      redrawn.disconnect();
      element.removeEventListener('focusin', came);
      element.removeEventListener('focusout', left);
    };
  }, [list]);
}
