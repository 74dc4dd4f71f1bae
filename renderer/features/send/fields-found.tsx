import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AvailableModes } from '../../../preload/contract/sending.ts';
import { unmetDemands } from '../../../shared/file-demands.ts';
import { Button } from '../../ui/button.tsx';
import { peopleFromScan } from './draft-choices.ts';
import { FileDemands } from './file-demands.tsx';
import styles from './files-pane.module.css';
import { problemOf } from './missing-parts.ts';
import { scanFields } from './scan-fields.ts';
import { type Sheet, type SheetFile, withFile } from './sheet.ts';
import { changeSheet, setDraft } from './sheet-actions.ts';

interface FieldsFoundProps {
  readonly sheet: Sheet;
  readonly file: SheetFile;
  /** The signatures that the account may use. Null: unknown. */
  readonly usable: AvailableModes | null;
}

/** Signature fields that the service found in the document. A person can take over the people named there. */
export function FieldsFound({ sheet, file, usable }: FieldsFoundProps) {
  const { t, i18n } = useTranslation();
  const [taken, setTaken] = useState(false);
  const { id, scan, verdict } = file;
  if (verdict?.kind !== 'pdf' || problemOf(file) !== null) return null;
  const look = (key: 'lookForFields' | 'lookAgain') => (
    <Button look="quiet" onPress={() => void scanFields(id)}>
      {t(`send.${key}`)}
    </Button>
  );
  if (scan.kind === 'unasked')
    return (
      <div className={styles['fields']}>
        {look('lookForFields')}
        <span className={styles['quiet']}>{t('send.lookHint')}</span>
      </div>
    );
  if (scan.kind === 'running') return <p className={styles['quiet']}>{t('send.looking')}</p>;
  if (scan.kind === 'failed')
    return (
      <div className={styles['fields']}>
        <span className={styles['quiet']} title={t(`problem.${scan.problem.key}.what`, scan.problem.params)}>
          {t('send.lookFailed')}
        </span>
        {look('lookAgain')}
      </div>
    );
  const { fields, observers } = scan.found;
  const people = peopleFromScan(scan.found);
  const found = fields.length === 0 ? t('send.noFields') : t('send.fieldsFound', { count: fields.length });
  const take = () => {
    setTaken(true);
    // With several files, the people are for this file only.
    if (sheet.files.length > 1) changeSheet((now) => withFile(now, id, { own: { ...file.own, people } }));
    else setDraft(people);
  };
  const who = new Intl.ListFormat(i18n.language).format(people.signees.map(({ email }) => email));
  const blank = fields.filter(({ email }) => email === null || email === '').length;
  return (
    <div className={styles['fields']}>
      <FileDemands demands={unmetDemands(scan.found, sheet.draft, usable)} draft={sheet.draft} />
      <span role={fields.length > 0 ? 'status' : undefined} className={styles['quiet']}>
        {taken ? t('send.peopleAdded', { count: people.signees.length }) : found}
        {!taken && who !== '' && `: ${who}`}
        {blank > 0 && ` · ${t('send.blankFields', { count: blank })}`}
        {observers.length > 0 && ` · ${t('send.observers', { count: observers.length })}`}
      </span>
      {people.signees.length > 0 && !taken && <Button onPress={take}>{t('send.addPeople')}</Button>}
    </div>
  );
}
