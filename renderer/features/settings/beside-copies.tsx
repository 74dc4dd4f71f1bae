import { useTranslation } from 'react-i18next';
import { bridge } from '../../bridge/bridge.ts';
import { changeAndTell } from '../../store/change-and-tell.ts';
import { useLocked } from '../../store/locked.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { LockedNote } from '../../ui/locked-note.tsx';
import styles from './settings.module.css';

interface BesideCopiesProps {
  readonly name: 'receipts' | 'rescue';
  readonly isOn: boolean;
}

/** Asks whether receipts, or the files of unsigned documents, are saved beside signed copies. */
export function BesideCopies({ name, isOn }: BesideCopiesProps) {
  const { t } = useTranslation();
  const isLocked = useLocked(name);
  const hint =
    name === 'receipts'
      ? t('settings.receiptsHint', { name: `${t('settings.copyNameSample')}.json` })
      : t('settings.rescueHint', { folder: t('copy.notSignedFolder') });
  return (
    <div className={styles['boxes']}>
      <CheckBox
        isDisabled={isLocked}
        isSelected={isOn}
        hint={hint}
        onChange={(on) => void changeAndTell(bridge().settings.besideCopies({ [name]: on }))}
      >
        {t(`settings.${name}`)}
      </CheckBox>
      {isLocked && <LockedNote />}
    </div>
  );
}
