import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ask, bridge } from '../../../bridge/bridge.ts';
import type { Lines } from './lines.ts';
import { useListQuery } from './list-query.ts';
import { useServedRows } from './served-rows.ts';

/** The row that has the focus, or had it last. Its key is null until main has told which row stands there. */
export interface Cursor {
  readonly place: number;
  readonly key: string | null;
}

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

const keyAt = (place: number): string | null => {
  const { from, keys } = useServedRows.getState();
  return keys[place - from] ?? null;
};

const buttonsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('button:not([disabled])')];

/** The keyboard in the list: one row takes the focus, and keeps it wherever it moves. */
export function useCursor({ scroller, lines, page, show, onMove, onExtend }: CursorDeps) {
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const { from, keys, revision } = useServedRows();
  /** The place where a range began. Null: the next move with Shift begins one. */
  const anchor = useRef<number | null>(null);
  /** The list has the focus, although the focused element may have been replaced. */
  const has = useRef(false);
  /** The person uses the keyboard. Remembered, because a row that moves far leaves nothing with the focus for a while. */
  const atKeyboard = useRef(false);

  const move = useCallback(
    (place: number) => {
      const to = Math.max(0, Math.min(lines.rows - 1, place));
      setCursor({ place: to, key: keyAt(to) });
      has.current = true;
      show(lines.lineOf(to));
    },
    [lines, show],
  );

  // The row of the cursor may stand elsewhere now, or main has told which row it is.
  const key = cursor === null ? null : (cursor.key ?? keys[cursor.place - from] ?? null);
  const index = key === null ? -1 : keys.indexOf(key);
  const place = index >= 0 ? from + index : (cursor?.place ?? null);
  if (cursor !== null && place !== null && (cursor.key !== key || cursor.place !== place)) setCursor({ place, key });

  const isFar = key !== null && index < 0;
  useEffect(() => {
    if (!isFar || key === null) return undefined;
    const request = { wanted: true, revision };
    const find = async () => {
      const found = await ask(bridge().documents.positionOf({ query: useListQuery.getState(), key }));
      if (!request.wanted) return;
      // A row that is gone leaves the focus to the one at its place.
      setCursor((before) => {
        if (before === null || before.key !== key) return before;
        const to = found.position ?? Math.min(before.place, lines.rows - 1);
        return to < 0 ? null : { place: to, key: found.position === null ? keyAt(to) : key };
      });
    };
    void find();
    return () => {
      request.wanted = false;
    };
  }, [isFar, key, revision, lines]);
  /** Gives the keyboard to a row that a person did not choose. */
  const arrive = useCallback((to: Cursor) => {
    has.current = true;
    atKeyboard.current = true;
    setCursor(to);
  }, []);
  useEffect(() => {
    if (key !== null && has.current) onMove(key);
  }, [key, onMove]);

  const line = place === null ? -1 : lines.lineOf(place);
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

  const onFocus = ({ target }: FocusEvent) => {
    // The browser shows the focus ring only to people who use the keyboard. Our own `focus` keeps what was.
    if (!has.current) atKeyboard.current = target.matches(':focus-visible');
    has.current = true;
    const row = target.closest<HTMLElement>('[data-place]');
    const at = Number(row?.dataset['place'] ?? Number.NaN);
    if (!Number.isNaN(at) && at !== place) setCursor({ place: at, key: keyAt(at) });
  };
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
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    const stays = relatedTarget instanceof Node && scroller.current?.contains(relatedTarget);
    // A replaced row loses the focus without a person who moved it.
    if (!stays && target.isConnected) has.current = false;
  };
  // In the capture phase: the buttons of a row stop the keys they handle.
  const onKeyDownCapture = () => {
    atKeyboard.current = true;
  };
  const onPointerDownCapture = () => {
    atKeyboard.current = false;
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
      const stops = [row, ...buttonsOf(row)];
      const now = stops.findIndex((stop) => stop === document.activeElement);
      const next = stops[now + (event.key === 'ArrowRight' ? 1 : -1)];
      if (next instanceof HTMLElement) next.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return { cursor, arrive, extend, endRange, onFocus, onBlur, onKeyDown, onKeyDownCapture, onPointerDownCapture };
}
