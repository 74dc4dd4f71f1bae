import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { ListGroup } from '../../../../preload/contract/list-choices.ts';
import type { Lines } from './lines.ts';
import { useListQuery } from './list-query.ts';
import { useFolding } from './use-folding.ts';
import { type Cursor, keyAt, useFollowedRow } from './use-followed-row.ts';
import { useListFocus } from './use-list-focus.ts';

interface CursorDeps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly lines: Lines;
  /** Returns how many rows fit into the window. */
  readonly page: () => number;
  readonly show: (line: number) => void;
  /** Reports that a person moved to another row. */
  readonly onMove: (key: string) => void;
  /** Reports that a person moved while Shift was down, with the row where that began. */
  readonly onExtend: (from: Cursor, to: number) => void;
}

const buttonsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('button:not([disabled])')];

/** Moves the focus from the row to its buttons, and back. */
function moveInRow(row: Element, step: 1 | -1): void {
  const stops = [row, ...buttonsOf(row)];
  const next = stops[stops.findIndex((stop) => stop === document.activeElement) + step];
  if (next instanceof HTMLElement) next.focus();
}

/**
 * Reports the row to which a person has moved, once main has told which one is there. A row that goes by itself gives the
 * keyboard to the next one, and open details stay: a hand may be on its way to them.
 */
function useReportedMove(key: string | null, onMove: CursorDeps['onMove']): () => void {
  const hasMoved = useRef(false);
  useEffect(() => {
    if (key === null || !hasMoved.current) return;
    hasMoved.current = false;
    onMove(key);
  }, [key, onMove]);
  return useCallback(() => {
    hasMoved.current = true;
  }, []);
}

/** Handles the keyboard in the list: one row or heading has the focus, and keeps it wherever it moves. */
export function useCursor({ scroller, lines, page, show, onMove, onExtend }: CursorDeps) {
  const { cursor, setCursor, key, place } = useFollowedRow(lines);
  const [wantedHead, setHead] = useState<ListGroup | null>(null);
  const { canFold, fold } = useFolding();
  const headLine = wantedHead === null || !canFold ? -1 : lines.lineOfGroup(wantedHead);
  /** The heading that has the focus. The row of the keyboard stays what it was. */
  const head = headLine < 0 ? null : wantedHead;
  const line = head === null ? (place === null ? -1 : lines.lineOf(place)) : headLine;
  const noteMove = useReportedMove(head === null ? key : null, onMove);
  const onArrive = (at: number | ListGroup) => {
    setHead(typeof at === 'number' ? null : at);
    if (typeof at !== 'number') return;
    const to = { place: at, key: keyAt(at) };
    // At the end of the list nobody moves.
    if (head !== null || to.key !== key || to.key === null) noteMove();
    setCursor(to);
  };
  const { bringHere, handlers } = useListFocus({ scroller, stop: head ?? place, line, show, onArrive });
  /** The row where a range began. Null: the next move with Shift begins one. */
  const anchor = useRef<Cursor | null>(null);
  useEffect(
    () =>
      useListQuery.subscribe(() => {
        anchor.current = null;
      }),
    [],
  );

  function goToLine(to: number): void {
    const found = lines.at(to);
    if (found === null) return;
    onArrive(found.kind === 'group' ? found.group : found.place);
    bringHere(false);
    show(to);
  }
  const move = (wanted: number): void => goToLine(lines.lineOf(Math.max(0, Math.min(lines.rows - 1, wanted))));
  /** Gives the keyboard to a row that a person did not choose. */
  const arrive = useCallback(
    (to: Cursor) => {
      bringHere(true);
      noteMove();
      setHead(null);
      setCursor(to);
    },
    [bringHere, noteMove, setCursor],
  );
  /** Extends the range from where it began, and moves there. */
  const extend = (to: number) => {
    anchor.current ??= { place: place ?? 0, key: key ?? keyAt(place ?? 0) };
    const end = Math.max(0, Math.min(lines.rows - 1, to));
    move(end);
    onExtend(anchor.current, end);
  };
  const endRange = () => {
    anchor.current = null;
  };
  /** Moves to the heading of a row, which folds and unfolds its section. */
  function goSideways(row: Element, step: 1 | -1): void {
    const group = place === null ? null : lines.groupAt(place);
    const isAtFirst = document.activeElement === (head === null ? row : buttonsOf(row)[0]);
    if (head !== null && isAtFirst) {
      const found = lines.at(headLine);
      const isFolded = found?.kind === 'group' && found.folded;
      if (isFolded === (step === 1)) fold(head, !isFolded);
      else if (step === 1) moveInRow(row, 1);
    } else if (head === null && isAtFirst && step === -1 && canFold && group !== null)
      goToLine(lines.lineOfGroup(group));
    else moveInRow(row, step);
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const row = event.target instanceof Element ? event.target.closest('[data-place], [data-head]') : null;
    const at = place ?? 0;
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const from = line < 0 ? lines.lineOf(at) : line;
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
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
        goToLine(lines.stopAfter(from, event.key === 'ArrowDown' ? 1 : -1));
      else move(to);
    } else if (event.shiftKey) return;
    else if (row && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
      goSideways(row, event.key === 'ArrowRight' ? 1 : -1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return { cursor, head, line, arrive, move, extend, endRange, ...handlers, onKeyDown };
}
