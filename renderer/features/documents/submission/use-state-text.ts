import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import type { SubmissionRow } from '../../../../preload/contract/submission.ts';
import { useMirror } from '../../../store/mirror.ts';
import { type Circumstances, longDoubtText, nextStepText, standsStill, stateText } from './state-text.ts';

/** What goes on around submissions; asked for here, so that a row follows it without the list being drawn anew. */
function useCircumstances(): Circumstances {
  return useMirror(
    useShallow(({ state }) => ({
      locale: state?.locale ?? 'en',
      nextCheck: state?.check.next ?? null,
      paused: state?.outbox.paused ?? false,
      signedOut: state?.connections.some(({ id, signedIn }) => id === state.active && signedIn !== 'yes') ?? false,
      resumesAt: state?.outbox.budget.resumesAt ?? null,
    })),
  );
}

export function useStateText(row: SubmissionRow): string {
  const { t } = useTranslation();
  const circumstances = useCircumstances();
  return stateText(row, { ...circumstances, t });
}

/** Where there is room for more than a line. */
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

/** Nothing is tried now, whoever asks for it. */
export const useStill = (): boolean => standsStill(useCircumstances());

/** Until when Undo counts down. Where everything stands still, nothing does: it would run out and nothing happen. */
export function useCountdown({ undoUntil }: SubmissionRow): number | null {
  const still = useStill();
  return still ? null : undoUntil;
}
