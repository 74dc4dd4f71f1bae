import { useTranslation } from 'react-i18next';
import { ask, bridge } from '../../bridge/bridge.ts';
import { Choice } from '../../ui/choice.tsx';
import styles from './settings.module.css';

const usual = [0, 5, 10, 30, 60, 120];

/** How long people can undo after Send. A value that is not in the list, say from an option, is shown as well. */
export function UndoChoice({ seconds }: { seconds: number }) {
  const { t } = useTranslation();
  const offered = [...new Set([...usual, seconds])].toSorted((one, other) => one - other);
  return (
    <section className={styles['section']}>
      <Choice
        label={t('settings.undo')}
        value={String(seconds)}
        options={offered.map((value) => ({
          id: String(value),
          text: value === 0 ? t('settings.undoNone') : t('settings.undoSeconds', { count: value }),
        }))}
        onChange={(value) => void ask(bridge().settings.undo({ seconds: Number(value) }))}
      />
      <p className={styles['quiet']}>{t('settings.undoHint')}</p>
    </section>
  );
}
