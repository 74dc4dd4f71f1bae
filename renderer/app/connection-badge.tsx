import { useTranslation } from 'react-i18next';
import type { Connection } from '../../preload/contract/connection.ts';
import styles from './connection-badge.module.css';

/** Which connection is in use, on every screen; a test connection says so. */
export function ConnectionBadge({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  return (
    <div className={styles['badge']} data-colour={connection.colour}>
      <span className={styles['mark']} aria-hidden="true" />
      <span className={styles['words']}>
        {connection.fields.environment === 'test' && <strong className={styles['test']}>{t('app.test')}</strong>}
        <span className={styles['name']}>{connection.fields.name}</span>
        {connection.person !== null && <span className={styles['person']}>{connection.person}</span>}
      </span>
    </div>
  );
}
