import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import type { Lines } from './lines.ts';
import { type Cursor, keyAt, useFollowedRow } from './use-followed-row.ts';

interface CursorDeps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly lines: Lines;
  /** Rows that fit into the window. */
  readonly page: () => number;
  readonly show: (line: number) => void;
  /** Called when a person moved to another row. */
  readonly onMove: (key: string) => void;
  /** Called when a person moved while Shift was down, with the place where that began. */
  readonly onExtend: (from: number, to: number) => void;
}

const buttonsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('button:not([disabled])')];

interface FocusDeps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly place: number | null;
  readonly line: number;
  readonly show: (line: number) => void;
  readonly onArrive: (place: number) => void;
}

/** The focus of the browser follows the cursor while the list has it. */
function useListFocus({ scroller, place, line, show, onArrive }: FocusDeps) {
  /** The list has the focus, although the focused element may have been replaced. */
  const has = useRef(false);
  /** The person uses the keyboard. Remembered, because a row that moves far leaves nothing with the focus for a while. */
  const atKeyboard = useRef(false);

  // A row that moves takes the keyboard focus along. With the mouse the scroll position stays.
  useLayoutEffect(() => {
    if (line >= 0 && has.current && atKeyboard.current) show(line);
  }, [line, show]);
  useLayoutEffect(() => {
    if (place === null || !has.current) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-place="${place}"]`);
    const at = document.activeElement;
    if (row && at !== row && !row.contains(at) && (at === document.body || scroller.current?.contains(at)))
      row.focus({ preventScroll: true });
  });

  const handlers = {
    onFocus({ target }: FocusEvent) {
      // The browser shows the focus ring only to people who use the keyboard. Our own `focus` keeps what was.
      if (!has.current) atKeyboard.current = target.matches(':focus-visible');
      has.current = true;
      const at = Number(target.closest<HTMLElement>('[data-place]')?.dataset['place'] ?? Number.NaN);
      if (!Number.isNaN(at) && at !== place) onArrive(at);
    },
    onBlur({ target, relatedTarget }: FocusEvent) {
      const stays = relatedTarget instanceof Node && scroller.current?.contains(relatedTarget);
      // A replaced row loses the focus without a person who moved it.
      if (!stays && target.isConnected) has.current = false;
    },
    // In the capture phase: the buttons of a row stop the keys they handle.
    onKeyDownCapture() {
      atKeyboard.current = true;
    },
    onPointerDownCapture() {
      atKeyboard.current = false;
    },
  };
  /** Whether the list has the focus. */
  const isHere = useCallback(() => has.current, []);
  const bringHere = useCallback((byKeyboard: boolean) => {
    has.current = true;
    if (byKeyboard) atKeyboard.current = true;
  }, []);
  return { isHere, bringHere, handlers };
}

/** Moves the focus from the row to its buttons, and back. */
function moveInRow(row: Element, step: 1 | -1): void {
  const stops = [row, ...buttonsOf(row)];
  const next = stops[stops.findIndex((stop) => stop === document.activeElement) + step];
  if (next instanceof HTMLElement) next.focus();
}

/** The keyboard in the list: one row takes the focus, and keeps it wherever it moves. */
export function useCursor({ scroller, lines, page, show, onMove, onExtend }: CursorDeps) {
  const { cursor, setCursor, key, place } = useFollowedRow(lines);
  const line = place === null ? -1 : lines.lineOf(place);
  const onArrive = (at: number) => setCursor({ place: at, key: keyAt(at) });
  const { isHere, bringHere, handlers } = useListFocus({ scroller, place, line, show, onArrive });
  /** The place where a range began. Null: the next move with Shift begins one. */
  const anchor = useRef<number | null>(null);

  function move(wanted: number): void {
    const to = Math.max(0, Math.min(lines.rows - 1, wanted));
    setCursor({ place: to, key: keyAt(to) });
    bringHere(false);
    show(lines.lineOf(to));
  }
  /** Gives the keyboard to a row that a person did not choose. */
  const arrive = useCallback(
    (to: Cursor) => {
      bringHere(true);
      setCursor(to);
    },
    [bringHere, setCursor],
  );
  useEffect(() => {
    if (key !== null && isHere()) onMove(key);
  }, [key, isHere, onMove]);

  /** Extends the range from where it began, and moves there. */
  const extend = (to: number) => {
    anchor.current ??= place ?? 0;
    const end = Math.max(0, Math.min(lines.rows - 1, to));
    move(end);
    onExtend(anchor.current, end);
  };
  const endRange = () => {
    anchor.current = null;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = event.target instanceof Element ? event.target.closest('[data-place]') : null;
    const at = place ?? 0;
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const places: Partial<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page(),
      PageUp: at - page(),
      Home: 0,
      End: lines.rows - 1,
    };
    const to = places[event.key];
    if (to !== undefined && event.shiftKey) extend(to);
    else if (to !== undefined) {
      endRange();
      move(to);
    } else if (event.shiftKey) return;
    else if (row && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
      moveInRow(row, event.key === 'ArrowRight' ? 1 : -1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return { cursor, arrive, extend, endRange, ...handlers, onKeyDown };
}
