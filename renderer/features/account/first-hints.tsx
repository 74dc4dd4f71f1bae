import { useTranslation } from 'react-i18next';
import styles from './connect.module.css';

const hints = ['drop', 'undo', 'copies'] as const;

/** Three hints at the end of the first set-up. They are under Help later. */
export function FirstHints() {
  const { t } = useTranslation();
  return (
    <section className={styles['folder']} aria-labelledby="hints">
      <h3 id="hints">{t('help.hints')}</h3>
      <ol className={styles['hints']}>
        {hints.map((hint) => (
          <li key={hint}>{t(`help.hint.${hint}`)}</li>
        ))}
      </ol>
    </section>
  );
}
