import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../preload/contract/problem.ts';
import styles from './notice.module.css';

interface NoticeProps {
  readonly problem: Problem;
  /** What the person can press, beside the words. */
  readonly children?: ReactNode;
}

/** What happened, what it means, what to do; never a code alone. */
export function Notice({ problem, children }: NoticeProps) {
  const { t } = useTranslation();
  const { key, params, details } = problem;
  return (
    <div className={styles['notice']} role="alert">
      <CircleAlert size={18} aria-hidden="true" className={styles['icon'] ?? ''} />
      <div className={styles['words']}>
        <p className={styles['what']}>{t(`problem.${key}.what`, params)}</p>
        <p>
          {t(`problem.${key}.means`, params)} {t(`problem.${key}.do`, params)}
        </p>
        {details !== undefined && details !== '' && (
          <details className={styles['details']}>
            <summary>{t('problem.details')}</summary>
            <pre>{details}</pre>
          </details>
        )}
        {children !== undefined && <div className={styles['actions']}>{children}</div>}
      </div>
    </div>
  );
}
