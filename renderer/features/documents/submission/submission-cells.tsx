import {
  CircleArrowUp,
  CircleDashed,
  CircleHelp,
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
    // One that may not go as it is. The others have the mark of what nobody has signed yet.
    case 'held':
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

/** Shows the state, and the countdown of Undo before it. The buttons stay what they are, also under a finger. */
function Line({ row, name, tone, until }: LineProps & { tone: string; until: number | null }) {
  const { t } = useTranslation();
  const still = useStill();
  const saying = useStateText(row);
  const left = useSecondsLeft(until ?? 0);
  const { undoUntil, phase, progress } = row;
  const countdown = left === 0 ? null : t('submission.sendingIn', { left: sayLeft(left) });
  const text = countdown === null ? saying : progress ? `${countdown} · ${saying}` : countdown;
  const canUndo = until === null ? undoUntil !== null : left > 0;
  const kinds = [
    ...(until === null && phase === 'waiting' && !still ? (['retry'] as const) : []),
    ...(canUndo ? (['undo'] as const) : []),
    ...(left > 0 ? (['send-now'] as const) : []),
  ];
  return (
    <span className={styles['line']}>
      <span className={styles['saying']} title={text} data-tone={text === countdown ? undefined : tone}>
        {text}
      </span>
      <RowCommands row={row} name={name} kinds={kinds} />
    </span>
  );
}

/** Shows who signs, and since when the document is sent or prepared, until a check tells more. */
function WhoSince({ row }: { readonly row: SubmissionRow }) {
  const { t } = useTranslation();
  const { locale, now } = useSpeaker();
  const signees = row.signees.map((person, at) => ({ ...person, order: row.ordered ? at : null, status: null }));
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
        <Mark state="idle" />
        <Name name={name} />
        <WhoSince row={row} />
        <RowCommands row={row} name={name} kinds={['send']} />
      </>
    );
  return (
    <>
      {icon}
      <Name name={name} />
      <Line row={row} name={name} tone={tone} until={until} />
      {progress && (
        <progress className={styles['progress']} aria-hidden="true" max={progress.total} value={progress.bytes} />
      )}
    </>
  );
}
