import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PeopleImport } from '../../../preload/contract/person.ts';
import { Button } from '../../ui/button.tsx';
import styles from './people.module.css';

export type Imported = Extract<PeopleImport, { ok: true }>;

interface ImportResultProps {
  readonly result: Imported;
  readonly onClose: () => void;
}

/** Says how many people were imported, and for each refused line the reason. */
export function ImportResult({ result, onClose }: ImportResultProps) {
  const { t } = useTranslation();
  const { refused, refusedCount } = result;
  const nobody = result.added + result.named + result.same + refusedCount === 0;
  const counts = (['named', 'same'] as const).filter((which) => result[which] > 0);
  const more = refusedCount - refused.length;
  return (
    <div className={styles['result']}>
      <div className={styles['resultWords']}>
        <p role="status">
          {nobody
            ? t('people.importedNobody')
            : [
                t('people.added', { count: result.added }),
                ...counts.map((which) => t(`people.${which}`, { count: result[which] })),
              ].join(' ')}
        </p>
        {refusedCount > 0 && (
          <>
            <p>{t('people.refused', { count: refusedCount })}</p>
            {/* The keyboard must be able to scroll a long list. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <ul className={styles['refused']} tabIndex={0} aria-label={t('people.refused', { count: refusedCount })}>
              {refused.map(({ text, why }, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- the list never changes, and two lines may be alike
                <li key={place}>
                  <strong>{text === '' ? t('people.refusedNobody') : text}</strong> {t(`signees.problem.${why}`)}
                </li>
              ))}
              {more > 0 && <li>{t('people.refusedMore', { count: more })}</li>}
            </ul>
          </>
        )}
      </div>
      <Button look="quiet" aria-label={t('problem.close')} onPress={onClose}>
        <X size={18} aria-hidden="true" />
      </Button>
    </div>
  );
}
