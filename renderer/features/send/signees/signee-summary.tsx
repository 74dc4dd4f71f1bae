import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../preload/contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import type { RowView } from './signee-rows-context.ts';
import styles from './signees.module.css';

interface SigneeSummaryProps {
  readonly views: ReadonlyMap<string, RowView>;
  /** How many more people the document has. They are not in the list, but count against the limit. */
  readonly others: number;
  readonly ordered: boolean;
  readonly onShow: (key: string) => void;
}

/** Counts signees and problems, since most of a long list is out of sight. */
export function SigneeSummary({ views, others, ordered, onShow }: SigneeSummaryProps) {
  const { t } = useTranslation();
  const lastShown = useRef<string | null>(null);
  const all = [...views.values()];
  const wrong = all.filter(({ problem, remark }) => problem !== null || remark !== null);
  const tooMany = all.length + others - limits.participants;

  function showNext(): void {
    const from = all.findIndex(({ signee }) => signee.key === lastShown.current);
    const next = all.slice(from + 1).find((view) => wrong.includes(view)) ?? wrong[0];
    if (!next) return;
    lastShown.current = next.signee.key;
    onShow(next.signee.key);
  }

  return (
    <div className={styles['foot']}>
      <span>{t('signees.count', { count: all.length })}</span>
      <span role="status" className={styles['wrongs']}>
        {tooMany > 0 && (
          <span className={styles['wrong']}>
            {t('signees.tooMany', { count: tooMany, limit: limits.participants })}
          </span>
        )}
        {wrong.length > 0 && <span className={styles['wrong']}>{t('signees.toMend', { count: wrong.length })}</span>}
      </span>
      {wrong.length > 0 && (
        <Button look="quiet" data-next-wrong="" onPress={showNext}>
          {t('signees.showNext')}
        </Button>
      )}
      {ordered && all.length > 1 && <span className={styles['keys']}>{t('signees.keys')}</span>}
    </div>
  );
}
