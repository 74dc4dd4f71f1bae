import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './document-list.module.css';

interface Widths {
  readonly since: number;
  readonly due: number;
}

const unknown: Widths = { since: 0, due: 0 };

/** A scroll width is rounded, and a text that lacks half a pixel is cut. */
const ROUNDED = 1;

/** Measures the longest texts of the rows in the page, in pixels, and keeps the longest seen before. */
function measured(list: HTMLElement, before: Widths): Widths {
  let { since, due } = before;
  for (const text of list.querySelectorAll<HTMLElement>(`[data-key] .${styles['since']}`))
    since = Math.max(since, text.scrollWidth + ROUNDED);
  for (const text of list.querySelectorAll<HTMLElement>(`[data-key] .${styles['chipText']}`)) {
    const around = (text.parentElement?.offsetWidth ?? 0) - text.offsetWidth;
    due = Math.max(due, around + text.scrollWidth + ROUNDED);
  }
  // Its border is no part of the scroll width.
  for (const button of list.querySelectorAll<HTMLElement>(`[data-key] .${styles['done']} button`))
    due = Math.max(due, button.scrollWidth + 2);
  return { since, due };
}

/** Marks the list if a button at the end of a row also covers the time beside it, which would stay half readable. */
function markCovered(list: HTMLElement): void {
  const buttons = [...list.querySelectorAll<HTMLElement>(`.${styles['atHand']}`)];
  list.toggleAttribute(
    'data-covered',
    buttons.some((at) => at.offsetWidth > (at.parentElement?.offsetWidth ?? 0)),
  );
}

/**
 * Makes the columns of the time and the deadline as wide as the longest text seen, so that the name gets the rest. They
 * only grow: while people scroll, no column moves back and forth.
 */
export function useColumnWidths(scroller: RefObject<HTMLElement | null>): void {
  const { language } = useTranslation().i18n;
  const spoken = useRef(language);
  const widths = useRef(unknown);
  const waiting = useRef(0);

  const measure = () => {
    waiting.current = 0;
    const list = scroller.current;
    if (!list) return;
    const next = measured(list, widths.current);
    markCovered(list);
    if (next.since === widths.current.since && next.due === widths.current.due) return;
    widths.current = next;
    if (next.since > 0) list.style.setProperty('--since', `${Math.ceil(next.since)}px`);
    if (next.due > 0) list.style.setProperty('--due', `${Math.ceil(next.due)}px`);
  };

  useLayoutEffect(() => {
    // Another language has other words.
    if (spoken.current !== language) widths.current = unknown;
    spoken.current = language;
    // The first rows are measured before they are painted, later ones when there is time.
    if (widths.current === unknown) measure();
    else if (waiting.current === 0) waiting.current = requestIdleCallback(measure);
  });
  useEffect(() => () => cancelIdleCallback(waiting.current), []);
}
