import { type RefObject, useEffect, useRef } from 'react';
import { layerOf } from './focus-back.ts';

interface Held {
  readonly element: Element;
  /** The nearest part around it with `data-region`. */
  readonly region: Element | null;
}

/** Tells whether Chromium has moved the focus to the body, where no key has an effect. */
const isFocusLost = () => document.activeElement === document.body;

/**
 * Moves the focus to `rest` when the focused element disappears from `root`. The element stays remembered while a
 * dialog or a menu that it opened has the focus.
 */
export function useKeptFocus(
  root: RefObject<HTMLElement | null>,
  rest: (region: Element | null) => HTMLElement | null | undefined,
): void {
  const latest = useRef(rest);
  useEffect(() => {
    latest.current = rest;
  });
  useEffect(() => {
    const whole = root.current;
    if (whole === null) return undefined;
    let held: Held | null = null;
    const came = ({ target }: FocusEvent) => {
      if (target instanceof Element) held = { element: target, region: target.closest('[data-region]') };
    };
    const left = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Element) {
        if (layerOf(relatedTarget) === layerOf(whole)) held = null;
        return;
      }
      // Chromium also says this before it removes an element, and when another program comes to the front.
      queueMicrotask(() => {
        if (target === held?.element && held?.element.isConnected && document.activeElement !== target) held = null;
      });
    };
    const mend = () => {
      if (held === null || held.element.isConnected || !isFocusLost()) return;
      latest.current(held.region)?.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(mend);
    changes.observe(whole, { childList: true, subtree: true });
    // Dialogs and menus come and go here.
    changes.observe(document.body, { childList: true });
    whole.addEventListener('focusin', came);
    whole.addEventListener('focusout', left);
    return () => {
      changes.disconnect();
      whole.removeEventListener('focusin', came);
      whole.removeEventListener('focusout', left);
    };
  }, [root]);
}
