import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { ListGroup } from '../../../preload/contract/list-choices.ts';
import styles from './document-list.module.css';
import { DocumentRow, EmptyRow } from './document-row.tsx';
import { GroupLine } from './group-line.tsx';
import { OfferedRows } from './offered-rows.ts';
import { RowLook, useRowLook } from './row-look.tsx';
import { createLines } from './rows/lines.ts';
import { askDelete, chooseAll, chooseRange, clearSelection, isEmpty, toggle, useSelection } from './rows/selection.ts';
import { lookAt, useServedRows } from './rows/served-rows.ts';
import { useCursor } from './rows/use-cursor.ts';
import type { Cursor } from './rows/use-followed-row.ts';
import { useArrivedRow } from './use-arrived-row.ts';
import { useColumnWidths } from './use-column-widths.ts';

const ROW = 40;

export type OpenedBy = 'enter' | 'click' | 'walk';

interface DocumentListProps {
  /** Opens the details after Enter or a click. While details are open, also after the arrow keys. */
  readonly onOpen: (key: string, by: OpenedBy) => void;
}

/** Renders the lines in sight, and the row of the keyboard. */
function useVirtualLines(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  focusedLine: { readonly current: number },
) {
  // The rule is for the React compiler, which we do not use: it would freeze the functions of the virtualizer.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    // Keep the focused row in the page while people scroll, or the keyboard would lose its place.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const shown = defaultRangeExtractor(range);
        const line = focusedLine.current;
        if (line < 0 || line >= range.count || shown.includes(line)) return shown;
        return [...shown, line].toSorted((a, b) => a - b);
      },
      [focusedLine],
    ),
  });
  // The heading belongs to the first row.
  const show = useCallback(
    (line: number) => virtual.scrollToIndex(line === 1 ? 0 : line, { align: 'auto' }),
    [virtual],
  );
  const page = useCallback(() => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW) - 1), [scroller]);
  return { virtual, show, page };
}

interface GestureDeps {
  readonly cursor: Cursor | null;
  readonly extend: (place: number) => void;
  readonly endRange: () => void;
  /** Handles the keys that move. */
  readonly onMoveKey: (event: KeyboardEvent) => void;
  readonly onOpen: DocumentListProps['onOpen'];
  /** Shows the pages of the row. */
  readonly onLook: () => void;
}

/** Handles clicks and keys that open, choose or delete rows. */
function useRowGestures({ cursor, extend, endRange, onMoveKey, onOpen, onLook }: GestureDeps) {
  /** The row of the keyboard before the mouse was pressed. */
  const pressedAt = useRef<string | null>(null);
  const rowAt = ({ target }: MouseEvent) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
  const onClick = (event: MouseEvent) => {
    const row = rowAt(event);
    const key = row?.dataset['key'];
    if (!row || key === undefined) return;
    if (event.shiftKey) extend(Number(row.dataset['place']));
    else {
      endRange();
      if (event.ctrlKey || event.metaKey) toggle(key, pressedAt.current);
      else {
        clearSelection();
        onOpen(key, 'click');
      }
    }
  };
  const onMouseDown = (event: MouseEvent) => {
    pressedAt.current = cursor?.key ?? null;
    // Chromium would select the text up to here.
    if (event.shiftKey && rowAt(event) !== null) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.target instanceof HTMLElement ? event.target.dataset['key'] : undefined;
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && key !== undefined) {
      event.preventDefault();
      onOpen(key, 'enter');
    } else if (event.key === ' ' && key !== undefined) {
      event.preventDefault();
      // While rows are chosen it takes one in or out.
      if (event.shiftKey || event.ctrlKey || !isEmpty(useSelection.getState())) {
        endRange();
        toggle(key, null);
      } else if (!event.repeat) onLook();
    } else if (event.key === 'Delete' && key !== undefined && !isCommand && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      if (!event.repeat) askDelete(key);
    } else if (isCommand && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      chooseAll();
    } else onMoveKey(event);
  };

  return { onClick, onMouseDown, onKeyDown };
}

/** Renders when rows come, go or move, and while people scroll. Each row renders its own changes. */
export const DocumentList = memo(function DocumentList({ onOpen }: DocumentListProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const groups = useServedRows((served) => served.groups);
  const from = useServedRows((served) => served.from);
  const keys = useServedRows((served) => served.keys);
  const lines = useMemo(() => createLines(groups), [groups]);
  const focusedLine = useRef(-1);
  const { virtual, show, page } = useVirtualLines(scroller, lines.count, focusedLine);
  const onMove = useCallback((key: string) => onOpen(key, 'walk'), [onOpen]);
  const onExtend = useCallback((one: Cursor, other: number) => void chooseRange(one, other), []);
  const { cursor, head, line, arrive, move, extend, endRange, ...handlers } = useCursor({
    scroller,
    lines,
    page,
    show,
    onMove,
    onExtend,
  });
  useArrivedRow({ scroller, arrive });
  useColumnWidths(scroller);
  // The virtualizer reads it below, in this rendering: a row that moves must not leave the page.
  // oxlint-disable-next-line react/refs
  focusedLine.current = line;

  const shown = virtual.getVirtualItems();
  const range = virtual.range;
  const first = lines.placeAt(range?.startIndex ?? 0);
  const last = lines.placeAt(range?.endIndex ?? 0);
  const focusedKey = cursor?.key ?? null;
  useEffect(() => lookAt(first, last, focusedKey === null ? [] : [focusedKey]), [first, last, focusedKey]);

  const { isLooking, onLook, endLook } = useRowLook(scroller);
  const gestures = useRowGestures({ cursor, extend, endRange, onMoveKey: handlers.onKeyDown, onOpen, onLook });

  const entrance = cursor?.place ?? first;
  const isEntrance = (group: ListGroup, index: number) =>
    head === null ? lines.rows === 0 && index === 0 : head === group;
  return (
    <>
      <div
        ref={scroller}
        role="grid"
        aria-label={t('documents.title')}
        aria-rowcount={lines.count}
        aria-colcount={1}
        aria-multiselectable
        className={styles['list']}
        tabIndex={-1}
        onFocus={handlers.onFocus}
        onBlur={handlers.onBlur}
        onKeyDownCapture={handlers.onKeyDownCapture}
        onPointerDownCapture={handlers.onPointerDownCapture}
        {...gestures}
      >
        <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {shown.map(({ index, start }) => {
            const found = lines.at(index);
            if (found === null) return null;
            if (found.kind === 'group') {
              const { group, count, folded } = found;
              const at = { index, top: start, entrance: isEntrance(group, index) };
              return <GroupLine key={`group-${group}`} group={group} count={count} folded={folded} {...at} />;
            }
            const { place } = found;
            const key = keys[place - from] ?? (place === cursor?.place ? cursor.key : null);
            const row = {
              place,
              rowIndex: index + 1,
              top: start,
              selected: place === cursor?.place,
              entrance: place === entrance && head === null,
            };
            return key === null ? (
              <EmptyRow key={`place-${place}`} {...row} />
            ) : (
              <DocumentRow key={key} rowKey={key} {...row} />
            );
          })}
        </div>
      </div>
      <OfferedRows rowKey={focusedKey} />
      {isLooking && (
        <RowLook rowKey={cursor?.key ?? null} onStep={(step) => move((cursor?.place ?? 0) + step)} onClose={endLook} />
      )}
    </>
  );
});
