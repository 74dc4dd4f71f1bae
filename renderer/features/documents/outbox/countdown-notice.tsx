import { Send, Timer, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../../preload/contract/problem.ts';
import type { OutboxState } from '../../../../preload/contract/submission.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';
import { sayKeys, useShortcut } from '../../../store/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { useAtRest } from '../../../ui/use-at-rest.ts';
import { useAudible } from '../../../ui/use-audible.ts';
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts';
import { useServedRows } from '../rows/served-rows.ts';
import { sayLeft, secondsBetween, secondsOfSeveral, useNow } from '../submission/use-seconds-left.ts';
import { QueueNotice } from './queue-notice.tsx';

export const undoKeys = sayKeys({ keys: 'Mod+Z' });

type Kind = 'undo' | 'send-now';

interface CountdownProps {
  readonly counting: NonNullable<OutboxState['counting']>;
  readonly onGive: (kind: Kind) => void;
}

function Countdown({ counting: { count, first, last }, onGive }: CountdownProps) {
  const { t } = useTranslation();
  const now = useNow(last);
  if (last <= now) return null;
  return (
    <QueueNotice
      Icon={Timer}
      tone="quiet"
      action={
        <>
          <Button onPress={() => onGive('undo')}>
            <Undo2 size={16} aria-hidden="true" />
            <span data-short>{t('outbox.undoAll')}</span>
          </Button>
          <Button onPress={() => onGive('send-now')}>
            <Send size={16} aria-hidden="true" />
            <span data-short>{t('outbox.sendAllNow')}</span>
          </Button>
        </>
      }
    >
      {t('outbox.counting', { count, left: sayLeft(secondsOfSeveral({ first, last }, now)) })}
    </QueueNotice>
  );
}

/** Reads out the words of the start only. Changing seconds would be read out again and again. */
function CountingWords({ counting }: Pick<CountdownProps, 'counting'>) {
  const { t } = useTranslation();
  const [{ count, first }] = useState(counting);
  const [began] = useState(Date.now);
  const left = sayLeft(secondsBetween(began, first));
  const words = `${t('outbox.counting', { count, left })}. ${t('outbox.undoKeys', { keys: undoKeys })}`;
  // The sheet may still be closing.
  const place = useRef<HTMLSpanElement>(null);
  const isAudible = useAudible(place);
  return <span ref={place}>{isAudible && words}</span>;
}

interface CountdownDeps {
  /** The countdown. Null while nothing counts down, or the queue is paused or signed out. */
  readonly counting: OutboxState['counting'];
  /** Whether the network is missing, so that nothing will be sent at zero. Its own notice says so. */
  readonly isOffline: boolean;
  /** Moves the focus to a new place when the buttons disappear. */
  readonly onLeave: () => void;
  readonly tell: (problem: Problem | null) => void;
}

/** Offers Undo and Send now for all submissions that count down, in a notice and in words that are read out. */
export function useCountdownNotice({ counting, isOffline, onLeave, tell }: CountdownDeps) {
  const { t } = useTranslation();
  const run = useOneAtATime();
  const [told, setTold] = useState('');
  const order = (kind: Kind) =>
    run(async () => {
      // The same words a second time are read out as well.
      setTold('');
      const { count, problem } = await ask(bridge().outbox.commandAll({ kind }));
      tell(problem);
      setTold(count === 0 ? '' : t(kind === 'undo' ? 'outbox.undone' : 'outbox.sentNow', { count }));
    });
  const give = (kind: Kind) => {
    onLeave();
    void order(kind);
  };
  const undo = () => {
    // The focused button may disappear. Its row stays.
    const row = document.activeElement?.closest<HTMLElement>('[role="row"]');
    if (row) row.focus();
    else onLeave();
    void order('undo');
  };
  useShortcut('undo', counting === null ? null : undo);
  const shown = isOffline ? null : counting;
  // Of several, the last one keeps the line: nobody loses a button in the middle of a press.
  const [hadSeveral, setSeveral] = useState(false);
  const hasSeveral = shown !== null && (shown.count > 1 || hadSeveral);
  if (hasSeveral !== hadSeveral) setSeveral(hasSeveral);
  // A single submission has these buttons in its row, unless a filter or a folded section hides it.
  const isHidden = useServedRows(
    ({ keys, rows }) => !keys.some((key) => typeof rows.get(key)?.row.submission?.undoUntil === 'number'),
  );
  const isAlone = useAtRest(shown !== null && isHidden ? true : null) === true;
  const notice = shown !== null && (hasSeveral || isAlone) ? <Countdown counting={shown} onGive={give} /> : null;
  const spoken = (
    <>
      <output className="visually-hidden">{shown !== null && <CountingWords counting={shown} />}</output>
      <output className="visually-hidden">{told}</output>
    </>
  );
  return { notice, spoken };
}
