import { CircleAlert, X } from 'lucide-react';
import { createContext, type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../preload/contract/problem.ts';
import { Button } from './button.tsx';
import styles from './notice.module.css';

/**
 * The button that leads out of a problem. Null in a dialog: what such a button opens would be behind it, and the dialog has
 * its own buttons.
 */
export const WayOutOf = createContext<((problem: Problem) => ReactNode) | null>(null);

interface NoticeProps {
  readonly problem: Problem;
  /** A remark about this problem in this place. */
  readonly note?: string | undefined;
  /** Whether the notice has no live region, because the element around it is read out already. */
  readonly silent?: boolean;
  readonly onClose?: (() => void) | undefined;
  /** The buttons beside the text are the way out of the problem. */
  readonly hasWayOut?: boolean;
  /** Buttons beside the text. */
  readonly children?: ReactNode;
}

/** Says what happened, what it means and what to do. */
export function Notice({ problem, note, silent = false, onClose, hasWayOut = false, children }: NoticeProps) {
  const { t } = useTranslation();
  const wayOut = use(WayOutOf);
  const { key, params, details } = problem;
  const sentences = [t(`problem.${key}.means`, params), t(`problem.${key}.do`, params), note].filter(Boolean);
  return (
    <div className={styles['notice']} role={silent ? undefined : 'alert'}>
      <CircleAlert size={18} aria-hidden="true" className={styles['icon'] ?? ''} />
      <div className={styles['words']}>
        <p className={styles['what']}>{t(`problem.${key}.what`, params)}</p>
        <p data-rest>{sentences.join(' ')}</p>
        {details !== undefined && details !== '' && (
          <details data-rest className={styles['details']}>
            <summary>{t('problem.details')}</summary>
            <pre>{details}</pre>
          </details>
        )}
        <div data-rest className={styles['actions']}>
          {!hasWayOut && wayOut?.(problem)}
          {children}
        </div>
      </div>
      {onClose && (
        <div data-rest className={styles['close']}>
          <Button look="quiet" aria-label={t('problem.close')} onPress={onClose}>
            <X size={18} aria-hidden="true" />
          </Button>
        </div>
      )}
    </div>
  );
}
