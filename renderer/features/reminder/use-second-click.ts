import { useLayoutEffect, useRef } from 'react';
import type { PressEvent } from 'react-aria-components/Button';

const DOUBLE_CLICK_MS = 500;

/** Tells whether a press is the second one of a double click, and was meant for who stood here before. */
export function useSecondClick(who: number): (event: PressEvent) => boolean {
  const before = useRef(who);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  // With the words that change, before a hand can press what is new.
  useLayoutEffect(() => {
    if (before.current === who) return;
    before.current = who;
    changedAt.current = performance.now();
  }, [who]);
  return ({ pointerType }) =>
    ['mouse', 'touch', 'pen'].includes(pointerType) && performance.now() - changedAt.current < DOUBLE_CLICK_MS;
}
