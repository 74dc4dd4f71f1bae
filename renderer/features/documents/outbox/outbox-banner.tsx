import { CirclePause, Gauge, Hourglass, LogIn, Pause, Play, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { State } from '../../../../preload/contract/state.ts';
import type { OutboxState } from '../../../../preload/contract/submission.ts';
import { sayMoment, toFullMinute } from '../../../language/say-moment.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { enterConnecting } from '../../account/enter-connecting.ts';
import { CountdownNotice } from './countdown-notice.tsx';
import { QueueNotice } from './queue-notice.tsx';

interface OutboxBannerProps {
  readonly state: State;
  readonly queue: OutboxState['queue'];
  /** A notice above already asks to sign in. */
  readonly signInTold: boolean;
  readonly onPause: (paused: boolean) => void;
  /** Called when the focused button disappears. */
  readonly onLeave: () => void;
}

/** Says why the queue waits, and when it continues. */
export function OutboxBanner({ state, queue, signInTold, onPause, onLeave }: OutboxBannerProps) {
  const { t } = useTranslation();
  const { outbox, check, locale } = state;
  const { working, paused, unwritable, budget, probeAt, waitForCheck } = outbox;
  const active = state.connections.find(({ id }) => id === state.active);
  const signedOut = active !== undefined && active.signedIn !== 'yes' && queue.open > 0;
  // Show one reason: during a pause or without a sign-in other reasons do not matter.
  const unreachable = probeAt !== null && queue.open > 0 && !paused && !signedOut ? probeAt : null;
  const say = (at: number) => sayMoment(at, locale);
  const { used, limit, resumesAt } = budget;
  return (
    <>
      {!working && <Notice problem={{ key: 'queue-stopped', params: {} }} />}
      {unwritable && <Notice problem={unwritable} />}
      {paused && (
        <QueueNotice
          Icon={CirclePause}
          action={
            <Button data-pause onPress={() => onPause(false)}>
              <Play size={16} aria-hidden="true" />
              {t('outbox.resume')}
            </Button>
          }
        >
          {t('outbox.paused')} {queue.open > 0 && t('outbox.wait', { count: queue.open })}
        </QueueNotice>
      )}
      <CountdownNotice counting={paused || signedOut ? null : outbox.counting} onLeave={onLeave} />
      {signedOut && !signInTold && (
        <QueueNotice
          Icon={LogIn}
          action={
            <Button onPress={() => enterConnecting(active, 'sign-in')}>
              {t(active.signedIn === 'never' ? 'settings.signIn' : 'settings.signInAgain')}
            </Button>
          }
        >
          {t('outbox.signedOut', { count: queue.open })}
        </QueueNotice>
      )}
      {unreachable !== null && (
        <QueueNotice Icon={WifiOff}>
          {t('outbox.unreachable', { count: queue.open, time: say(unreachable) })}
        </QueueNotice>
      )}
      {budget.level === 'warn' && <QueueNotice Icon={Gauge}>{t('outbox.budgetWarn', { used, limit })}</QueueNotice>}
      {budget.level === 'full' && (
        <QueueNotice Icon={Gauge}>
          {t('outbox.budgetFull', { limit })}{' '}
          {resumesAt !== null && t('outbox.budgetResumes', { time: say(resumesAt) })}
        </QueueNotice>
      )}
      {waitForCheck > 0 && (
        <QueueNotice Icon={Hourglass} tone="quiet">
          {check.next === null
            ? t('outbox.waitForCheck', { count: waitForCheck })
            : t('outbox.waitForCheckAt', { count: waitForCheck, time: say(toFullMinute(check.next)) })}
        </QueueNotice>
      )}
    </>
  );
}

/** Pauses the queue. The banner has the button to resume. */
export function PauseButton({ onPause }: { onPause: (paused: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <Button look="quiet" data-pause onPress={() => onPause(true)}>
      <Pause size={16} aria-hidden="true" />
      {t('outbox.pause')}
    </Button>
  );
}
