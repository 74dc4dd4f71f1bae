import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../preload/contract/state.ts';
import { Fold } from '../../ui/fold.tsx';
import type { BulkList } from './bulk-list.ts';
import styles from './bulk-sheet.module.css';
import { ColumnsPanel } from './columns-panel.tsx';
import { type Documents, DocumentsPart } from './documents-part.tsx';
import { ListPart } from './list-part.tsx';
import { UsualChoices } from './usual-choices.tsx';

interface FoldedProps {
  readonly list: BulkList;
  readonly children: ReactNode;
}

/** Open only if something has to be chosen first: the rows need the room. */
function Folded({ list, children }: FoldedProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(() => !list.roles.includes('file') || !list.roles.includes('signee'));
  return (
    <Fold title={t('bulk.setup')} summary={t('bulk.setupSummary')} isOpen={isOpen} onOpenChange={setOpen}>
      <div className={styles['setup']}>{children}</div>
    </Fold>
  );
}

interface BulkSetupProps {
  readonly state: State;
  readonly list: BulkList | null;
  readonly documents: Documents;
}

/** Documents, list, columns and usual choices. It folds to a line as soon as there are rows. */
export function BulkSetup({ state, list, documents }: BulkSetupProps) {
  const hasRows = list !== null && list.rows.length > 0;
  const parts = (
    <div className={styles['parts']}>
      <DocumentsPart said={hasRows ? null : documents.said} unused={documents.unused} />
      <ListPart />
    </div>
  );
  if (!hasRows) return parts;
  return (
    <Folded key={list.first.join('\t')} list={list}>
      {parts}
      <ColumnsPanel list={list} />
      <UsualChoices state={state} />
    </Folded>
  );
}
