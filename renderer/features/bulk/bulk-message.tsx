import { useTranslation } from 'react-i18next';
import { limits } from '../../../preload/contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './bulk-sheet.module.css';
import { type BulkResult, leaveBulk, showResult } from './bulk-store.ts';

/** Shows the result of the last action. */
export function BulkMessage({ result }: { result: BulkResult }) {
  const { t } = useTranslation();
  switch (result.kind) {
    case 'problem':
      return <Notice problem={result.problem} onClose={() => showResult(null)} />;
    case 'too-many':
      return (
        <p role="alert" className={styles['warn']}>
          {t('bulk.result.too-many', { count: result.count, limit: limits.filesAtOnce })}
        </p>
      );
    case 'looked':
      return (
        <p role="alert" className={styles['warn']}>
          {t('bulk.result.looked', { count: result.count })}
        </p>
      );
    case 'handed-over':
      return (
        <div className={styles['actions']}>
          <p role="status" className={styles['result']}>
            {t('bulk.result.handed-over', { count: result.count })}
            {result.left > 0 && ` ${t('bulk.result.stay', { left: result.left })}`}
          </p>
          <Button onPress={() => leaveBulk()}>{t('bulk.result.showList')}</Button>
        </div>
      );
    default:
      return (
        <p
          role={result.kind === 'saved' ? 'status' : 'alert'}
          className={styles[result.kind === 'saved' ? 'result' : 'warn']}
        >
          {t(`bulk.result.${result.kind}`)}
        </p>
      );
  }
}
