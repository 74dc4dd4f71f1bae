import { type RefObject, useLayoutEffect, useState } from 'react';

export interface Room {
  readonly width: number;
  readonly height: number;
}

const none: Room = { width: 0, height: 0 };

/** Returns the room for a page in whole pixels; 0 until measured. */
export function useInnerSize(area: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState(none);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const measure = () => {
      const style = getComputedStyle(element);
      const inner = (size: number, ...paddings: readonly string[]) =>
        Math.max(0, Math.floor(paddings.reduce((left, padding) => left - Number.parseFloat(padding), size)));
      const width = inner(element.clientWidth, style.paddingInlineStart, style.paddingInlineEnd);
      const height = inner(element.clientHeight, style.paddingBlockStart, style.paddingBlockEnd);
      setRoom((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [area]);
  return room;
}
