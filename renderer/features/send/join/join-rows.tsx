import { GripVertical, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from 'react-aria-components/Button';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { useTranslation } from 'react-i18next';
import type { AloneReason } from '../../../../preload/contract/sending.ts';
import { saySize } from '../../../language/amounts.ts';
import { shownName } from '../../../ui/shown-name.ts';
import { tooltip } from '../../../ui/tooltip.ts';
import type { SheetFile } from '../sheet.ts';
import { useDraggedRows } from '../signees/dragged-rows.tsx';
import { type DropPosition, moveOf, rowKeyOf } from '../signees/row-keys.ts';
import styles from './join.module.css';

interface JoinRowsProps {
  readonly files: readonly SheetFile[];
  /** The files that cannot be joined, with the reason. */
  readonly alone: ReadonlyMap<string, AloneReason>;
  readonly locale: string;
  readonly onMove: (id: string, direction: 'up' | 'down') => void;
  readonly onDrop: (id: string, target: string, position: DropPosition) => void;
  readonly onApart: (id: string) => void;
}

const dragType = 'application/x-countersign-part';

/** Shows the files of one document in their order. They move by the mouse and by the keyboard, as signees do. */
export function JoinRows({ files, alone, locale, onMove, onDrop, onApart }: JoinRowsProps) {
  const { t } = useTranslation();
  const dragAndDropHooks = useDraggedRows<SheetFile>({
    dragType,
    lineClass: styles['dropLine'] ?? '',
    onDrop,
    takesRows: false,
  });
  function takeKey(event: KeyboardEvent): void {
    const key = rowKeyOf(event.target);
    const direction = moveOf(event);
    const isRow = event.target instanceof HTMLElement && event.target.role === 'row';
    if (key === undefined || (direction === null && !(isRow && event.key === 'Delete'))) return;
    event.preventDefault();
    event.stopPropagation();
    if (direction === null) onApart(key);
    else onMove(key, direction);
  }
  return (
    <div role="presentation" onKeyDownCapture={takeKey}>
      <GridList
        className={styles['list'] ?? ''}
        aria-label={t('send.join.list')}
        items={files.map((file, at) => ({ file, id: file.id, at, why: alone.get(file.id) ?? null }))}
        selectionMode="none"
        keyboardNavigationBehavior="tab"
        dragAndDropHooks={dragAndDropHooks}
      >
        {({ file, id, at, why }) => (
          <GridListItem id={id} textValue={shownName(file.name)} className={styles['item'] ?? ''} allowsArrowNavigation>
            <div className={styles['row']}>
              <Button slot="drag" {...tooltip} className={styles['handle'] ?? ''}>
                <GripVertical size={16} aria-hidden="true" />
              </Button>
              <span className={styles['place']}>
                <span className="visually-hidden">{t('send.join.place', { place: at + 1, all: files.length })}</span>
                <span aria-hidden="true">{at + 1}</span>
              </span>
              <span className={styles['name']}>
                <bdi>{shownName(file.name)}</bdi>
              </span>
              <span className={styles['size']}>{saySize(file.size, locale)}</span>
              <Button
                {...tooltip}
                className={styles['apart'] ?? ''}
                aria-label={t('send.join.apart', { name: shownName(file.name) })}
                onPress={() => onApart(id)}
              >
                <X size={16} aria-hidden="true" />
              </Button>
              {why !== null && <p className={styles['why']}>{t(`send.join.why.${why}`)}</p>}
            </div>
          </GridListItem>
        )}
      </GridList>
    </div>
  );
}
