import { CirclePause, Gauge, Hourglass, LogIn, Play, WifiOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../../preload/contract/problem.ts';
import type { State } from '../../../../preload/contract/state.ts';
import { sayMoment } from '../../../language/say-moment.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { StackedNotice } from '../../../ui/notice-stack.tsx';
import { enterConnecting, signInName } from '../../account/enter-connecting.ts';
import { apartText } from '../submission/state-text.ts';
import { useCountdownNotice } from './countdown-notice.tsx';
import { QueueNotice } from './queue-notice.tsx';

type Strip = Omit<ComponentProps<typeof QueueNotice>, 'children'> & { readonly said: string };

interface OutboxNoticesDeps {
  readonly state: State;
  /** Whether another notice already asks to sign in. */
  readonly signInTold: boolean;
  /** The button after a check that did not reach the service: no second notice says the same. */
  readonly wayOut: ReactNode;
  readonly onPause: (paused: boolean) => void;
  /** Moves the focus to a new place when the focused button disappears. */
  readonly onLeave: () => void;
  readonly tell: (problem: Problem | null) => void;
}

/** Reads out the words of the start only. A changing number and time would be read out again and again. */
function OfflineWords({ count, online }: { readonly count: number; readonly online: boolean }) {
  const { t } = useTranslation();
  const [first] = useState({ count, online });
  return t(first.online ? 'outbox.unreachable' : 'outbox.offline', { count: first.count });
}

/** Says why the queue waits, and when it continues. */
export function useOutboxNotices({ state, signInTold, wayOut, onPause, onLeave, tell }: OutboxNoticesDeps) {
  const { t } = useTranslation();
  const { outbox, locale } = state;
  const { working, paused, unwritable, budget, probeAt, queue, waitForCheck } = outbox;
  const active = state.connections.find(({ id }) => id === state.active);
  const signedOut = active !== undefined && active.signedIn !== 'yes' && queue.open > 0;
  const counting = paused || signedOut ? null : outbox.counting;
  // Show one reason: during a pause or without a sign-in other reasons do not matter.
  // Those whose upload is unclear wait for a check, and are told below.
  const held = queue.open - waitForCheck;
  const isOffline = (probeAt !== null || !state.online) && held > 0 && !paused && !signedOut;
  const { notice: countdown, spoken } = useCountdownNotice({ counting, isOffline, onLeave, tell });
  const notices: StackedNotice[] = [];
  const addProblem = (id: string, problem: Problem) =>
    void notices.push({
      id,
      rank: 'broken',
      shown: <Notice problem={problem} />,
      said: t(`problem.${problem.key}.what`, problem.params),
    });
  const say = (at: number) => sayMoment(at, locale);
  const { used, limit, resumesAt } = budget;

  if (!working) addProblem('queue-stopped', { key: 'queue-stopped', params: {} });
  if (unwritable) addProblem('unwritable', unwritable);
  const add = (id: string, rank: StackedNotice['rank'], { said, ...strip }: Strip) =>
    void notices.push({ id, rank, shown: <QueueNotice {...strip}>{said}</QueueNotice>, said });

  // It is read out beside the list, once.
  if (countdown) notices.push({ id: 'countdown', rank: 'countdown', shown: countdown, said: '' });
  if (paused)
    add('paused', 'waits', {
      Icon: CirclePause,
      said: [t('outbox.paused'), held > 0 && t('outbox.wait', { count: held })].filter(Boolean).join(' '),
      action: (
        <Button data-pause onPress={() => onPause(false)}>
          <Play size={16} aria-hidden="true" />
          {t('outbox.resume')}
        </Button>
      ),
    });
  if (signedOut && !signInTold)
    add('signed-out', 'waits', {
      Icon: LogIn,
      said: t('outbox.signedOut', { count: queue.open }),
      action: <Button onPress={() => enterConnecting(active, 'sign-in')}>{t(signInName(active))}</Button>,
    });
  if (isOffline) {
    const said =
      probeAt === null
        ? t('outbox.offline', { count: held })
        : `${apartText({ t, online: state.online })} · ${t('submission.nextTry', { time: say(probeAt) })}`;
    const shown = (
      <QueueNotice Icon={WifiOff} action={wayOut}>
        {said}
      </QueueNotice>
    );
    // It is read out beside the list, once.
    notices.push({ id: 'unreachable', rank: 'waits', shown, said: '' });
  }
  if (budget.level === 'full')
    add('budget', 'waits', {
      Icon: Gauge,
      said: [
        t('outbox.budgetFull', { limit }),
        resumesAt !== null && t('outbox.budgetResumes', { time: say(resumesAt) }),
      ]
        .filter(Boolean)
        .join(' '),
    });
  if (budget.level === 'warn') add('budget', 'remark', { Icon: Gauge, said: t('outbox.budgetWarn', { used, limit }) });
  if (waitForCheck > 0)
    add('wait-for-check', 'remark', {
      Icon: Hourglass,
      tone: 'quiet',
      // The status line has the time.
      said: t('outbox.waitForCheck', { count: waitForCheck }),
    });
  const read = (
    <>
      {spoken}
      <output className="visually-hidden">{isOffline && <OfflineWords count={held} online={state.online} />}</output>
    </>
  );
  return { notices, isCounting: counting !== null, isOffline, spoken: read };
}
