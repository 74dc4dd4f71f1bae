import { type RefObject, useState } from 'react';
import { Collection } from 'react-aria-components/Collection';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { ListLayout } from 'react-aria-components/Virtualizer';
import { useTranslation } from 'react-i18next';
import type { WaitingPerson } from '../../../preload/contract/waiting.ts';
import { useMinute } from '../../language/use-minute.ts';
import { openRow } from '../../store/ui.ts';
import { RowsInSight } from '../../ui/rows-in-sight.tsx';
import { SignatureCells, useRowWords } from './signature-cells.tsx';
import { rowsToInvite, type SignatureRow, signatureRows } from './signature-rows.ts';
import styles from './signature-table.module.css';

const layoutOptions = { estimatedRowSize: 36 };

interface SignatureTableProps {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly people: readonly WaitingPerson[];
  readonly onRemind: (person: WaitingPerson) => void;
  /** Lets the service send its own invitation again. */
  readonly onInvite: (person: WaitingPerson) => void;
}

/** Shows who is waited for, with a row for each missing signature. Enter or a click shows the document. */
export function SignatureTable({ list, people, onRemind, onInvite }: SignatureTableProps) {
  const { t, i18n } = useTranslation();
  const [layout] = useState(() => new ListLayout<SignatureRow>());
  const words = useRowWords();
  const rows = signatureRows(people);
  const entries = new Map(rows.map(({ id, document }) => [id, document.entry]));
  const minute = useMinute();
  return (
    <div className={styles['table']} data-invites={people.some((one) => rowsToInvite(one).length > 0)}>
      {/* Screen readers hear each row as a sentence. */}
      <div className={`${styles['cells']} ${styles['titles']}`} aria-hidden="true">
        <span>{t('month.person')}</span>
        <span>{t('waiting.document')}</span>
        <span className={styles['age']}>
          <span className={styles['ticks']}>
            <span>7</span>
            <span>14</span>
          </span>
          {t('documents.waiting')}
        </span>
        <span className={styles['due']}>{t('documents.columns.due')}</span>
      </div>
      <RowsInSight layout={layout} layoutOptions={layoutOptions}>
        <GridList
          ref={list}
          className={styles['list'] ?? ''}
          aria-label={t('waiting.table')}
          onAction={(id) => openRow(entries.get(String(id)) ?? '')}
        >
          <Collection items={rows} dependencies={[minute, i18n.language, people]}>
            {(row: SignatureRow) => (
              <GridListItem
                id={row.id}
                textValue={words.sentence(row)}
                className={`${styles['cells']} ${styles['row']}`}
                data-first={row.isFirst}
                data-last={row.isLast}
              >
                <SignatureCells
                  row={row}
                  remarks={words.remarks(row.document)}
                  onRemind={onRemind}
                  onInvite={onInvite}
                />
              </GridListItem>
            )}
          </Collection>
        </GridList>
      </RowsInSight>
    </div>
  );
}
