import { type KeyboardEvent, memo, type PointerEvent, type RefObject } from 'react';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import type { DragAndDropHooks } from 'react-aria-components/useDragAndDrop';
import type { ListLayout } from 'react-aria-components/Virtualizer';
import { useTranslation } from 'react-i18next';
import { RowsInSight } from '../../../ui/rows-in-sight.tsx';
import { moveOf, rowKeyOf } from './row-keys.ts';
import { SigneeRow } from './signee-row.tsx';
import styles from './signees.module.css';
import type { SigneeEdits } from './use-signee-edits.ts';

/** The part of a signee that the list itself needs. */
export interface RowItem {
  readonly id: string;
  readonly label: string;
  readonly isFirst: boolean;
}

export interface SigneeRowsProps {
  readonly items: readonly RowItem[];
  /** Whether a person can move the rows. */
  readonly ordered: boolean;
  readonly layout: ListLayout<RowItem>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly edits: SigneeEdits;
  /** What lets a person drag the rows. */
  readonly dragAndDropHooks?: DragAndDropHooks<RowItem>;
}

/** An estimate: rows with a message or in a narrow window are higher and get measured. */
const layoutOptions = { estimatedRowSize: 45 };

/** Handles keys anywhere in a row. Some keys count only while the row itself has the focus. */
function onRowKey(event: KeyboardEvent, { edits, ordered }: SigneeRowsProps): boolean {
  const key = rowKeyOf(event.target);
  if (key === undefined || !(event.target instanceof HTMLElement)) return false;
  const row = event.target.closest<HTMLElement>('[role="row"]');
  const direction = moveOf(event);
  if (direction !== null) {
    // The first row has no "together": a button that had the focus would take it away with it.
    if (ordered && event.target.closest('button') !== null) row?.focus();
    if (ordered) edits.move(key, direction);
    return true;
  }
  if (event.target !== row) {
    if (event.key !== 'Escape') return false;
    row?.focus();
    return true;
  }
  if (event.key === 'Delete') edits.remove(key);
  else if (event.key === 'Enter' || event.key === 'F2') row.querySelector('input')?.focus();
  else return false;
  return true;
}

/** Stops dragging until the button is released, so that the mouse can select text in a field of a draggable row. */
function letMarkText({ target }: PointerEvent): void {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  const row = isField && target.closest<HTMLElement>('[draggable="true"]');
  if (!row) return;
  const over = new AbortController();
  const restore = () => {
    row.draggable = true;
    over.abort();
  };
  row.draggable = false;
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, restore, { signal: over.signal });
}

export const SigneeRows = memo(function SigneeRows(props: SigneeRowsProps) {
  const { items, layout, scroller, dragAndDropHooks } = props;
  const { t } = useTranslation();
  return (
    <div
      role="presentation"
      onPointerDownCapture={letMarkText}
      onKeyDownCapture={(event) => {
        if (!onRowKey(event, props)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <RowsInSight layout={layout} layoutOptions={layoutOptions} shouldObserveItemSize>
        <GridList
          ref={scroller}
          className={styles['list'] ?? ''}
          aria-label={t('signees.list')}
          items={items}
          selectionMode="none"
          keyboardNavigationBehavior="tab"
          {...(dragAndDropHooks && { dragAndDropHooks })}
        >
          {({ id, label, isFirst }) => (
            <GridListItem id={id} textValue={label} className={styles['item'] ?? ''} allowsArrowNavigation>
              <SigneeRow id={id} isFirst={isFirst} />
            </GridListItem>
          )}
        </GridList>
      </RowsInSight>
    </div>
  );
});
