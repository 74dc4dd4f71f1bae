import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { State } from '../../preload/contract/state.ts';
import { Announcements } from '../features/documents/outbox/announcements.tsx';
import { shareOf } from '../language/amounts.ts';
import { sayMoment, toFullMinute } from '../language/say-moment.ts';
import styles from './status-bar.module.css';

interface CheckStatusProps {
  readonly check: State['check'];
  readonly locale: string;
  readonly signedOut: boolean;
}

const CheckStatus = memo(function CheckStatus({ check, locale, signedOut }: CheckStatusProps) {
  const { t } = useTranslation();
  const { asOf, next, running } = check;
  const say = (at: number) => sayMoment(at, locale);
  return (
    <output>
      {running ? t('check.running') : asOf === null ? t('check.never') : t('check.asOf', { time: say(asOf) })}
      {!running && !signedOut && next !== null && ` · ${t('check.next', { time: say(toFullMinute(next)) })}`}
    </output>
  );
});

/** Shows when the list was last checked, when the next check is, and what is uploading. */
export function StatusBar({ state }: { state: State }) {
  const { t } = useTranslation();
  const { active, check, locale, list, outbox } = state;
  const signedOut = state.connections.find(({ id }) => id === active)?.signedIn === 'never';
  const { open, uploading, bytes, total } = outbox.queue;
  return (
    <footer className={styles['bar']}>
      <CheckStatus check={check} locale={locale} signedOut={signedOut} />
      <span>
        {uploading > 0 && `${t('outbox.uploading', { count: uploading, share: shareOf(bytes, total) })} · `}
        {open > uploading && `${t('outbox.waiting', { count: open - uploading })} · `}
        {t('documents.count', { count: list.counts.all })}
      </span>
      <Announcements />
    </footer>
  );
}
