import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { openList } from './bulk-input.ts';
import styles from './bulk-sheet.module.css';
import { takeBack, useBulk } from './bulk-store.ts';
import { useSample } from './use-sample.ts';

/** Offers the list before this one. */
export function ReplacedList() {
  const { t } = useTranslation();
  const hasOther = useBulk((bulk) => bulk.replaced !== null);
  if (!hasOther) return null;
  return (
    <p role="status" className={styles['quiet']}>
      {t('bulk.replaced')}{' '}
      <Button look="quiet" onPress={takeBack}>
        {t('bulk.takeBack')}
      </Button>
    </p>
  );
}

/** Takes another list in place of the current one. */
export function ListPart() {
  const { t } = useTranslation();
  const { save } = useSample();
  return (
    <section className={styles['part']} aria-labelledby="bulk-list">
      <h3 id="bulk-list">{t('bulk.list')}</h3>
      <div className={styles['actions']}>
        <Button onPress={() => void openList()}>{t('bulk.open')}</Button>
        <Button look="quiet" onPress={() => void save()}>
          {t('bulk.sample')}
        </Button>
      </div>
    </section>
  );
}
