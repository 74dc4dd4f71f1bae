import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AvailableModes, ScanResult } from '../../../preload/contract/sending.ts';
import { unmetDemands } from '../../../shared/file-demands.ts';
import { Button } from '../../ui/button.tsx';
import { peopleFromScan } from './draft-choices.ts';
import { FileDemands } from './file-demands.tsx';
import styles from './files-pane.module.css';
import { peopleOf, type Sheet, type SheetFile, withFile, withPeople } from './sheet.ts';
import { changeFiles, changeSheet } from './sheet-actions.ts';
import { missingIn } from './signees/signee-list.ts';

interface FoundPeopleProps {
  readonly sheet: Sheet;
  readonly file: SheetFile;
  readonly found: ScanResult;
  /** The signatures that the account may use. Null: unknown. */
  readonly usable: AvailableModes | null;
  readonly claimsNone: boolean;
}

/** Shows the people whom the signature fields of a document name, and a button that adds them. */
export function FoundPeople({ sheet, file, found: scanned, usable, claimsNone }: FoundPeopleProps) {
  const { t, i18n } = useTranslation();
  const [taken, setTaken] = useState(0);
  const { fields, observers } = scanned;
  const people = peopleFromScan(scanned);
  const missing = missingIn(peopleOf(sheet, file).signees, people.signees).length;
  const take = () => {
    setTaken(missing);
    changeSheet((now) => withPeople(now, file, people));
  };
  const who = new Intl.ListFormat(i18n.language).format(people.signees.map(({ email }) => email));
  const blank = fields.filter(({ email }) => email === null || email === '').length;
  const fieldsFound = t('send.fieldsFound', { count: fields.length });
  const found = [
    fields.length > 0 && (who === '' ? fieldsFound : t('app.labelled', { label: fieldsFound, value: who })),
    fields.length === 0 && claimsNone && t('send.noFields'),
  ];
  const words = [
    ...(taken > 0 && missing === 0 ? [t('send.peopleAdded', { count: taken })] : found),
    blank > 0 && t('send.blankFields', { count: blank }),
    observers.length > 0 && t('send.observers', { count: observers.length }),
  ].filter(Boolean);
  const { mode, jurisdiction } = sheet.draft;
  const demands = unmetDemands(scanned, { mode, jurisdiction }, usable);
  const { id } = file;
  // Also when it asks for nothing more: then the person sees just that.
  useEffect(() => {
    changeFiles((now) => withFile(now, id, { told: { mode, jurisdiction } }));
  }, [id, mode, jurisdiction]);
  if (words.length === 0 && demands.length === 0) return null;
  return (
    <div className={styles['fields']}>
      <FileDemands demands={demands} draft={sheet.draft} />
      <span role={fields.length > 0 ? 'status' : undefined} className={styles['quiet']}>
        {words.join(' · ')}
      </span>
      {missing > 0 && <Button onPress={take}>{t('send.addPeople')}</Button>}
    </div>
  );
}
