import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface Held {
  readonly element: HTMLElement;
  readonly region: Element | null;
}

/**
 * A button that goes with what it did leaves the keyboard at the resting place of its region: the dialog would put it on
 * its first button, which closes everything.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>) {
  const held = useRef<Held | null>(null);
  // After whatever was drawn: it may have taken the focused element away.
  useLayoutEffect(() => {
    if (held.current === null || held.current.element.isConnected) return;
    held.current.region?.querySelector<HTMLElement>('[data-rest] button, button[data-rest]')?.focus();
  });
  return {
    onFocus({ target }: FocusEvent): void {
      // A dialog before this one is told of here, too, and keeps its focus itself.
      if (!(target instanceof HTMLElement) || !root.current?.contains(target)) return;
      held.current = { element: target, region: target.closest('[data-region]') };
    },
  };
}
