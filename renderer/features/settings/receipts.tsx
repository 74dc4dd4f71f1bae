import { useTranslation } from 'react-i18next';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useLocked } from '../../store/locked.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { LockedNote } from '../../ui/locked-note.tsx';
import styles from './settings.module.css';

/** Switches the receipts for other programs beside signed copies. */
export function Receipts({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation();
  const isLocked = useLocked('receipts');
  return (
    <div className={styles['boxes']}>
      <CheckBox
        isDisabled={isLocked}
        isSelected={isOn}
        hint={t('settings.receiptsHint', { name: `${t('settings.copyNameSample')}.json` })}
        onChange={(on) => void ask(bridge().settings.receipts({ on }))}
      >
        {t('settings.receipts')}
      </CheckBox>
      {isLocked && <LockedNote />}
    </div>
  );
}
