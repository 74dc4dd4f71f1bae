import { ChevronRight } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListGroup } from '../../../preload/contract/list-choices.ts';
import styles from './document-list.module.css';
import { ReadyActions } from './ready-actions.tsx';
import { useFolding } from './rows/use-folding.ts';

/** Shows the titles above the first group, but hides them from screen readers, which read each row as a sentence. */
function ColumnTitles() {
  const { t } = useTranslation();
  return (
    <>
      {(['who', 'since', 'due'] as const).map((column) => (
        <span key={column} aria-hidden="true" className={styles[column]}>
          {t(`documents.columns.${column}`)}
        </span>
      ))}
    </>
  );
}

/** Keeps the focus where it is after a click on a heading. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

interface GroupLineProps {
  readonly group: ListGroup;
  /** The number of its rows. */
  readonly count: number;
  readonly folded: boolean;
  readonly index: number;
  readonly top: number;
  /** The list is left and entered at this heading. */
  readonly entrance: boolean;
}

/** Shows the heading of a section, with how many rows it has. A button folds it. */
export function GroupLine({ group, count, folded, index, top, entrance }: GroupLineProps) {
  const { t, i18n } = useTranslation();
  const { canFold, fold } = useFolding();
  const title = (
    <>
      <span>{t(`documents.${group === 'waiting' ? 'groupWaiting' : group}`)}</span>{' '}
      <span className={styles['groupCount']}>{new Intl.NumberFormat(i18n.language).format(count)}</span>
    </>
  );
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      data-head={group}
      className={`${styles['group']} ${styles['cells']}`}
      onMouseDown={keepFocus}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="presentation" className={styles['groupHead']}>
        <div role="rowheader">
          {canFold ? (
            <button
              type="button"
              className={styles['foldButton']}
              aria-expanded={!folded}
              tabIndex={entrance ? 0 : -1}
              onClick={() => fold(group, !folded)}
            >
              <ChevronRight size={16} aria-hidden="true" className={styles['foldArrow'] ?? ''} />
              {title}
            </button>
          ) : (
            title
          )}
        </div>
        {group === 'ready' && count > 1 && <ReadyActions count={count} isStop={entrance || !canFold} />}
      </div>
      {index === 0 && <ColumnTitles />}
    </div>
  );
}
