import { useTranslation } from 'react-i18next';
import { limits } from '../../../preload/contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './bulk-sheet.module.css';
import { leaveBulk, type Told, tell } from './bulk-store.ts';

/** What the last thing somebody did came to. */
export function BulkMessage({ told }: { told: Told }) {
  const { t } = useTranslation();
  switch (told.kind) {
    case 'problem':
      return <Notice problem={told.problem} onClose={() => tell(null)} />;
    case 'too-many':
      return (
        <p role="alert" className={styles['warn']}>
          {t('bulk.told.too-many', { count: told.count, limit: limits.filesAtOnce })}
        </p>
      );
    case 'looked':
      return (
        <p role="alert" className={styles['warn']}>
          {t('bulk.told.looked', { count: told.count })}
        </p>
      );
    case 'handed-over':
      return (
        <div className={styles['actions']}>
          <p role="status" className={styles['told']}>
            {t('bulk.told.handed-over', { count: told.count })}
            {told.left > 0 && ` ${t('bulk.told.stay', { left: told.left })}`}
          </p>
          <Button onPress={leaveBulk}>{t('bulk.told.showList')}</Button>
        </div>
      );
    default:
      return (
        <p
          role={told.kind === 'saved' ? 'status' : 'alert'}
          className={styles[told.kind === 'saved' ? 'told' : 'warn']}
        >
          {t(`bulk.told.${told.kind}`)}
        </p>
      );
  }
}
