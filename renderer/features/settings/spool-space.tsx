import { useTranslation } from 'react-i18next';
import type { OutboxState } from '../../../preload/contract/submission.ts';
import { saySize } from '../../language/amounts.ts';
import styles from './settings.module.css';

/** Shows the disk space of the file copies. We delete a copy when its document is finished. */
export function SpoolSpace({ spool, locale }: { spool: OutboxState['spool']; locale: string }) {
  const { t } = useTranslation();
  const { used, limit } = spool;
  return (
    <section className={styles['section']} aria-labelledby="spool">
      <h2 id="spool">{t('settings.spool')}</h2>
      {limit > 0 && (
        <meter
          className={styles['meter']}
          aria-labelledby="spool"
          min={0}
          max={limit}
          high={limit * 0.9}
          value={used}
        />
      )}
      <p>{t('settings.spoolUsed', { used: saySize(used, locale), limit: saySize(limit, locale) })}</p>
      <p className={styles['quiet']}>{t('settings.spoolHint')}</p>
    </section>
  );
}
