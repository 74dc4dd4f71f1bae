import { useEffect, useLayoutEffect, useRef } from 'react';

/** Gives the focus back to what had it before a part became inert, unless it went elsewhere meanwhile. */
export function useFocusAfter(isInert: boolean): void {
  const held = useRef<Element | null>(null);
  // Chromium takes the focus out of an inert part later, when it draws.
  useLayoutEffect(() => {
    if (isInert) held.current = document.activeElement;
  }, [isInert]);
  useEffect(() => {
    if (isInert || !(held.current instanceof HTMLElement)) return;
    if (document.activeElement === document.body) held.current.focus();
    held.current = null;
  }, [isInert]);
}
