import { useTranslation } from 'react-i18next';
import type { AvailableModes } from '../../../preload/contract/sending.ts';
import { laterPart } from '../../language/later-part.ts';
import { EffectButton } from '../../ui/effect-button.tsx';
import styles from './files-pane.module.css';
import { problemOf } from './missing-parts.ts';
import { scanFields, waitsToScan } from './scan-fields.ts';
import type { Sheet, SheetFile } from './sheet.ts';

const FoundPeople = laterPart(async () => (await import('./found-people.tsx')).FoundPeople);

interface FieldsFoundProps {
  readonly sheet: Sheet;
  readonly file: SheetFile;
  /** The signatures that the account may use. Null: unknown. */
  readonly usable: AvailableModes | null;
  /** Whether to say that there are no fields. Beside text marks it would sound as if nobody could sign. */
  readonly claimsNone: boolean;
}

/** Shows the signature fields that the service found in the document. A person can add the people named there. */
export function FieldsFound({ sheet, file, usable, claimsNone }: FieldsFoundProps) {
  const { t } = useTranslation();
  const { id, scan, verdict } = file;
  if (verdict?.kind !== 'pdf' || problemOf(file) !== null) return null;
  const look = (key: 'lookForFields' | 'lookAgain', effect: string | null) => (
    <span className={styles['atEdge']}>
      <EffectButton look="quiet" effect={effect} onPress={() => void scanFields(id)}>
        {t(`send.${key}`)}
      </EffectButton>
    </span>
  );
  if (scan.kind === 'running' || waitsToScan(sheet, file))
    return <p className={styles['quiet']}>{t('send.looking')}</p>;
  if (scan.kind === 'unasked')
    return <div className={styles['fields']}>{look('lookForFields', t('send.lookHint'))}</div>;
  if (scan.kind === 'failed')
    return (
      <div className={styles['fields']}>
        <span className={styles['quiet']} title={t(`problem.${scan.problem.key}.what`, scan.problem.params)}>
          {t('send.lookFailed')}
        </span>
        {look('lookAgain', null)}
      </div>
    );
  return <FoundPeople sheet={sheet} file={file} found={scan.found} usable={usable} claimsNone={claimsNone} />;
}
