import { useTranslation } from 'react-i18next';
import type { State } from '../../preload/contract/state.ts';
import { entriesOf } from '../features/documents/entry.ts';
import { Announcements } from '../features/documents/outbox/announcements.tsx';
import { queueOf } from '../features/documents/outbox/queue.ts';
import { sayMoment, toFullMinute } from './moment.ts';
import styles from './status-bar.module.css';

/** As of when the window speaks, and when it will know more. */
export function StatusBar({ state }: { state: State }) {
  const { t } = useTranslation();
  const { asOf, next, running } = state.check;
  const signedOut = state.connections.find(({ id }) => id === state.active)?.signedIn === 'never';
  const { open, uploading, share } = queueOf(state.submissions);
  const say = (at: number) => sayMoment(at, state.locale);
  return (
    <footer className={styles['bar']}>
      <output>
        {running ? t('check.running') : asOf === null ? t('check.never') : t('check.asOf', { time: say(asOf) })}
        {!running && !signedOut && next !== null && ` · ${t('check.next', { time: say(toFullMinute(next)) })}`}
      </output>
      <span>
        {uploading > 0 && `${t('outbox.uploading', { count: uploading, share })} · `}
        {open > uploading && `${t('outbox.waiting', { count: open - uploading })} · `}
        {t('documents.count', { count: entriesOf(state).list.length })}
      </span>
      <Announcements active={state.active} submissions={state.submissions} />
    </footer>
  );
}
