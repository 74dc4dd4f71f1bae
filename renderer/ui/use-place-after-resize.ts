import { type RefObject, useEffect } from 'react';

/**
 * Makes a virtualized list look for its place anew when the window has another size. React Aria does so only when an
 * element around the list is scrolled, and one that ceases to scroll goes back to its start without such an event: the
 * rows in sight would stay blank.
 */
export function usePlaceAfterResize(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => list.current?.parentElement?.dispatchEvent(new Event('scroll')));
    };
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('resize', look);
      cancelAnimationFrame(frame);
    };
  }, [list]);
}
