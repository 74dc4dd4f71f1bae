import { useTranslation } from 'react-i18next';
import type { State } from '../../preload/contract/state.ts';
import { sayMoment, toFullMinute } from './moment.ts';
import styles from './status-bar.module.css';

/** As of when the window speaks, and when it will know more. */
export function StatusBar({ state }: { state: State }) {
  const { t } = useTranslation();
  const { asOf, next, running } = state.check;
  const signedOut = state.connections.find(({ id }) => id === state.active)?.signedIn === 'never';
  const say = (at: number) => sayMoment(at, state.locale);
  return (
    <footer className={styles['bar']}>
      <output>
        {running ? t('check.running') : asOf === null ? t('check.never') : t('check.asOf', { time: say(asOf) })}
        {!running && !signedOut && next !== null && ` · ${t('check.next', { time: say(toFullMinute(next)) })}`}
      </output>
      <span>{t('documents.count', { count: state.documents.length })}</span>
    </footer>
  );
}
