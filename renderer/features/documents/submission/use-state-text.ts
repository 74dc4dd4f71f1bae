import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { useMirror } from '../../../store/mirror.ts';
import {
  type Circumstances,
  circumstancesOf,
  longDoubtText,
  nextStepText,
  queueRests,
  standsStill,
  stateText,
} from './state-text.ts';

/** Reads the state of the app in the row, so that changes do not render the whole list. */
export const useCircumstances = (): Circumstances => useMirror(useShallow(({ state }) => circumstancesOf(state)));

export function useStateText(row: SubmissionRow): string {
  const { t } = useTranslation();
  const circumstances = useCircumstances();
  return stateText(row, { ...circumstances, t });
}

/** Returns the text for a place with room for more than a line. */
export function useLongStateText(row: SubmissionRow): string {
  const { t } = useTranslation();
  const circumstances = useCircumstances();
  return row.phase === 'unclear'
    ? longDoubtText(row, { ...circumstances, t })
    : stateText(row, { ...circumstances, t });
}

export function useNextStepText(row: SubmissionRow): string | undefined {
  const { t } = useTranslation();
  const circumstances = useCircumstances();
  return nextStepText(row, { ...circumstances, t });
}

/** Tells whether the queue does not move: Try again would do nothing. */
export const useStill = (): boolean => standsStill(useCircumstances());

/** Returns the end of the Undo countdown. Null while the queue, the network or the row waits: it would end without effect. */
export function useCountdown({ undoUntil, problem }: SubmissionRow): number | null {
  const circumstances = useCircumstances();
  return queueRests(circumstances) || problem !== null ? null : undoUntil;
}
