import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface Held {
  readonly element: HTMLElement;
  readonly region: Element | null;
}

/**
 * When a focused button disappears, moves the focus to the rest button of its region. The dialog would focus its first
 * button, which closes the sheet.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>) {
  const held = useRef<Held | null>(null);
  // After each render: it may have removed the focused element.
  useLayoutEffect(() => {
    if (held.current === null || held.current.element.isConnected) return;
    held.current.region?.querySelector<HTMLElement>('[data-rest] button, button[data-rest]')?.focus();
  });
  return {
    onFocus({ target }: FocusEvent): void {
      // Events of a dialog above bubble to here as well. That dialog keeps its focus itself.
      if (!(target instanceof HTMLElement) || !root.current?.contains(target)) return;
      held.current = { element: target, region: target.closest('[data-region]') };
    },
  };
}
