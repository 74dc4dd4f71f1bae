import { RefreshCw } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { State } from '../../preload/contract/state.ts';
import { Announcements } from '../features/documents/outbox/announcements.tsx';
import { circumstancesOf, queueRests } from '../features/documents/submission/state-text.ts';
import { useCheckNow } from '../features/documents/use-check-now.ts';
import { shareOf } from '../language/amounts.ts';
import { sayMoment, toFullMinute } from '../language/say-moment.ts';
import { useShortcut } from '../store/shortcuts.ts';
import { Button } from '../ui/button.tsx';
import styles from './status-bar.module.css';

interface CheckStatusProps {
  readonly check: State['check'];
  readonly locale: string;
  readonly signedOut: boolean;
  /** Whether a person pressed Refresh, and hears the result. Automatic checks are not read out. */
  readonly asked: boolean;
  /** A person asked too early: from then on it is allowed. */
  readonly until: number | null;
}

const CheckStatus = memo(function CheckStatus({ check, locale, signedOut, asked, until }: CheckStatusProps) {
  const { t } = useTranslation();
  const { asOf, next, running } = check;
  const say = (at: number) => sayMoment(at, locale);
  const state = running ? t('check.running') : asOf === null ? t('check.never') : t('check.asOf', { time: say(asOf) });
  const follows =
    running || signedOut || next === null ? '' : ` · ${t('check.next', { time: say(toFullMinute(next)) })}`;
  const tooEarly = until !== null && !running ? t('check.tooEarly', { time: say(toFullMinute(until)) }) : null;
  const said = tooEarly ?? state + follows;
  return (
    <output aria-live={asked ? 'polite' : 'off'} title={said}>
      {said}
    </output>
  );
});

/** Shows when the list was last checked, when the next check is, and what is uploading. */
export function StatusBar({ state }: { state: State }) {
  const { t } = useTranslation();
  const { active, check, locale, list, outbox } = state;
  const signedOut = state.connections.find(({ id }) => id === active)?.signedIn === 'never';
  const { until, asked, checkNow } = useCheckNow(state);
  useShortcut('refresh', checkNow);
  const { uploading, bytes, total } = outbox.queue;
  const open = outbox.queue.open - outbox.waitForCheck;
  // What rests is told above the list, with the reason.
  const rests = queueRests(circumstancesOf(state)) || outbox.budget.level === 'full';
  const going = [
    ...(uploading > 0 ? [t('outbox.uploading', { count: uploading, share: shareOf(bytes, total) })] : []),
    ...(open > uploading && !rests ? [t('outbox.waiting', { count: open - uploading })] : []),
  ];
  return (
    <footer className={styles['bar']}>
      <span className={styles['check']}>
        <Button look="quiet" aria-keyshortcuts="R" onPress={checkNow}>
          <RefreshCw size={16} aria-hidden="true" />
          {t('documents.check')}
        </Button>
        <CheckStatus check={check} locale={locale} signedOut={signedOut} asked={asked} until={until} />
      </span>
      <span>
        {going.join(' · ')}
        {list.ready && (
          <span className={styles['count']}>
            {going.length > 0 && ' · '}
            {check.unlisted > 0
              ? t('documents.countOf', { read: list.documents, all: list.documents + check.unlisted })
              : t('documents.count', { count: list.counts.all })}
          </span>
        )}
      </span>
      <Announcements />
    </footer>
  );
}
