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
import { Name } from '../name.tsx';
import { RowCommands } from './row-commands.tsx';
import styles from './submission.module.css';
import { useSaying } from './use-saying.ts';
import { sayLeft, useSecondsLeft } from './use-seconds-left.ts';

function lookOf({ phase, end, problem, undoUntil }: SubmissionRow) {
  switch (phase) {
    case 'held':
      return { Icon: CirclePause, tone: 'accent' };
    case 'needs-you':
      return { Icon: TriangleAlert, tone: 'warn' };
    case 'unclear':
      return { Icon: CircleHelp, tone: 'quiet' };
    case 'done':
      if (problem) return { Icon: TriangleAlert, tone: 'warn' };
      if (end === 'started') return { Icon: CircleDashed, tone: 'quiet' };
      return { Icon: end === 'draft' ? FilePen : CircleSlash, tone: 'quiet' };
    default:
      if (undoUntil !== null) return { Icon: Timer, tone: 'accent' };
      return phase === 'calling' ? { Icon: CircleArrowUp, tone: 'accent' } : { Icon: Clock, tone: 'quiet' };
  }
}

/** The undo window runs beside the upload, and is what a person has to know first. */
function Countdown({ row, until }: { row: SubmissionRow; until: number }) {
  const { t } = useTranslation();
  const left = useSecondsLeft(until);
  const saying = useSaying(row);
  if (left === 0) return saying;
  const countdown = t('submission.sendingIn', { left: sayLeft(left) });
  return row.progress || row.problem ? `${countdown} · ${saying}` : countdown;
}

function Saying({ row }: { row: SubmissionRow }) {
  return useSaying(row);
}

/** One submission in one line: its state in words, and what can be done about it at once. */
export function SubmissionLine({ row, name }: { row: SubmissionRow; name: string }) {
  const { t } = useTranslation();
  const { Icon, tone } = lookOf(row);
  const { undoUntil, progress, phase, end, signeeCount } = row;
  const started = phase === 'done' && end === 'started';
  return (
    <>
      <Icon size={18} aria-hidden="true" className={styles['icon'] ?? ''} data-tone={tone} />
      <Name name={name} />
      <span className={styles['line']}>
        <span className={styles['saying']} data-tone={tone}>
          {undoUntil === null ? <Saying row={row} /> : <Countdown key={undoUntil} row={row} until={undoUntil} />}
          {started && signeeCount > 0 && ` · ${t('submission.people', { count: signeeCount })}`}
        </span>
        <RowCommands row={row} name={name} />
      </span>
      {progress && (
        <progress className={styles['progress']} aria-hidden="true" max={progress.total} value={progress.bytes} />
      )}
    </>
  );
}
