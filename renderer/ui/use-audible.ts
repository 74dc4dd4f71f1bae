import { type RefObject, useEffect, useState } from 'react';

/** Tells when a screen reader can hear the element: while a dialog is open, what happens behind it is never read out. */
export function useAudible(element: RefObject<HTMLElement | null>): boolean {
  const [isAudible, setAudible] = useState(false);
  useEffect(() => {
    const observer = new MutationObserver(look);
    function look(): void {
      if (element.current === null || element.current.closest('[aria-hidden="true"], [inert]') !== null) return;
      observer.disconnect();
      setAudible(true);
    }
    observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['aria-hidden', 'inert'] });
    look();
    return () => observer.disconnect();
  }, [element]);
  return isAudible;
}
