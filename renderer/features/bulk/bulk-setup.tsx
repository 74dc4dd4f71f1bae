import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { Fold } from '../../ui/fold.tsx';
import { type BulkList, withHeaded } from './bulk-list.ts';
import styles from './bulk-sheet.module.css';
import { changeList } from './bulk-store.ts';
import { type Documents, DocumentsPart } from './documents-part.tsx';
import { ListPart } from './list-part.tsx';
import { UsualChoices } from './usual-choices.tsx';

interface BulkSetupProps {
  readonly state: State;
  readonly list: BulkList;
  readonly documents: Documents;
}

function Headed({ list }: { readonly list: BulkList }) {
  const { t } = useTranslation();
  return (
    <CheckBox isSelected={list.headed} onChange={(now) => changeList((before) => withHeaded(before, now))}>
      {t('bulk.headed')}
    </CheckBox>
  );
}

/**
 * Shows documents, list and usual choices, folded to a line because the rows need the room. Columns are chosen in the
 * heads of the rows.
 */
export function BulkSetup({ state, list, documents }: BulkSetupProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isUnknown = !list.roles.includes('file') || !list.roles.includes('signee');
  // Where the columns could not be guessed, the first line may be no heading either: ask for both in one place.
  const [asksHeading] = useState(isUnknown);
  return (
    <>
      <Fold title={t('bulk.setup')} summary={t('bulk.setupSummary')} isOpen={isOpen} onOpenChange={setOpen}>
        <div className={styles['setup']}>
          <div className={styles['parts']}>
            <DocumentsPart unused={documents.unused} />
            <ListPart />
          </div>
          {!asksHeading && <Headed list={list} />}
          <p className={styles['quiet']}>
            {t('bulk.column.order')} – {t('bulk.orderHint')}
          </p>
          <UsualChoices state={state} />
        </div>
      </Fold>
      {asksHeading && (
        <div className={styles['bar']}>
          <p role="status" className={styles['wanted']}>
            {isUnknown && t('bulk.columnsUnknown')}
          </p>
          <Headed list={list} />
        </div>
      )}
    </>
  );
}
