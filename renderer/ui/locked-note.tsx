import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './locked-note.module.css';

/** Says why a control cannot be used: the IT department decided. */
export function LockedNote({ id }: { id?: string }) {
  const { t } = useTranslation();
  return (
    <span id={id} className={styles['note']}>
      <Lock size={14} aria-hidden="true" />
      {t('app.locked')}
    </span>
  );
}
