import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width available for a page in whole pixels; 0 until measured. */
export function useInnerWidth(area: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const measure = () => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(element);
      const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
      setRoom(Math.max(0, Math.floor(element.clientWidth - padding)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [area]);
  return room;
}
