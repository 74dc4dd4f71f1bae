import type { LayoutDelegate, Node } from '@react-types/shared';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, memo, type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { ListKeyboardDelegate } from 'react-aria/ListKeyboardDelegate';
import { mergeProps } from 'react-aria/mergeProps';
import { useCollator } from 'react-aria/useCollator';
import { useGridList, useGridListItem } from 'react-aria/useGridList';
import { useTranslation } from 'react-i18next';
import { type ListState, useListState } from 'react-stately/useListState';
import styles from './document-list.module.css';
import type { Entry } from './entry/entry.ts';
import { EntryCells } from './entry-cells.tsx';
import type { Group } from './grouping.ts';
import { LazyCollection } from './lazy-collection.ts';
import { useCurrentEntry, useSpokenEntry } from './use-current-entry.ts';

const ROW = 44;

interface RowProps {
  readonly node: Node<Entry>;
  readonly entry: Entry;
  readonly state: ListState<Entry>;
  readonly rowIndex: number;
  readonly top: number;
  readonly onClick: (key: string) => void;
}

const Row = memo(function Row({ node, entry: placed, state, rowIndex, top, onClick }: RowProps) {
  const entry = useCurrentEntry(placed);
  const spoken = useSpokenEntry(entry);
  const ref = useRef<HTMLDivElement>(null);
  // No `isVirtualized`: with it the hook searches the whole collection for every row.
  const { rowProps, gridCellProps } = useGridListItem({ node }, state, ref);
  return (
    <div
      {...mergeProps(rowProps, { onClick: () => onClick(entry.key) })}
      aria-label={spoken}
      ref={ref}
      aria-rowindex={rowIndex}
      className={styles['row']}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div {...gridCellProps} className={styles['cells']}>
        <EntryCells entry={entry} />
      </div>
    </div>
  );
});

/** All lines have the same height, so we compute positions and measure nothing. */
function createLayout(collection: LazyCollection, scroller: RefObject<HTMLDivElement | null>): LayoutDelegate {
  const width = () => scroller.current?.clientWidth ?? 800;
  return {
    getItemRect(key) {
      const line = collection.lineOf(key);
      return line < 0 ? null : { x: 0, y: line * ROW, width: width(), height: ROW };
    },
    getVisibleRect: () => ({
      x: 0,
      y: scroller.current?.scrollTop ?? 0,
      width: width(),
      height: scroller.current?.clientHeight ?? 600,
    }),
    getContentSize: () => ({ width: width(), height: collection.lines.length * ROW }),
  };
}

/** Above the first group. Screen readers hear each row as a sentence. */
function ColumnTitles() {
  const { t } = useTranslation();
  return (
    <>
      {(['who', 'state', 'due'] as const).map((column) => (
        <span key={column} aria-hidden="true" className={styles[column]}>
          {t(`documents.columns.${column}`)}
        </span>
      ))}
    </>
  );
}

interface DocumentListProps {
  readonly groups: readonly Group[];
  /** Called for Enter and a click. While details are open, also for the arrow keys. */
  readonly onOpen: (key: string, by: OpenedBy) => void;
}

export type OpenedBy = 'enter' | 'click' | 'walk';

/** A click on a heading must not focus the list, which would select its first entry. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The browser shows the focus ring only to people who use the keyboard. */
const isAtKeyboard = () => document.activeElement?.matches(':focus-visible') === true;

/** Renders when an entry comes, goes or moves. Each row renders its own changes. */
export const DocumentList = memo(function DocumentList({ groups, onOpen }: DocumentListProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const collator = useCollator({ usage: 'search', sensitivity: 'base' });
  const collection = useMemo(() => new LazyCollection(groups), [groups]);
  const layoutDelegate = useMemo(() => createLayout(collection, scroller), [collection]);
  const state = useListState<Entry>({
    collection,
    selectionMode: 'single',
    selectionBehavior: 'replace',
    disallowEmptySelection: true,
    onSelectionChange: (keys) => {
      const [key] = keys === 'all' ? [] : keys;
      if (key !== undefined) onOpen(String(key), 'walk');
    },
    layoutDelegate,
    children: [],
  });
  const keyboardDelegate = useMemo(
    () => new ListKeyboardDelegate({ collection, ref: scroller, layoutDelegate, collator }),
    [collection, layoutDelegate, collator],
  );
  const { gridProps } = useGridList(
    {
      'aria-label': t('documents.title'),
      isVirtualized: true,
      keyboardDelegate,
      layoutDelegate,
      onAction: (key) => onOpen(String(key), 'enter'),
    },
    state,
    scroller,
  );

  const click = useCallback((key: string) => onOpen(key, 'click'), [onOpen]);

  const { focusedKey, isFocused } = state.selectionManager;
  const focusedLine = focusedKey === null ? -1 : collection.lineOf(focusedKey);
  // The rule is for the React compiler, which we do not use: it would freeze the functions of the virtualizer.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: collection.lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    // Keep the focused row in the page while people scroll, or the keyboard would lose its place.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const lines = defaultRangeExtractor(range);
        if (focusedLine < 0 || lines.includes(focusedLine)) return lines;
        return [...lines, focusedLine].toSorted((a, b) => a - b);
      },
      [focusedLine],
    ),
  });
  // A row that moves takes the keyboard focus along. With the mouse the scroll position stays.
  useLayoutEffect(() => {
    if (focusedLine >= 0 && isFocused && isAtKeyboard()) virtual.scrollToIndex(focusedLine, { align: 'auto' });
  }, [focusedLine, isFocused, virtual]);

  return (
    <div {...gridProps} ref={scroller} aria-rowcount={collection.lines.length} className={styles['list']}>
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const line = collection.lines[index];
          if (!line) return null;
          if (line.kind === 'group')
            return (
              <div
                key={`group-${line.group}`}
                role="row"
                aria-rowindex={index + 1}
                className={`${styles['group']} ${styles['cells']}`}
                onMouseDown={keepFocus}
                style={{ transform: `translateY(${start}px)` }}
              >
                <div role="rowheader">{t(`documents.${groupTitle[line.group]}`)}</div>
                {index === 0 && <ColumnTitles />}
              </div>
            );
          const node = collection.getItem(line.entry.key);
          return (
            node && (
              <Row
                key={line.entry.key}
                node={node}
                entry={line.entry}
                state={state}
                rowIndex={index + 1}
                top={start}
                onClick={click}
              />
            )
          );
        })}
      </div>
    </div>
  );
});

const groupTitle = {
  needsYou: 'groupNeedsYou',
  sending: 'groupSending',
  waiting: 'groupWaiting',
  finished: 'groupFinished',
  drafts: 'groupDrafts',
  other: 'groupOther',
} as const;
