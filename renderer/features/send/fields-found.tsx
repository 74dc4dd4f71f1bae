import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { strongerMode } from '../../../shared/signature-modes.ts';
import { Button } from '../../ui/button.tsx';
import { peopleFromScan } from './draft-choices.ts';
import styles from './files-pane.module.css';
import { problemOf } from './missing-parts.ts';
import { scanFields } from './scan-fields.ts';
import { type Sheet, type SheetFile, withFile } from './sheet.ts';
import { changeSheet, setDraft } from './sheet-actions.ts';

/** Signature fields that the service found in the document. A person can take over the people named there. */
export function FieldsFound({ sheet, file }: { sheet: Sheet; file: SheetFile }) {
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
      <AskedMode asked={scan.found.mode} sheet={sheet} />
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

/** The document asks for a stronger signature than the chosen one: as it is, it would go out with the weaker one. */
function AskedMode({ asked, sheet: { draft } }: { asked: string | null; sheet: Sheet }) {
  const { t } = useTranslation();
  const stronger = strongerMode(asked, draft.mode);
  if (stronger === null) return null;
  const mode = t(`mode.${stronger}`);
  return (
    <>
      <span role="alert" className={styles['remark']}>
        {t('send.asksMore', { mode, chosen: t(`mode.${draft.mode}`) })}
      </span>
      <Button onPress={() => setDraft({ mode: stronger })}>{t('send.useMode', { mode })}</Button>
    </>
  );
}
