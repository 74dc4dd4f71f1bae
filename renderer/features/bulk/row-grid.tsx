import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../preload/contract/profile.ts';
import { type BulkList, type BulkRow, type CellName, cellNames, numberOf } from './bulk-list.ts';
import { ColumnHead } from './column-head.tsx';
import { GridRow, type WantedCell } from './grid-row.tsx';
import type { Verdict } from './judge-rows.ts';
import styles from './row-grid.module.css';
import type { RowWords } from './use-row-words.ts';

interface RowGridProps {
  readonly list: BulkList;
  readonly verdicts: readonly Verdict[];
  /** The places of the rows to show. */
  readonly shown: readonly number[];
  readonly profiles: readonly Profile[];
  readonly words: RowWords;
  readonly wanted: WantedCell | null;
  readonly onArrive: () => void;
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Enter: 1, PageUp: -10, PageDown: 10 };
const bad = 76;
const usual = 37;
/** The sticky heading covers this height: keep as much free when scrolling to a row. */
const heads = 60;

/** The least and the greatest number of letters that a column is made for. */
const widths: Readonly<Record<CellName, readonly [least: number, most: number]>> = {
  file: [14, 48],
  signees: [20, 70],
  order: [9, 14],
  note: [9, 40],
  profile: [9, 20],
};

/** Gives each column its part of the width by its longest cell, so that an empty one takes little. */
function columnsFor(rows: readonly BulkRow[]): CSSProperties & { readonly '--columns': string } {
  const parts = cellNames.map((name) => {
    const longest = rows.reduce((most, { cells }) => Math.max(most, cells[name].length), 0);
    const [least, most] = widths[name];
    return `minmax(${least * 5}px, ${Math.min(most, Math.max(least, longest))}fr)`;
  });
  return { '--columns': parts.join(' ') };
}

const isCell = (name: string | undefined): name is CellName => cellNames.some((one) => one === name);

interface RowsInSight extends Pick<RowGridProps, 'verdicts' | 'shown'> {
  readonly rows: readonly BulkRow[];
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** Renders the rows in sight, and the one in which people type while they scroll. */
function useRowsInSight({ rows, verdicts, shown, scroller }: RowsInSight) {
  const [focused, setFocused] = useState(-1);
  // The rule is for the React compiler, which we do not use: it would freeze the functions of the virtualizer.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    getItemKey: (line) => rows[shown[line] ?? -1]?.at ?? line,
    estimateSize: (line) => (verdicts[shown[line] ?? -1]?.state === 'bad' ? bad : usual),
    overscan: 6,
    scrollPaddingEnd: heads,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const inSight = defaultRangeExtractor(range);
        if (focused < 0 || focused >= range.count || inSight.includes(focused)) return inSight;
        return [...inSight, focused].toSorted((a, b) => a - b);
      },
      [focused],
    ),
  });
  return { virtual, setFocused };
}

/** Shows the grid. Only rows in sight are in the page. */
export function RowGrid({ list, verdicts, shown, profiles, words, wanted, onArrive }: RowGridProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const [walked, setWalked] = useState<WantedCell | null>(null);
  const { rows } = list;
  const { virtual, setFocused } = useRowsInSight({ rows, verdicts, shown, scroller });
  const columns = useMemo(() => columnsFor(rows), [rows]);
  const target = wanted ?? walked;
  const targetLine = target === null ? -1 : shown.indexOf(target.index);
  useEffect(() => {
    if (targetLine < 0) return;
    virtual.scrollToIndex(targetLine, { align: 'auto' });
    // The sheet around the rows scrolls as well.
    scroller.current?.scrollIntoView({ block: 'nearest' });
  }, [targetLine, virtual]);

  function walk(event: KeyboardEvent): void {
    const step = steps[event.key];
    const at = event.target;
    if (step === undefined || !(at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement)) return;
    const cell = at.dataset['cell'];
    const line = Number(at.closest<HTMLElement>('[data-index]')?.dataset['index']);
    const next = shown[Math.min(Math.max(line + step, 0), shown.length - 1)];
    if (!isCell(cell)) return;
    event.preventDefault();
    if (next !== undefined && next !== shown[line]) setWalked({ index: next, cell });
  }

  const arrive = useCallback(() => {
    setWalked(null);
    onArrive();
  }, [onArrive]);

  return (
    // The cells have the keys; the table only listens.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={scroller}
      role="table"
      aria-label={t('bulk.rows')}
      aria-rowcount={shown.length + 1}
      className={styles['grid']}
      style={columns}
      onKeyDown={walk}
      onFocus={({ target: at }) => setFocused(Number(at.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1))}
      onBlur={() => setFocused(-1)}
    >
      <div role="rowgroup" className={styles['heads']}>
        <div role="row" aria-rowindex={1} className={styles['line']}>
          <span role="columnheader" className={styles['plainHead']}>
            {t('bulk.column.row')}
          </span>
          {cellNames.map((name) => (
            <span key={name} role="columnheader" className={styles['cellHead']}>
              <ColumnHead list={list} name={name} />
            </span>
          ))}
          <span role="columnheader" className={styles['plainHead']}>
            {t('bulk.column.state')}
          </span>
        </div>
      </div>
      <div role="rowgroup" className={styles['rows']} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index: line, start, key }) => {
          const index = shown[line] ?? -1;
          const row = rows[index];
          const verdict = verdicts[index];
          return (
            row &&
            verdict && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={line}
                data-state={verdict.state}
                role="row"
                aria-rowindex={line + 2}
                className={styles['row']}
                style={{ transform: `translateY(${start}px)` }}
              >
                <GridRow
                  row={row}
                  number={numberOf(list, row)}
                  verdict={verdict}
                  profiles={profiles}
                  words={words}
                  wanted={target?.index === index ? target : null}
                  onArrive={arrive}
                />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
