import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './document-list.module.css';
import { isDoubted } from './entry/due-text.ts';
import type { Entry } from './entry/entry.ts';
import { EntryCells } from './entry-cells.tsx';
import { IsEntrance } from './rows/is-entrance.ts';
import { isChosen, isEmpty, useSelection } from './rows/selection.ts';
import { useServedRows } from './rows/served-rows.ts';
import { useSpokenEntry } from './use-spoken-entry.ts';

interface RowProps {
  readonly place: number;
  readonly rowIndex: number;
  readonly top: number;
  readonly selected: boolean;
  /** The list is left and entered at this row. */
  readonly entrance: boolean;
}

function attributesOf({ place, rowIndex, top, selected, entrance }: RowProps) {
  return {
    role: 'row',
    'data-place': place,
    'aria-rowindex': rowIndex,
    'aria-selected': selected,
    tabIndex: entrance ? 0 : -1,
    className: styles['row'],
    style: { transform: `translateY(${top}px)` },
  } as const;
}

/** Shows a row that main has not sent yet. */
export function EmptyRow(props: RowProps) {
  const { t } = useTranslation();
  return (
    <div {...attributesOf(props)} aria-label={t('details.loading')} aria-busy="true">
      <div role="gridcell" aria-label={t('details.loading')} className={`${styles['cells']} ${styles['waiting']}`} />
    </div>
  );
}

function FullRow({ entry, ...props }: RowProps & { entry: Entry }) {
  const spoken = useSpokenEntry(entry);
  // The last person signs while somebody looks.
  const isDone = entry.document?.documentStatus === 'signed';
  const [wasDone] = useState(isDone);
  const shines = isDone && !wasDone && entry.document !== null && !isDoubted(entry.document);
  return (
    <div {...attributesOf(props)} data-key={entry.key} data-fresh={shines} aria-label={spoken}>
      <div role="gridcell" aria-colindex={1} className={styles['cells']}>
        <IsEntrance value={props.entrance}>
          <EntryCells entry={entry} />
        </IsEntrance>
      </div>
    </div>
  );
}

/** Reads its entry itself, so that progress of one file does not render the list. */
export const DocumentRow = memo(function DocumentRow({ rowKey, ...props }: RowProps & { rowKey: string }) {
  const entry = useServedRows(({ rows }) => rows.get(rowKey)?.row);
  // While rows are chosen, the row of the keyboard looks like the others.
  const chosen = useSelection((all) => (isEmpty(all) ? null : isChosen(all, rowKey)));
  const shown = { ...props, selected: chosen ?? props.selected };
  return entry === undefined ? <EmptyRow {...shown} /> : <FullRow {...shown} entry={entry} />;
});
