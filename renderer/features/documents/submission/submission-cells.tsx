import {
  CircleArrowUp,
  CircleDashed,
  CircleHelp,
  CirclePause,
  CircleSlash,
  Clock,
  FilePen,
  Timer,
  TriangleAlert,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { saySpan } from '../../../language/say-span.ts';
import { Name } from '../entry/entry-name.tsx';
import { Mark } from '../entry/marks.tsx';
import { useSpeaker } from '../entry/use-speaker.ts';
import people from '../entry/who-signs.module.css';
import { WhoSigns } from '../entry/who-signs.tsx';
import { RowCommands } from './row-commands.tsx';
import { peopleText } from './state-text.ts';
import styles from './submission.module.css';
import { sayLeft, useSecondsLeft } from './use-seconds-left.ts';
import { useCountdown, useStateText, useStill } from './use-state-text.ts';

function lookOf({ phase, end, problem, orphans }: SubmissionRow, until: number | null) {
  switch (phase) {
    case 'held':
      return { Icon: CirclePause, tone: 'accent' };
    case 'needs-you':
      return { Icon: TriangleAlert, tone: 'warn' };
    case 'unclear':
      return { Icon: CircleHelp, tone: 'quiet' };
    case 'done':
      if (problem || orphans.length > 0) return { Icon: TriangleAlert, tone: 'warn' };
      if (end === 'started') return { Icon: CircleDashed, tone: 'quiet' };
      return { Icon: end === 'draft' ? FilePen : CircleSlash, tone: 'quiet' };
    default:
      if (until !== null) return { Icon: Timer, tone: 'accent' };
      return phase === 'calling' ? { Icon: CircleArrowUp, tone: 'accent' } : { Icon: Clock, tone: 'quiet' };
  }
}

interface LineProps {
  readonly row: SubmissionRow;
  readonly name: string;
}

/** Shows the state as text. Long text is cut off; the tooltip shows all of it. */
function StateText({ row, tone, before = '' }: { row: SubmissionRow; tone: string; before?: string }) {
  const saying = useStateText(row);
  return (
    <span className={styles['saying']} title={saying} data-tone={tone}>
      {before}
      {saying}
    </span>
  );
}

/** Shows the countdown of Undo before the state. It runs beside the upload. */
function Countdown({ row, name, tone, until }: LineProps & { tone: string; until: number }) {
  const { t } = useTranslation();
  const left = useSecondsLeft(until);
  if (left === 0) return <StateText row={row} tone={tone} />;
  const countdown = t('submission.sendingIn', { left: sayLeft(left) });
  return (
    <>
      {row.progress ? (
        <StateText row={row} tone={tone} before={`${countdown} · `} />
      ) : (
        <span className={styles['saying']}>{countdown}</span>
      )}
      <RowCommands row={row} name={name} kinds={['undo', 'send-now']} />
    </>
  );
}

/** Shows who signs, and since when the document is sent or prepared, until a check tells more. */
function WhoSince({ row }: { readonly row: SubmissionRow }) {
  const { t } = useTranslation();
  const { locale, now } = useSpeaker();
  const signees = row.signees.map((email, at) => ({ email, name: null, order: row.ordered ? at : null, status: null }));
  return (
    <>
      {row.signeeCount === 0 ? (
        <span className={people['who']}>{peopleText(row, t)}</span>
      ) : (
        <WhoSigns
          signees={signees}
          people={{ all: row.signeeCount, signed: 0, waiting: 0 }}
          documentStatus={row.end ?? ''}
        />
      )}
      <span className={styles['since']}>{saySpan(row.changedAt, now, locale)}</span>
    </>
  );
}

const isSent = ({ phase, end, problem, orphans, signeeCount }: SubmissionRow): boolean =>
  phase === 'done' && end === 'started' && problem === null && orphans.length === 0 && signeeCount > 0;

/** Shows one submission in one line: icon, name, state and the commands needed at once. */
export function SubmissionCells({ row, name }: LineProps) {
  const until = useCountdown(row);
  const still = useStill();
  const { Icon, tone } = lookOf(row, until);
  const { undoUntil, phase, progress } = row;
  if (isSent(row) && undoUntil === null)
    return (
      <>
        <Mark state="run" />
        <Name name={name} />
        <WhoSince row={row} />
      </>
    );
  const icon = <Icon size={16} aria-hidden="true" className={styles['icon'] ?? ''} data-tone={tone} />;
  // The group says already that it is ready.
  if (phase === 'held' && row.problem === null)
    return (
      <>
        {icon}
        <Name name={name} />
        <WhoSince row={row} />
        <RowCommands row={row} name={name} kinds={['send']} />
      </>
    );
  return (
    <>
      {icon}
      <Name name={name} />
      <span className={styles['line']}>
        {until === null ? (
          <>
            <StateText row={row} tone={tone} />
            {phase === 'waiting' && !still && <RowCommands row={row} name={name} kinds={['retry']} />}
            {undoUntil !== null && <RowCommands row={row} name={name} kinds={['undo']} />}
          </>
        ) : (
          <Countdown key={until} row={row} name={name} tone={tone} until={until} />
        )}
      </span>
      {progress && (
        <progress className={styles['progress']} aria-hidden="true" max={progress.total} value={progress.bytes} />
      )}
    </>
  );
}
