import { useTranslation } from 'react-i18next';
import styles from './preview.module.css';

/** Shows the outline of a page while it loads. */
export function PaperSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles['skeleton']}>
      <span className="visually-hidden">{t('preview.opening')}</span>
      <div className={styles['blank']} />
    </div>
  );
}
