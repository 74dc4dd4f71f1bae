import { Timer } from 'lucide-react';
import { use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';
import { Button } from '../../../ui/button.tsx';
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts';
import { TellRefusal } from '../submission/row-commands.tsx';
import { sayLeft, secondsBetween, useNow } from '../submission/use-seconds-left.ts';
import { countdownAt, lastCountdown } from './countdown.ts';
import { QueueNotice } from './queue-notice.tsx';

type Kind = 'cancel' | 'send-now';

interface CountdownProps {
  readonly submissions: readonly SubmissionRow[];
  readonly last: number;
  readonly onGive: (kind: Kind, ids: readonly string[]) => void;
}

function Countdown({ submissions, last, onGive }: CountdownProps) {
  const { t } = useTranslation();
  const now = useNow(last);
  const { count, until, undoable, sendable } = countdownAt(now, submissions);
  // A single submission has these buttons in its row.
  if (count < 2) return null;
  return (
    <QueueNotice
      Icon={Timer}
      tone="quiet"
      action={
        <>
          {undoable.length > 0 && <Button onPress={() => onGive('cancel', undoable)}>{t('outbox.undoAll')}</Button>}
          {sendable.length > 0 && (
            <Button onPress={() => onGive('send-now', sendable)}>{t('outbox.sendAllNow')}</Button>
          )}
        </>
      }
    >
      {t('outbox.counting', { count, left: sayLeft(secondsBetween(now, until)) })}
    </QueueNotice>
  );
}

interface CountdownNoticeProps {
  readonly submissions: readonly SubmissionRow[];
  /** True while the queue is paused or signed out: then nothing counts down. */
  readonly still: boolean;
  /** Called when the buttons disappear, to give the focus a new place. */
  readonly onLeave: () => void;
}

/** Undo and Send now for all submissions that count down. */
export function CountdownNotice({ submissions, still, onLeave }: CountdownNoticeProps) {
  const { t } = useTranslation();
  const tell = use(TellRefusal);
  const run = useOneAtATime();
  const [told, setTold] = useState('');
  const last = still ? null : lastCountdown(submissions);
  const give = (kind: Kind, ids: readonly string[]) => {
    onLeave();
    void run(async () => {
      const { command } = bridge().outbox;
      const answers = await Promise.all(ids.map((id) => ask(command({ id, command: { kind } }))));
      const refused = answers.find((answer) => !answer.ok);
      const count = answers.filter(({ ok }) => ok).length;
      tell(refused && !refused.ok ? refused.problem : null);
      setTold(count === 0 ? '' : t(kind === 'cancel' ? 'outbox.undone' : 'outbox.sentNow', { count }));
    });
  };
  return (
    <>
      {last !== null && <Countdown submissions={submissions} last={last} onGive={give} />}
      <output className="visually-hidden">{told}</output>
    </>
  );
}
